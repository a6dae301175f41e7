/** A shop that may answer "not modified" is followed exactly as one that always tells everything. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { createHash } from "node:crypto"
import { enrolledAt, newShop, order, poll, PollServices, statuses, withEtag } from "./pollWorld.ts"

const ids = ["A", "B", "C", "D"] as const
const id = fc.constantFrom(...ids)

/** What happens between two polls. */
const happening = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ _tag: "Nothing" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constant("Listed" as const),
      ids: fc.subarray([...ids]),
      nameless: fc.nat(4).map((n) => n === 0)
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Repriced" as const), id }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Matched" as const), id }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Unmatched" as const), id }) },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Expired" as const), id }) },
  { weight: 1, arbitrary: fc.constant({ _tag: "ModeLeftAndBack" as const }) },
  { weight: 1, arbitrary: fc.constant({ _tag: "OutOfOrder" as const }) },
  { weight: 1, arbitrary: fc.constant({ _tag: "SettingsSaved" as const }) }
)
const stories = fc.array(happening, { minLength: 3, maxLength: 14 })
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never

const runs = process.env["VERIFY"] === "1" ? 100 : 8

const open = "'pending', 'ambiguous', 'not_found', 'failed'"

const happens = Effect.fnUntraced(function* (accountId: string, what: Happening) {
  const sql = yield* SqlClient.SqlClient
  const move = (from: string, to: string, which: string) =>
    sql`update conciliation_requests set status = ${to}
      where account_id = ${accountId} and external_id like ${which} and status in (${sql.literal(from)})`
  switch (what._tag) {
    case "Matched":
      return yield* move(open, "matched", what.id)
    case "Unmatched":
      return yield* move("'matched'", "pending", what.id)
    case "Expired":
      return yield* move(open, "expired", what.id)
    case "ModeLeftAndBack":
      return yield* move(open, "cancelled", "%")
    default:
      return
  }
})

/** Statuses after each poll, and how often the shop was spared telling everything. */
const told = Effect.fnUntraced(function* (story: ReadonlyArray<Happening>, conditional: boolean) {
  const shop = yield* newShop
  const { accountId, save } = yield* enrolledAt(shop)
  const amounts = new Map<string, number>()
  let listed: ReadonlyArray<string> = []
  let nameless: ReadonlyArray<object> = []
  let spared = 0
  const seen: Array<ReadonlyArray<string>> = []
  for (const what of story) {
    if (what._tag === "Listed") {
      listed = what.ids
      nameless = what.nameless ? [{ amount: 1 }] : []
    }
    if (what._tag === "SettingsSaved") yield* save()
    if (what._tag === "Repriced") amounts.set(what.id, (amounts.get(what.id) ?? 10) + 1)
    yield* happens(accountId, what)
    const orders = listed.map((one) => order(one, { amount: amounts.get(one) ?? 10 }))
    const body = JSON.stringify([...orders, ...nameless])
    const answer = withEtag(`"${createHash("sha256").update(body).digest("base64url")}"`, body)
    shop.answers((response, asked) => {
      response.on("finish", () => (spared += response.statusCode === 304 ? 1 : 0))
      if (what._tag === "OutOfOrder") return response.writeHead(500).end()
      return conditional ? answer(response, asked) : response.end(body)
    })
    const { ok } = yield* poll(accountId, "asked")
    assert.strictEqual(ok, what._tag !== "OutOfOrder")
    seen.push(yield* amountsAndStatuses(accountId))
  }
  return { seen, spared }
})

const amountsAndStatuses = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const amounts = yield* sql`select external_id || ' ' || amount_minor as text from conciliation_requests
    where account_id = ${accountId} and status in (${sql.literal(open)}) order by 1`
  return [...(yield* statuses(accountId)), ...amounts.map(({ text }) => String(text))]
})

layer(PollServices, { excludeTestServices: true })("a list that is answered with 304 where it can be", (it) => {
  it.effect("leads to the same statuses and amounts as one that is told whole each time", () =>
    Effect.gen(function* () {
      let spared = 0
      for (const story of fc.sample(stories, runs)) {
        const whole = yield* told(story, false)
        const saving = yield* told(story, true)
        assert.deepStrictEqual(saving.seen, whole.seen, JSON.stringify(story))
        spared += saving.spared
      }
      assert.isAbove(spared, 0)
    })
  )
})
