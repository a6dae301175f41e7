import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe("the API's reference page", () => {
  it("is linked from the front page and needs no token", async () => {
    const front = await server.call("/")
    const page = await server.call("/docs")

    expect(front.text).toContain('href="/docs"')
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    expect(page.text).toContain("accounts.saveSettings")
  })

  it("brings its scripts along, and none but these may run or reach another server", async () => {
    const { headers, text } = await server.call("/docs")
    const policy = Object.fromEntries(
      (headers.get("content-security-policy") ?? "").split("; ").map((rule) => {
        const [name, ...sources] = rule.split(" ")
        return [name, sources]
      })
    )
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`
    )

    expect(text).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)=/)
    expect(policy).toMatchObject({ "default-src": ["'none'"], "connect-src": ["'self'"], "script-src": scripts })
    expect(scripts.length).toBeGreaterThan(0)
  })

  it("is the same page for a client that takes no compressed answer", async () => {
    const zipped = await server.call("/docs", { headers: { "accept-encoding": "gzip" } })
    const plain = await server.call("/docs", { headers: { "accept-encoding": "identity" } })

    expect([zipped.headers.get("content-encoding"), plain.headers.get("content-encoding")]).toEqual(["gzip", null])
    expect(plain.text === zipped.text).toBe(true)
  })

  it("answers another method with 405", async () => {
    const answer = await server.call("/docs", { method: "POST" })

    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  })
})
