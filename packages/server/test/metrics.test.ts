import { Redacted } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startServer, type TestServer } from "./support/TestServer.ts"

const token = "a token of the operators"
let server: TestServer
let closed: TestServer
beforeAll(async () => {
  const metrics = { token: Redacted.make(token), text: PrometheusMetrics.format({ prefix: "counterfoil" }) }
  server = await startServer({ metrics })
  closed = await startServer()
})
afterAll(() => Promise.all([server.stop(), closed.stop()]))

describe("GET /metrics", () => {
  it("is for who has the token, and isn't there without one", async () => {
    const without = await server.call("/metrics")
    const wrong = await server.call("/metrics", { token: `${token}s` })
    const right = await server.call("/metrics", { token })

    expect([without.status, without.json]).toEqual([401, { error: "METRICS_TOKEN is wanted as a bearer token" }])
    expect(wrong.status).toBe(401)
    expect(right.status).toBe(200)
    expect(right.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/)
    expect((await closed.call("/metrics", { token })).status).toBe(404)
  })

  it("counts requests by the path as it is declared, whatever its ids, and what is unknown as one", async () => {
    await server.call("/accounts/0199aaaa-0000-7000-8000-000000000001")
    await server.call("/accounts/not-an-id")
    await server.call("/accounts/not-an-id/no-such-thing/x")
    await server.call("/wp-login.php")

    const { text } = await server.call("/metrics", { token })

    expect(text).toMatch(/^counterfoil_http_requests_total\{route="\/accounts\/:accountId",status="401"\} [2-9]/m)
    expect(text).toMatch(/^counterfoil_http_requests_total\{route="other",status="404"\} [2-9]/m)
    expect(text).not.toMatch(/not-an-id|wp-login|0199aaaa/)
  })
})
