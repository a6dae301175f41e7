import { createConfig, lintFromString } from "@redocly/openapi-core"
import { OpenApi } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { Api } from "../src/index.ts"
import { isNode, nodeAt, nodesAt } from "../src/openApi/json.ts"

const source = JSON.stringify(OpenApi.fromApi(Api))
const parsed: unknown = JSON.parse(source)
const document = isNode(parsed) ? parsed : {}

/** Findings that stay, each with its reason. */
const exceptions = [
  {
    finding: "no-ambiguous-paths #/paths/~1conciliation~1poll~1{accountId}",
    reason: "Both paths are in the published contract; a request's id is a UUID and never `poll`."
  }
]

const operations = Object.values(nodeAt(document, "paths")).flatMap((item) =>
  isNode(item) ? Object.values(item).filter(isNode) : []
)

describe("the OpenAPI document", () => {
  it("passes the linter's strict rules, but for the exceptions above", async () => {
    const config = await createConfig({ extends: ["recommended-strict"] })
    const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config })

    const findings = problems.map(({ location: [place], ruleId }) => `${ruleId} ${place?.pointer}`)

    expect(findings.sort()).toEqual(exceptions.map(({ finding }) => finding))
  })

  it("names both surfaces' credentials, the key in either header", () => {
    expect(nodeAt(nodeAt(document, "components"), "securitySchemes")).toMatchObject({
      token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
      apiKeyAuthorization: { type: "apiKey", in: "header", name: "Authorization" }
    })
    expect(nodeAt(nodeAt(nodeAt(document, "paths"), "/v1/accounts/{accountId}/status"), "get")["security"]).toEqual([
      { apiKey: [] },
      { apiKeyAuthorization: [] }
    ])
  })

  it("says of every page's size what it may be and what it is by default", () => {
    const limits = operations
      .flatMap((operation) => nodesAt(operation, "parameters").map((parameter) => ({ operation, parameter })))
      .filter(({ parameter }) => parameter["name"] === "limit")
      .map(({ operation, parameter }) => [operation["operationId"], parameter["schema"]])

    expect(Object.fromEntries(limits)).toEqual({
      "accounts.activity": { type: "integer", minimum: 1, maximum: 200, default: 50 },
      "codes.assistances": { type: "integer", minimum: 1, maximum: 200, default: 50 },
      "scrapes.list": { type: "integer", minimum: 1, maximum: 200, default: 50 },
      "movements.list": { type: "integer", minimum: 1, maximum: 500, default: 100 },
      "movements.search": { type: "integer", minimum: 1, maximum: 200, default: 50 },
      "conciliation.search": { type: "integer", minimum: 1, maximum: 200, default: 50 },
      "realtime.events": { type: "integer", minimum: 1, maximum: 500, default: 200 },
      "conciliation.list": { type: "integer", minimum: 1, maximum: 200, default: 50 },
      "deliveries.list": { type: "integer", minimum: 1, maximum: 200, default: 50 },
      "v1.assistances": { type: "integer", minimum: 1, maximum: 200, default: 50 }
    })
  })

  it("names each of the eight realtime messages, told apart by their type", () => {
    const message = nodeAt(nodeAt(nodeAt(document, "components"), "schemas"), "RealtimeMessage")

    expect(Object.keys(nodeAt(nodeAt(message, "discriminator"), "mapping"))).toEqual([
      "assistance.requested",
      "assistance.fulfilled",
      "assistance.cancelled",
      "login.failed",
      "scrape.failed",
      "scrape.succeeded",
      "session.started",
      "session.stopped"
    ])
    expect(nodesAt(message, "oneOf")).toHaveLength(8)
  })

  it("shows a code that is waited for as it is answered: no session runs before the login is done", () => {
    const status = nodeAt(nodeAt(nodeAt(document, "paths"), "/v1/accounts/{accountId}/status"), "get")
    const answer = nodeAt(nodeAt(nodeAt(status, "responses"), "200"), "content")
    const shown = nodeAt(nodeAt(nodeAt(nodeAt(answer, "application/json"), "examples"), "example"), "value")
    expect(shown).toMatchObject({ session_running: false, pending_assistance: { type: "otp" } })
  })

  it("describes every webhook with its signature", () => {
    const webhooks = nodeAt(document, "webhooks")
    const headers = Object.keys(webhooks).map((name) =>
      nodesAt(nodeAt(nodeAt(webhooks, name), "post"), "parameters").map((parameter) => parameter["name"])
    )

    const ours = ["counterfoil-account", "counterfoil-event", "counterfoil-attempt"]
    const each = ["webhook-id", "webhook-timestamp", "webhook-signature", ...ours, "counterfoil-sequence"]
    expect([Object.keys(webhooks), headers]).toEqual([
      ["orderResult", "movement", "notification", "test"],
      [each, each, each, each.slice(0, -1)]
    ])
  })
})
