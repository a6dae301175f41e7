/** Every way in which a bank can fail, on a real server with a real browser, and what the account's owner sees of it. */
import { scrapeFailureKinds } from "@counterfoil/domain"
import { startDemoBank } from "@counterfoil/demo-bank"
import { TestDatabase } from "@counterfoil/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Enrolment, enrol, live, observe } from "./failures/observe.ts"
import { impatientRows, lastRows, type Row, rows } from "./failures/rows.ts"
import { answerCodes, setStage, type Stage } from "./failures/Stage.ts"
import type { Environment } from "./support/Command.ts"

const patience = 600_000

const byTitle = <A>(of: ReadonlyArray<readonly [Row, A]>) => Object.fromEntries(of.map(([{ title }, a]) => [title, a]))
const wanted = (of: ReadonlyArray<Row>) => byTitle(of.map((row) => [row, row.outcome]))

/** Lets all rows happen at once, and looks twice: right after each story, and when all are over. */
const happen = Effect.fnUntraced(function* (stage: Stage, enrolments: Array<Enrolment>, of: ReadonlyArray<Row>) {
  const enrolled = yield* Effect.forEach(
    of,
    (row) =>
      Effect.tap(enrol(stage, row, `customer-${rowNumber(row)}`), (enrolment) =>
        Effect.sync(() => void enrolments.push(enrolment))
      ),
    { concurrency: 4 }
  )
  const each = <A, E, R>(look: (enrolment: Enrolment) => Effect.Effect<A, E, R>) =>
    Effect.map(
      Effect.forEach(enrolled, (enrolment) => Effect.map(look(enrolment), (seen) => [enrolment.row, seen] as const), {
        concurrency: "unbounded"
      }),
      byTitle
    )
  assert.deepStrictEqual<unknown>(yield* each((enrolment) => live(stage, enrolment)), wanted(of))
  assert.deepStrictEqual<unknown>(yield* each((enrolment) => observe(stage, enrolment)), wanted(of))
})

/** Every third one in a hurry; all of them by `npm run verify`. */
const tried = rows.filter((_, nth) => process.env["VERIFY"] !== undefined || nth % 3 === 0)

const everyRow = [...rows, ...lastRows, ...impatientRows]
const rowNumber = (row: Row) => everyRow.indexOf(row) + 1

const happenInTurn = (env: Environment, groups: ReadonlyArray<ReadonlyArray<Row>>) =>
  Effect.gen(function* () {
    const stage = yield* setStage(env)
    const enrolments: Array<Enrolment> = []
    yield* answerCodes(stage, (accountId) => {
      const found = enrolments.find((enrolment) => enrolment.accountId === accountId)
      return found?.row.switches?.["codeNeverSent"] === true ? undefined : found?.customer
    })
    for (const group of groups) yield* happen(stage, enrolments, group)
  }).pipe(Effect.scoped, Effect.provide(TestDatabase.layer))

describe.concurrent("a bank that fails", () => {
  it.live(
    "leaves its account as the policy says, whatever it does",
    () => happenInTurn({}, [tried, lastRows]),
    patience
  )

  it.live(
    "is not waited for longer than it may take",
    () => happenInTurn({ READ_TIMEOUT: "2 seconds", OTP_TIMEOUT: "2 seconds" }, [impatientRows]),
    patience
  )
})

describe("the table of failures", () => {
  it("has a row for every switch of the demo bank", async () => {
    const bank = await startDemoBank()
    const response = await fetch(`${bank.url}/control/switches`)
    const switches = Object.keys(Object(await response.json()))
    await bank.close()
    const tried = new Set(everyRow.flatMap((row) => Object.keys(row.switches ?? {})))
    assert.deepStrictEqual([...tried].sort(), switches.sort())
  })

  it("has a row for every kind of failure", () => {
    const told = everyRow.flatMap(({ outcome }) => outcome.notified.map((text) => text.split(/[ ,]/)[1]))
    // `address_refused` is no bank's doing: the operator's rules close its address (packages/browser/test/network.test.ts).
    const ofBanks = scrapeFailureKinds.filter((kind) => kind !== "address_refused")
    assert.sameMembers([...new Set(told)], ofBanks)
  })
})
