import { Api } from "@counterfoil/api"
import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startServer, type TestServer } from "../support/TestServer.ts"

const golden: unknown = JSON.parse(readFileSync(new URL("../../../../docs/openapi.json", import.meta.url), "utf8"))

let server: TestServer
let ready = true
beforeAll(async () => {
  server = await startServer({ ready: Effect.sync(() => ready) })
})
afterAll(() => server.stop())

describe("the OpenAPI document", () => {
  it("is the one in docs/openapi.json", () => {
    expect(JSON.parse(JSON.stringify(OpenApi.fromApi(Api)))).toEqual(golden)
  })

  it("is served without a token", async () => {
    const answer = await server.call("/openapi.json")
    expect([answer.status, answer.json]).toEqual([200, golden])
  })
})

describe("GET /ready", () => {
  it("is 503 while the service can't do its work", async () => {
    const before = await server.call("/ready")
    ready = false
    const after = await server.call("/ready")
    expect([before.status, before.json, after.status, after.json]).toEqual([200, { ok: true }, 503, { ok: false }])
  })
})
