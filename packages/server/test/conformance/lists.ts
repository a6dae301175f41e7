import type { Account, MovementRecord, RequestDetail } from "@counterfoil/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { at } from "../support/World.ts"
import { rows } from "../support/table.ts"
import { startServer, type TestServer } from "../support/TestServer.ts"

let server: TestServer
let token: string
let account: Account
let paid: MovementRecord
let request: RequestDetail

beforeAll(async () => {
  server = await startServer()
  const { world } = server
  const ana = world.user("ana@example.com")
  account = world.accountOf(ana, world.bank("demo"))
  token = await server.logIn(ana.email)
  paid = world.movement(account, { notifiedAt: at("2026-11-20T01:02:03.004Z") })
  world.movement(account, { amountMinor: -5n, currency: "USD", senderName: "", externalId: "TX-2" })
  world.movement(account, { amountMinor: 1_000n, currency: "JPY", externalId: "TX-3" })
  world.movement(account, { amountMinor: 1_250n, currency: "KWD", externalId: "TX-4" })
  request = world.request(account)
  const payment = {
    id: "aaaaaaaa-0000-4000-8000-000000000003",
    requestId: "aaaaaaaa-0000-4000-8000-000000000002",
    bankTransactionId: paid.id,
    isPrimary: true,
    amountMinor: 125_000n,
    currency: "EUR",
    senderName: "Ana Ruiz",
    receivedAt: at("2026-11-19T23:00:00Z"),
    alsoPays: [{ id: request.id, externalId: request.externalId }]
  }
  world.request(account, {
    externalId: "ORDER-2",
    status: "matched",
    attempts: [
      {
        id: "aaaaaaaa-0000-4000-8000-000000000001",
        requestId: "aaaaaaaa-0000-4000-8000-000000000002",
        attemptNumber: 1,
        result: "matched",
        reason: null,
        createdAt: world.now
      }
    ],
    match: payment,
    matches: [payment]
  })
})
afterAll(() => server.stop())

const movements = (query = "") => `/accounts/${account.id}/movements${query}`
const movement = (extra: object) => ({
  id: expect.any(String),
  external_id: "TX-1",
  amount: "1250.00",
  currency: "EUR",
  sender_name: "Ana Ruiz",
  received_at: "2026-11-19T23:00:00.000Z",
  notified_at: null,
  excluded_at: null,
  bank_movement_id: null,
  booked_date: "2026-11-20",
  value_date: null,
  status: "booked",
  description: "TRF DE Ana Ruiz",
  counterparty: null,
  counterparty_account: null,
  balance: null,
  removed_at: null,
  reversed_at: null,
  ...extra
})

describe("movements", () => {
  it("are listed with exact amounts", async () => {
    const answer = await server.call(movements(), { token })
    expect([answer.status, answer.json]).toEqual([
      200,
      [
        movement({ id: paid.id, notified_at: "2026-11-20T01:02:03.004Z" }),
        movement({ external_id: "TX-2", amount: "-0.05", currency: "USD", sender_name: "" }),
        movement({ external_id: "TX-3", amount: "1000.00", currency: "JPY" }),
        movement({ external_id: "TX-4", amount: "1.250", currency: "KWD" })
      ]
    ])
  })

  it("come 100 at a time from the first on, unless asked otherwise", async () => {
    await server.call(movements(), { token })
    await server.call(movements("?limit=500&offset=7"), { token })
    expect(server.world.asked).toEqual(expect.arrayContaining(["movements 100 0", "movements 500 7"]))
  })

  const limits = "limit must be a whole number from 1 to 500"
  const refused = (query: string, error: string) => () => ({
    path: movements(query),
    call: { token },
    status: 400,
    json: { error }
  })
  rows(() => server, {
    "refuse a limit over 500": refused("?limit=501", limits),
    "refuse a limit of 0": refused("?limit=0", limits),
    "refuse a negative limit": refused("?limit=-1", limits),
    "refuse a limit that is no number": refused("?limit=ten", limits),
    "refuse a broken limit": refused("?limit=1.5", limits),
    "refuse an empty limit": refused("?limit=", limits),
    "refuse two limits": refused("?limit=1&limit=2", limits),
    "refuse a negative offset": refused("?offset=-1", "offset must be a whole number from 0 to 1000000000"),
    "refuse a cursor that is no id": refused("?before=x", "before must be the id of a movement"),
    "refuse a cursor that is no row": refused(
      "?before=0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99",
      "before must be the id of a movement"
    ),
    "pass over what they don't know": () => ({
      path: movements("?limit=1&colour=red"),
      call: { token },
      status: 200,
      json: [movement({ notified_at: "2026-11-20T01:02:03.004Z" })]
    }),
    "are replayed with 202": () => ({
      path: `/accounts/${account.id}/movements/${paid.id}/notify`,
      call: { method: "POST", token },
      status: 202,
      json: { queued: true }
    }),
    "are taken out": () => ({
      path: `/accounts/${account.id}/movements/${paid.id}/exclude`,
      call: { method: "POST", token },
      status: 200,
      json: movement({ notified_at: "2026-11-20T01:02:03.004Z", excluded_at: "2026-11-20T09:30:00.000Z" })
    }),
    "are taken in again": () => ({
      path: `/accounts/${account.id}/movements/${paid.id}/include`,
      call: { method: "POST", token },
      status: 200,
      json: movement({ notified_at: "2026-11-20T01:02:03.004Z" })
    })
  })
})

