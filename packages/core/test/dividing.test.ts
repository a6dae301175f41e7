import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import fc from "fast-check"
import { dividing } from "../src/conciliation/dividing.ts"

describe("work on many that survives a fault of one", () => {
  it("works on each that is sound once, with few tries, and names each that is not", () => {
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
          Effect.runSync(dividing(all, work, name))

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

  it("ends where it is interrupted", () => {
    const exit = Effect.runSyncExit(
      dividing(
        [1, 2],
        () => Effect.interrupt,
        () => Effect.void
      )
    )
    assert.isTrue(Exit.isFailure(exit) && Exit.hasInterrupts(exit))
  })
})
