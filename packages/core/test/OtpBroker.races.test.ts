/** What the broker promises to whoever meets at it, whatever the order in which they come. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { everyOrder } from "./support/chosenOrder.ts"
import { type Command, commands, play, type Seen, type Verdicts } from "./support/otpScenario.ts"

const allVerdicts: ReadonlyArray<Verdicts> = [["accepted"], ["rejected", "accepted"], ["rejected", "rejected"]]

const pairs = commands.flatMap((one, index) => commands.slice(index).map((other) => [one, other] as const))

const of = (seen: Seen, what: string) =>
  seen.steps.filter((step) => step.startsWith(what)).map((step) => step.slice(what.length + 1))

const holds = (seen: Seen): void => {
  const taken = of(seen, "took")
  const typed = of(seen, "typed")
  const asked = seen.events.filter(({ type }) => type === "assistance.requested").length
  const endings = seen.events.filter(({ type }) => type !== "assistance.requested")

  assert.isTrue(seen.loginEnded && seen.commandsEnded, "nobody waits for ever, and nothing breaks")
  assert.isNull(seen.pending, "nothing is left on the broker")
  assert.deepEqual(
    typed.filter((code) => !taken.includes(code)),
    [],
    "only codes that were taken are typed"
  )
  if (!seen.cutOff) {
    assert.deepEqual(
      taken.filter((code) => !typed.includes(code)),
      [],
      "a code that was taken is typed, unless the login was cut off"
    )
  }
  assert.strictEqual(new Set(typed).size, typed.length, "no code is typed twice")
  assert.isAtMost(taken.length, asked, "one code is taken each time that one is asked for")
  const cancelledAt = seen.steps.indexOf("cancelled")
  if (cancelledAt >= 0) {
    const after = seen.steps.slice(cancelledAt + 1).filter((step) => !step.startsWith("took"))
    assert.deepEqual(after, [], "nothing is typed once the request is cancelled, and it is cancelled once")
    assert.deepEqual(endings, [{ type: "assistance.cancelled", reason: "cancelled" }])
  }
  assert.isFalse(seen.requests.includes("pending"), "no request stays open in the tables")
  assert.strictEqual(endings.length, seen.requests.length, "each request is told to have ended, once")
  assert.isTrue(
    seen.events.every(({ type }, index) => (type === "assistance.requested") === index < asked),
    "an end is told after what has ended"
  )
}

const playEveryOrder = (given: ReadonlyArray<Command>, verdicts: Verdicts) =>
  everyOrder((choose) => holds(play(given, verdicts, choose, false)))

describe("the broker for one-time codes", () => {
  for (const verdicts of allVerdicts) {
    for (const [one, other] of pairs) {
      it(`keeps its word in every order of ${one} and ${other}, at a bank that says ${verdicts.join(", then ")}`, () => {
        assert.isAbove(playEveryOrder([one, other], verdicts), 10)
      })
    }
  }

  it("keeps its word when any four come, and lose their turn anywhere", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...commands), { minLength: 2, maxLength: 4 }),
        fc.constantFrom(...allVerdicts),
        fc.infiniteStream(fc.nat(1000)),
        (given, verdicts, choices) => {
          holds(play(given, verdicts, (of) => Number(choices.next().value) % of, true))
        }
      ),
      { numRuns: 2_000 }
    )
  })
})
