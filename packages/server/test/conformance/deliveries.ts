import type { Account, DeliveryDetail } from "@counterfoil/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rows } from "../support/table.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"
import { at } from "../support/World.ts"

let server: TestServer
let token: string
let account: Account
let bare: Account
let failed: DeliveryDetail
let ended: DeliveryDetail

beforeAll(async () => {
  server = await startServer()
  const { world } = server
  const ana = world.user("ana@example.com")
  const bank = world.bank("demo")
  account = world.accountOf(ana, bank)
  bare = world.accountOf(ana, bank, "Bare")
  world.delivery(account)
  failed = world.delivery(account, {
    status: "exhausted",
    deliveredAt: null,
    lastOutcome: "timeout",
    stoppedBecause: "The last attempt of the schedule failed: there was no complete answer within 15s",
    stoppedCode: "exhausted",
    attempts: [
      {
        number: 1,
        url: "https://shop.example/hook?key=hidden",
        startedAt: at("2026-11-20T09:30:00.000Z"),
        finishedAt: at("2026-11-20T09:30:15.004Z"),
        outcome: "timeout",
        httpStatus: null,
        response: null,
        fault: "there was no complete answer within 15s",
        early: false
      }
    ]
  })
  ended = world.delivery(account, { status: "cancelled", lane: "notification" })
  world.endpoints.set(account.id, {
    url: "https://shop.example/hook?key=hidden",
    state: "active",
    failures: 2,
    lastSuccessAt: null,
    lastFailureAt: at("2026-11-20T09:30:15.004Z"),
    lastTest: { at: at("2026-11-20T09:31:00.000Z"), outcome: "egress_refused" },
    waiting: 7
  })
  const leo = world.user("leo@example.com")
  world.delivery(world.accountOf(leo, bank))
  token = await server.logIn(ana.email)
})
afterAll(() => server.stop())

const item = (extra: object = {}) => ({
  id: expect.any(String),
  webhook_id: "msg_01K5JZV2M3N4P5Q6R7S8T9V0W1",
  account_id: account.id,
  lane: "result",
  event: "matched",
  request_id: null,
  movement_id: null,
  external_id: null,
  sender_name: null,
  sequence: 1,
  status: "delivered",
  attempts_made: 1,
  last_outcome: "delivered",
  created_at: "2026-11-20T09:30:00.000Z",
  next_attempt_at: null,
  delivered_at: "2026-11-20T09:30:00.000Z",
  stopped_because: null,
  stopped_code: null,
  ...extra
})

const exhausted = () => ({
  id: failed.id,
  status: "exhausted",
  delivered_at: null,
  last_outcome: "timeout",
  stopped_because: failed.stoppedBecause,
  stopped_code: "exhausted"
})

const post = { method: "POST" } as const

