import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import fc from "fast-check"
import { bisectOnDefect } from "../src/conciliation/pass/bisectOnDefect.ts"

describe("bisecting work that dies", () => {
  it("works on every sound item once, with few tries, and hands over every faulty one", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(999), { maxLength: 64 }),
        fc.uniqueArray(fc.nat(999), { maxLength: 3 }),
        (all, faulty) => {
          const done: Array<number> = []
          let tries = 0
          const work = (part: ReadonlyArray<number>) =>
            Effect.sync(() => {
              tries += 1
              if (part.some((one) => faulty.includes(one))) throw new Error("a fault")
              done.push(...part)
              return "done"
            })
          const named: Array<number> = []
          const name = (one: number) => Effect.sync(() => void named.push(one)).pipe(Effect.as("named"))
          Effect.runSync(bisectOnDefect(all, work, name))

          assert.deepStrictEqual(
            done,
            all.filter((one) => !faulty.includes(one))
          )
          assert.deepStrictEqual(
            named,
            all.filter((one) => faulty.includes(one))
          )
          assert.isAtMost(tries, 1 + named.length * 2 * 7)
        }
      )
    )
  })

  it("ends when it is interrupted", () => {
    const exit = Effect.runSyncExit(
      bisectOnDefect(
        [1, 2],
        () => Effect.interrupt,
        () => Effect.void
      )
    )
    assert.isTrue(Exit.isFailure(exit) && Exit.hasInterrupts(exit))
  })
})
