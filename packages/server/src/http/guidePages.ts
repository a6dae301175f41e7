/**
 * The guide: the project's texts as `npm run docs` builds them, under `/guide/`. They are read once, packed, when the server
 * starts, so that a path of a request never becomes a path of the machine.
 */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { readdir, readFile } from "node:fs/promises"
import * as Path from "node:path"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { contentTypeOf, guardsWith } from "./pageHeaders.ts"

export const guidePath = "/guide"

/** All of it comes from here. It has no forms, and signs nobody in. */
const guards = guardsWith(
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
)

interface Page {
  readonly name: string
  readonly bytes: Uint8Array
  readonly packed: boolean
}

/** By their names in the folder. */
type GuidePages = ReadonlyMap<string, Page>

/** Fails as a defect where the folder can't be read, for then the installation is broken. */
export const readGuide = (folder: string): Effect.Effect<GuidePages> =>
  Effect.promise(async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const pages = new Map<string, Page>()
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = Path.join(entry.parentPath, entry.name)
      const name = Path.relative(folder, file).replaceAll(Path.sep, "/").replace(/\.gz$/, "")
      pages.set(name, { name, bytes: await readFile(file), packed: file.endsWith(".gz") })
    }
    return pages
  })

/** Addresses have no endings: `/guide/operating` is `operating.html`. */
const pageFor = (pages: GuidePages, path: string): Page | undefined =>
  [path, `${path}.html`, `${path}${path === "" || path.endsWith("/") ? "" : "/"}index.html`]
    .map((name) => pages.get(name))
    .find((page) => page !== undefined)

const notThere = HttpServerResponse.jsonUnsafe({ error: "Not found" }, { status: 404 })

const unpack = promisify(gunzip)

const answer = Effect.fnUntraced(function* ({ bytes, name, packed }: Page, accepted: string, status: number) {
  const asItIs = !packed || /\bgzip\b/.test(accepted)
  return HttpServerResponse.uint8Array(asItIs ? bytes : yield* Effect.promise(() => unpack(bytes)), {
    status,
    contentType: contentTypeOf(name),
    headers: {
      ...guards,
      // Files there are named after their content.
      "cache-control": name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      ...(packed && asItIs ? { "content-encoding": "gzip" } : {})
    }
  })
})

export const guidePage = (pages: GuidePages) =>
  Effect.gen(function* () {
    const { headers, url } = yield* HttpServerRequest.HttpServerRequest
    const path = url.replace(/[?#].*$/s, "").slice(guidePath.length + 1)
    const accepted = headers["accept-encoding"] ?? ""
    const page = pageFor(pages, path)
    if (page !== undefined) return yield* answer(page, accepted, 200)
    const missing = /\.[a-z0-9]+$/.test(path) ? undefined : pages.get("404.html")
    return missing === undefined ? notThere : yield* answer(missing, accepted, 404)
  })
