import { Api } from "@counterfoil/api"
import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { refusalBody } from "../../src/http/Surface.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"

const golden: unknown = JSON.parse(readFileSync(new URL("../../../../docs/openapi.json", import.meta.url), "utf8"))

let server: TestServer
let lacks: ReadonlyArray<string> = []
beforeAll(async () => {
  server = await startServer({ lacks: Effect.sync(() => lacks) })
})
afterAll(() => server.stop())

describe("the OpenAPI document", () => {
  it("is the one in docs/openapi.json", () => {
    expect(JSON.parse(JSON.stringify(OpenApi.fromApi(Api)))).toEqual(golden)
  })

  it("has a version in the paths of the external API, and in no others", () => {
    const external = "External API v1"
    const text = (paths: object) =>
      Object.entries(paths).map(([path, methods]) => [path, JSON.stringify(methods)] as const)
    const operations = text(OpenApi.fromApi(Api).paths)
    const isExternal = ([, operation]: readonly [string, string]) => operation.includes(`"tags":["${external}"]`)

    expect(operations.filter(isExternal).map(([path]) => path)).toEqual([
      "/v1/accounts/{accountId}/otp",
      "/v1/accounts/{accountId}/sms",
      "/v1/accounts/{accountId}/status",
      "/v1/accounts/{accountId}/assistances",
      "/v1/accounts/{accountId}/assistances/{assistanceId}/answer",
      "/v1/accounts/{accountId}/assistances/{assistanceId}/picture",
      "/v1/accounts/{accountId}/assistances/{assistanceId}"
    ])
    expect(operations.filter((one) => !isExternal(one) && /^\/v\d/.test(one[0]))).toEqual([])
  })

  const schemaOf = (name: string): object => Object(OpenApi.fromApi(Api).components.schemas[name])

  it("has no default in what is written: generators take such a field for one that must be sent", () => {
    const properties: object = Object(Object(schemaOf("SettingsWrite")).properties)
    expect(Object.entries(properties).filter(([, property]) => "default" in Object(property))).toEqual([])
    expect(Object(schemaOf("SettingsWrite")).required).toEqual(["webhook_url"])
    expect(Object(properties)["retry_limit"].description).toMatch(/ \(default: 3\)$/)
  })

  it("says of no required URL that it may be null", () => {
    expect(Object(Object(schemaOf("SettingsWrite")).properties)["webhook_url"]).toEqual({
      type: "string",
      description: expect.any(String)
    })
  })

  it("says of each operation how it goes well, or what it answers by default", () => {
    const operations = Object.entries(OpenApi.fromApi(Api).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...Object(operation) }))
    )
    const isTold = ({ responses }: { readonly responses: object }) =>
      Object.keys(responses).some((status) => /^2\d\d$|^default$/.test(status))
    expect(operations.length).toBeGreaterThan(40)
    expect(operations.filter((one) => !isTold(one)).map(({ name }) => String(name))).toEqual([])
  })

  const paths: object = OpenApi.fromApi(Api).paths
  const headersOf = (path: string, method: string, status: string): ReadonlyArray<string> => {
    const response = Object(Object(Object(paths)[path])[method]).responses[status]
    const shared = Object(OpenApi.fromApi(Api).components)
    const name = /^#\/components\/responses\/(\w+)$/.exec(String(response.$ref))?.[1]
    return Object.keys(name === undefined ? response.headers : shared.responses[name].headers)
  }

  it("tells of the headers that say what a refusal wants instead", async () => {
    const [stranger, other] = await Promise.all([server.call("/me"), server.call("/me", { method: "PATCH" })])
    expect([stranger.headers.get("www-authenticate"), other.headers.get("allow")]).toEqual([
      "Bearer",
      "GET, HEAD, DELETE"
    ])
    expect(headersOf("/me", "get", "401")).toContain("www-authenticate")
    expect(headersOf("/me", "get", "4XX")).toContain("allow")
  })

  it("tells that a wish for a stream's types may be refused", () => {
    expect(headersOf("/realtime/ticket", "post", "400")).toContain("counterfoil-error-code")
  })

  it("knows the code of what /v1 answers while the server starts, and its header has it too", () => {
    const refusal = { status: 503, path: "/v1/accounts/x/status", sentence: "Starting", accept: "*/*" }
    const { body, headers } = { headers: {}, ...refusalBody(refusal) }
    expect(Object(schemaOf("V1Refusal")).properties.error.properties.code.enum).toContain(JSON.parse(body).error.code)
    expect(headers).toEqual({ "counterfoil-error-code": "unavailable" })
  })

  it("is served without a token", async () => {
    const answer = await server.call("/openapi.json")
    expect([answer.status, answer.json]).toEqual([200, golden])
  })
})

describe("GET /health", () => {
  it("says that the process is alive, ready or not", async () => {
    const answer = await server.call("/health")
    expect([answer.status, answer.json]).toEqual([200, { ok: true }])
  })
})

describe("GET /ready", () => {
  it("is 503 with the reasons while the service can't do its work", async () => {
    const before = await server.call("/ready")
    lacks = ["the database is read-only"]
    const after = await server.call("/ready")
    expect([before.status, before.json]).toEqual([200, { ok: true }])
    expect([after.status, after.json]).toEqual([503, { ok: false, reasons: lacks }])
    expect(Number(after.headers.get("retry-after"))).toBeGreaterThan(0)
  })
})