describe("deliveries", () => {
  it("are listed over the caller's accounts, 50 at a time", async () => {
    const answer = await server.call("/deliveries", { token })
    expect(answer.json).toEqual([
      item(),
      item(exhausted()),
      item({ id: ended.id, status: "cancelled", lane: "notification" })
    ])
    expect(server.world.asked).toContain("deliveries 50 0 {}")
  })

  it("are filtered by what they are about", async () => {
    const id = "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99"
    const query = `account_id=${account.id}&status=exhausted&event=matched&request_id=${id.toUpperCase()}&movement_id=${id}`
    const answer = await server.call(`/deliveries?limit=200&offset=0&${query}`, { token })
    expect(answer.json).toEqual([item(exhausted())])
    const filter = { event: "matched", accountId: account.id, requestId: id, movementId: id, status: "exhausted" }
    const asked = server.world.asked.findLast((line) => line.startsWith("deliveries 200 0 ")) ?? ""
    expect(JSON.parse(asked.slice("deliveries 200 0 ".length))).toEqual(filter)
  })

  it("are replayed one by one", async () => {
    const answer = await server.call(`/deliveries/${failed.id}/replay`, { ...post, token })
    expect([answer.status, answer.json]).toEqual([202, { queued: true }])
    expect(server.world.asked).toContain(`replay ${failed.id}`)
  })

  it("are replayed in bulk", async () => {
    const json = { status: "exhausted", account_id: account.id, since: "2026-11-20T10:00:00+01:00" }
    const answer = await server.call("/deliveries/replay", { token, json })
    expect([answer.status, answer.json]).toEqual([202, { queued: 1 }])
    expect(server.world.asked).toContain(`replay exhausted ${account.id} 2026-11-20T09:00:00.000Z`)
  })

  const badQuery = (query: string, error: string) => () => ({
    path: `/deliveries?${query}`,
    call: { token },
    status: 400,
    json: { error }
  })
  const badReplay = (json: unknown, error: string) => () => ({
    path: "/deliveries/replay",
    call: { token, json },
    status: 400,
    json: { error }
  })
  const statuses = "pending, delivering, delivered, exhausted, cancelled, held"
  rows(() => server, {
    "have their body and their attempts in the detail, addresses without their query": () => ({
      path: `/deliveries/${failed.id}`,
      call: { token },
      status: 200,
      json: {
        ...item(exhausted()),
        body: '{"status":"matched"}',
        attempts: [
          {
            number: 1,
            url: "https://shop.example/hook",
            started_at: "2026-11-20T09:30:00.000Z",
            finished_at: "2026-11-20T09:30:15.004Z",
            duration_ms: 15_004,
            early: false,
            outcome: "timeout",
            http_status: null,
            response: null,
            fault: "there was no complete answer within 15s"
          }
        ]
      }
    }),
    "are not sent again once cancelled": () => ({
      path: `/deliveries/${ended.id}/replay`,
      call: { ...post, token },
      status: 409,
      json: {
        error:
          "A delivery that was cancelled, or tells of a match that was undone, is not sent again: what it tells of is over"
      }
    }),
    "of another user's account are none, as of an unknown one": () => ({
      path: `/deliveries?account_id=0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99`,
      call: { token },
      status: 200,
      json: []
    }),
    "refuse an unknown status": badQuery("status=lost", `status must be one of ${statuses}`),
    "refuse an account that is no UUID": badQuery("account_id=x", "account_id must be a UUID"),
    "refuse a request that is no UUID": badQuery("request_id=x", "request_id must be a UUID"),
    "refuse a limit over 200": badQuery("limit=201", "limit must be a whole number from 1 to 200"),
    "refuse an unknown cursor": badQuery(
      "before=0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99",
      "before must be the id of a delivery"
    ),
    "refuse a cursor that is no id": badQuery("before=x", "before must be the id of a delivery"),
    "refuse a bulk replay of delivered ones": badReplay({ status: "delivered" }, "status must be exhausted or held"),
    "refuse a bulk replay of nothing": badReplay({}, "status must be exhausted or held"),
    "refuse a time that is none": badReplay(
      { status: "held", since: "2026-02-31T25:61:61Z" },
      "since must be a time such as 2026-11-20T09:30:00Z"
    )
  })
})

describe("the endpoint of an account", () => {
  const endpoint = (state: string) => ({
    url: "https://shop.example/hook",
    state,
    failures: 2,
    last_success_at: null,
    last_failure_at: "2026-11-20T09:30:15.004Z",
    last_test: { at: "2026-11-20T09:31:00.000Z", outcome: "egress_refused" },
    waiting: 7
  })
  const without = { status: 400, json: { error: "The account's settings name no webhook_url yet" } }
  rows(() => server, {
    "tells how it does": () => ({
      path: `/accounts/${account.id}/endpoint`,
      call: { token },
      status: 200,
      json: endpoint("active")
    }),
    "is null before the settings": () => ({
      path: `/accounts/${bare.id}/endpoint`,
      call: { token },
      status: 200,
      json: null
    }),
    "is paused": () => ({
      path: `/accounts/${account.id}/endpoint/pause`,
      call: { ...post, token },
      status: 200,
      json: endpoint("paused")
    }),
    "is resumed": () => ({
      path: `/accounts/${account.id}/endpoint/resume`,
      call: { ...post, token },
      status: 200,
      json: endpoint("active")
    }),
    "can't be paused before the settings": () => ({
      path: `/accounts/${bare.id}/endpoint/pause`,
      call: { ...post, token },
      ...without
    }),
    "can't be tested before the settings": () => ({
      path: `/accounts/${bare.id}/webhook-test`,
      call: { ...post, token },
      ...without
    }),
    "is tested, and what came of it is told": () => ({
      path: `/accounts/${account.id}/webhook-test`,
      call: { ...post, token },
      status: 200,
      json: {
        outcome: "egress_refused",
        http_status: null,
        duration_ms: 3,
        response: null,
        fault: "shop.example may not be called: 10.0.0.8 is a private address",
        advice: "EGRESS_ALLOW opens private ranges"
      }
    })
  })

  it("is tested ten times a minute by one user", async () => {
    const mia = server.world.user("mia@example.com")
    const { id } = server.world.accountOf(mia, server.world.bank("mias"))
    const call = { ...post, token: await server.logIn(mia.email) }
    const statuses: Array<number> = []
    for (let n = 0; n < 11; n++) statuses.push((await server.call(`/accounts/${id}/webhook-test`, call)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  })
})
