import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, expect, it } from "vitest"
import { guidePage, readGuide } from "../src/http/guidePages.ts"

const folder = mkdtempSync(join(tmpdir(), "counterfoil-guide-"))
mkdirSync(join(folder, "assets"))
mkdirSync(join(folder, "sdk"))
const packed = { "index.html": "the first", "operating.html": "how", "sdk/index.html": "words", "404.html": "lost" }
for (const [name, text] of Object.entries(packed)) writeFileSync(join(folder, `${name}.gz`), gzipSync(text))
writeFileSync(join(folder, "assets", "picture.jpg"), "a picture")
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const asked = async (path: string, encoding = "gzip") => {
  const request = HttpServerRequest.fromWeb(
    new Request(`http://127.0.0.1${path}`, { headers: { "accept-encoding": encoding } })
  )
  const response = await Effect.runPromise(
    Effect.flatMap(readGuide(folder), guidePage).pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request)
    )
  )
  const { headers, status } = HttpServerResponse.toWeb(response)
  const text = await HttpServerResponse.toWeb(response).text()
  return { status, text, headers }
}

it("pages are found without their endings, and unpacked for who can't", async () => {
  for (const [path, text] of [
    ["/guide/", "the first"],
    ["/guide", "the first"],
    ["/guide/operating?x=1", "how"],
    ["/guide/sdk/", "words"],
    ["/guide/sdk", "words"]
  ] as const) {
    const plain = await asked(path, "identity")
    expect([path, plain.status, plain.text]).toEqual([path, 200, text])
    expect(plain.headers.get("content-encoding")).toBe(null)
    expect((await asked(path)).headers.get("content-encoding")).toBe("gzip")
  }
})

it("nothing of a page may come from elsewhere or stand in it, and only what is named after its content is kept", async () => {
  const { headers } = await asked("/guide/operating")
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
  expect(headers.get("content-security-policy")).not.toContain("unsafe")
  expect(headers.get("cache-control")).toBe("no-cache")
  const picture = await asked("/guide/assets/picture.jpg")
  expect([picture.text, picture.headers.get("content-type")]).toEqual(["a picture", "image/jpeg"])
  expect(picture.headers.get("cache-control")).toContain("immutable")
})

it("what isn't there is 404, and no path leads out of the folder", async () => {
  expect(await asked("/guide/nowhere", "identity")).toMatchObject({ status: 404, text: "lost" })
  for (const path of ["/guide/nothing.js", "/guide/%2e%2e/secrets.json", "/guide/..%2f..%2fetc/passwd"]) {
    expect((await asked(path)).status).toBe(404)
  }
})
