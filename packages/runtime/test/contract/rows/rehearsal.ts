import { describe, expect, it } from "vitest"
import { anId } from "../support/expectations.ts"
import { daysAgo, order, payment, reconciled } from "../support/orders.ts"
import { type Answer, field } from "../support/Service.ts"
import { service } from "../support/shared.ts"
import { listOf } from "../support/world.ts"

const shown = ({ json, status }: Answer) => [status, json]

describe("a rehearsal", () => {
  it("tells what another preset would have matched, of one account or of all that are the caller's", async () => {
    const eva = await service().person("reconcile")
    const stranger = await service().person("reconcile")
    const rehearse = (json: object) => service().call("/conciliation/rehearsal", { token: eva.token, json })
    const near = payment("R-2", { counterparty: "Jonas Webre", description: "TRF 2" })
    const { account, hook } = await reconciled(eva, "rehearsed", {
      orders: [order("R-1", { name: "Jonas Weber" })],
      payments: [payment("R-1", { counterparty: "Jonas Weber" }), near]
    })
    await service().shop.called(hook, 1)
    const [request] = listOf((await service().call("/conciliation", { token: eva.token })).json)
    const strict = await rehearse({ preset: "strict", account_id: account })
    const future = await rehearse({ preset: "strict", since: daysAgo(-1) })
    const wrong = [
      await rehearse({ preset: "bold" }),
      await rehearse({ preset: "strict", since: "soon" }),
      await rehearse({ preset: "strict", account_id: 7 })
    ]
    const absent = await rehearse({ preset: "strict", account_id: "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99" })
    const foreign = await service().call("/conciliation/rehearsal", {
      token: stranger.token,
      json: { preset: "strict", account_id: account }
    })

    expect(shown(strict)).toEqual([
      200,
      {
        preset: "strict",
        preset_in_force: "default",
        ruleset: expect.stringMatching(/./),
        orders: 1,
        movements: 2,
        matched_now: 1,
        matched_rehearsed: 0,
        same: 0,
        different: 0,
        lost: 1,
        gained: 0,
        ambiguous_now: 0,
        ambiguous_rehearsed: 1,
        against_person: 0,
        changes: [
          {
            request_id: field(request, "id"),
            account_id: account,
            external_id: "R-1",
            change: "lost",
            against_person: false,
            before: { status: "matched", movement_id: anId, result: "matched", reason: expect.stringMatching(/./) },
            after: { movement_id: null, result: "ambiguous", reason: expect.stringMatching(/./) }
          }
        ],
        changes_left_off: 0
      }
    ])
    expect([future.status, future.json]).toMatchObject([200, { orders: 0, movements: 0, changes: [] }])
    expect(wrong.map(shown)).toEqual([
      [400, { error: "preset must be one of strict, default, lenient" }],
      [400, { error: "since must be a time in ISO 8601, such as 2026-11-20T09:30:00.000Z" }],
      [400, { error: "account_id must be the id of an account" }]
    ])
    expect(shown(absent)).toEqual([404, { error: "Account not found" }])
    expect(foreign.text).toBe(absent.text)
  })
})
