/** What somebody put into an address by mistake is in no line of the log: whoever reads logs could use it. */
import { once } from "node:events"
import { request } from "node:http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const account = "0199aaaa-0000-7000-8000-000000000001"
const key = `svc_P2nKKb3Z_${"peiw7eRRgBoMfQHY".repeat(4)}`

const lineOf = (method: string, status: number): string =>
  server.logs.find((line) => line.includes(`"method":"${method}"`) && line.includes(`"status":${status}`)) ?? ""

it("a key in the path of a request is not logged, and its account is", async () => {
  await server.call(`/v1/accounts/${account}/sms/${key}`, { method: "PUT" })
  await server.call(`/v1/accounts/%73${key.slice(1)}/status`, { method: "DELETE" })

  expect(lineOf("PUT", 404)).toContain(`"path":"/v1/accounts/${account}/sms/svc_…"`)
  expect(lineOf("DELETE", 405)).toContain(`"path":"/v1/accounts/%73v…/status"`)
  expect(server.logs.join("\n")).not.toContain("peiw7eRR")
})

it("a method without end is logged by its beginning", async () => {
  await server.call("/me", { method: "X".repeat(5_000) })

  expect(lineOf("XXXXXXXXXXXXXXXXXXXX", 405)).not.toBe("")
  expect(server.logs.join("\n")).not.toContain("X".repeat(21))
})

it("what a terminal obeys is logged as a sign", async () => {
  // The two bytes of U+009B, which begins an order as ESC and a bracket do.
  const asked = request(server.url, { method: "PATCH", path: "/\u00c2\u009b2J", agent: false }).end()
  await once(asked, "response")

  expect(lineOf("PATCH", 404)).toContain('"path":"/\ufffd2J"')
  asked.destroy()
})