const item = (extra: object) => ({
  id: expect.any(String),
  account_id: account.id,
  external_id: "ORDER-1",
  status: "pending",
  amount: "1250.00",
  currency: "EUR",
  sender_name: "Ana Ruiz",
  created_at: "2026-11-20T09:30:00.000Z",
  bank: "demo",
  account_name: "Main",
  ...extra
})

describe("conciliation requests", () => {
  it("are listed over all accounts, 50 at a time", async () => {
    const answer = await server.call("/conciliation", { token })
    expect(answer.json).toEqual([item({ id: request.id }), item({ external_id: "ORDER-2", status: "matched" })])
    expect(server.world.asked).toContain("requests 50 0 any")
  })

  it("have their attempts and their match in the detail", async () => {
    const [, matched] = [...server.world.requests.values()]
    const answer = await server.call(`/conciliation/${matched?.id}`, { token })
    const match = {
      id: "aaaaaaaa-0000-4000-8000-000000000003",
      request_id: "aaaaaaaa-0000-4000-8000-000000000002",
      bank_transaction_id: paid.id,
      is_primary: true,
      amount: "1250.00",
      currency: "EUR",
      sender_name: "Ana Ruiz",
      received_at: "2026-11-19T23:00:00.000Z"
    }
    expect(answer.json).toEqual({
      ...item({ id: matched?.id, external_id: "ORDER-2", status: "matched" }),
      attempts: [
        {
          id: "aaaaaaaa-0000-4000-8000-000000000001",
          request_id: "aaaaaaaa-0000-4000-8000-000000000002",
          attempt_number: 1,
          result: "matched",
          reason: null,
          created_at: "2026-11-20T09:30:00.000Z"
        }
      ],
      match,
      matches: [{ ...match, also_pays: [{ request_id: request.id, external_id: request.externalId }] }]
    })
  })

  it("are run again by the account's actor", async () => {
    const answer = await server.call(`/conciliation/${request.id}/run`, { method: "POST", token })
    expect([answer.status, answer.json]).toEqual([202, { queued: true }])
    expect(server.world.asked).toContain(`run ${account.id} ${request.id}`)
  })

  const statuses = "pending, processing, matched, ambiguous, not_found, expired, cancelled, failed"
  rows(() => server, {
    "have no match and no attempts at first": () => ({
      path: `/conciliation/${request.id}`,
      call: { token },
      status: 200,
      json: { ...item({}), attempts: [], match: null, matches: [] }
    }),
    "are filtered by status": () => ({
      path: "/conciliation?status=matched&limit=200",
      call: { token },
      status: 200,
      json: [item({ external_id: "ORDER-2", status: "matched" })]
    }),
    "refuse an unknown status": () => ({
      path: "/conciliation?status=open",
      call: { token },
      status: 400,
      json: { error: `status must be one of ${statuses}` }
    }),
    "refuse a limit over 200": () => ({
      path: "/conciliation?limit=201",
      call: { token },
      status: 400,
      json: { error: "limit must be a whole number from 1 to 200" }
    }),
    "refuse a cursor that is no id": () => ({
      path: "/conciliation?before=x",
      call: { token },
      status: 400,
      json: { error: "before must be the id of a request" }
    }),
    "refuse a cursor that is no request": () => ({
      path: "/conciliation?before=0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99",
      call: { token },
      status: 400,
      json: { error: "before must be the id of a request" }
    }),
    "refuse a wish that is none": () => ({
      path: "/conciliation/requests?needs_person=perhaps",
      call: { token },
      status: 400,
      json: { error: "needs_person must be yes or no" }
    }),
    "refuse an id that is none": () => ({
      path: "/conciliation/requests?id=x",
      call: { token },
      status: 400,
      json: { error: "id must be a UUID" }
    }),
    "are left by their own user only": () => ({
      path: "/conciliation/0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99/leave",
      call: { method: "POST", token },
      status: 404,
      json: { error: "Not found" }
    }),
    "are left in one of two ways": () => ({
      path: "/conciliation/0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99/leave?as=lost",
      call: { method: "POST", token },
      status: 400,
      json: { error: "as must be waiting or closed" }
    }),
    "are counted by status": () => ({
      path: "/conciliation/summary",
      call: { token },
      status: 200,
      json: {
        pending: 1,
        processing: 0,
        matched: 1,
        ambiguous: 0,
        not_found: 0,
        expired: 0,
        cancelled: 0,
        failed: 0,
        needs_person: 0,
        needs_person_of: {
          pending: 0,
          processing: 0,
          matched: 0,
          ambiguous: 0,
          not_found: 0,
          expired: 0,
          cancelled: 0,
          failed: 0
        },
        taken_back: 0,
        closed_of: {
          pending: 0,
          processing: 0,
          matched: 0,
          ambiguous: 0,
          not_found: 0,
          expired: 0,
          cancelled: 0,
          failed: 0
        }
      }
    }),
    "are not explained before their first attempt": () => ({
      path: `/conciliation/${request.id}/explanation`,
      call: { token },
      status: 200,
      json: null
    }),
    "are resolved by a movement of the same account only": () => ({
      path: `/conciliation/${request.id}/resolve`,
      call: { token, json: { movement_id: "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99" } },
      status: 404,
      json: { error: "Movement not found for this account" }
    }),
    "are resolved by a movement that is named": () => ({
      path: `/conciliation/${request.id}/resolve`,
      call: { token, json: {} },
      status: 400,
      json: { error: "movement_id is required: the id of a movement of the same account" }
    }),
    "are resolved by a list of ids": () => ({
      path: `/conciliation/${request.id}/resolve`,
      call: { token, json: { movement_ids: [] } },
      status: 400,
      json: { error: "movement_ids must be a list of 1 to 20 ids of movements of the same account" }
    }),
    "are replayed with 202": () => ({
      path: `/conciliation/${request.id}/notify`,
      call: { method: "POST", token },
      status: 202,
      json: { queued: true }
    })
  })
})

describe("what was taught of payers' names", () => {
  const id = "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b77"
  const payers = (more = "") => `/accounts/${account.id}/payers${more}`
  rows(() => server, {
    "is listed for the account's owner": () => ({
      path: payers(),
      call: { token },
      status: 200,
      json: [
        {
          id,
          order_name: "Jonas Weber",
          sender_name: "PETRA LANG",
          counterparty_account: "DE89370400440532013000",
          verdict: "confirmed",
          taught_at: "2026-11-20T09:30:00.000Z"
        }
      ]
    }),
    "is forgotten with 204": () => ({
      path: payers(`/${id}`),
      call: { method: "DELETE", token },
      status: 204,
      json: undefined
    }),
    "is not there twice": () => ({
      path: payers("/0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b78"),
      call: { method: "DELETE", token },
      status: 404,
      json: { error: "Not found" }
    })
  })
})
