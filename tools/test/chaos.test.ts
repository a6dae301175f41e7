import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { breaks, patched } from "../chaos/breaks.ts"
import { type CampaignOptions, runCampaign } from "../chaos/campaign.ts"
import { violationsOf } from "../chaos/check.ts"
import { planOf, seeded } from "../chaos/faults.ts"
import { inOrder } from "../chaos/proxy.ts"
import { earlierVersion, hasSources, releases } from "../releases/checkOut.ts"

/** A shallow clone has no sources of it. */
const released = releases.at(-1)
const atFullSize = process.env["VERIFY"] !== undefined

interface Size extends Partial<CampaignOptions> {
  readonly seed: number
  readonly count: number
  readonly only?: ReadonlyArray<string>
}

const judge = Effect.fnUntraced(function* ({ count, only, seed, ...options }: Size) {
  const chance = seeded(seed)
  const nodes = options.nodes ?? 1
  const plan = planOf({ count, nodes, only }, chance)
  const said: Array<string> = []
  const campaign = yield* runCampaign({
    plan,
    chance,
    nodes,
    break: undefined,
    say: (line) => void said.push(line),
    patienceMs: 240_000,
    ...options
  })
  return { campaign, violations: yield* Effect.promise(() => violationsOf(campaign.evidence)) }
}, Effect.scoped)

describe("a fault run", () => {
  it.live.runIf(atFullSize)("finds every promise kept after a kill between a match and its commit", () =>
    Effect.gen(function* () {
      const { campaign, violations } = yield* judge({
        seed: 11,
        count: 1,
        only: ["match.before-commit"],
        cast: ["codes"]
      })
      assert.deepStrictEqual(violations, [])
      assert.deepStrictEqual(campaign.missed, [])
    })
  )

  it.live.runIf(atFullSize && released !== undefined && hasSources(released))(
    "finds every promise kept while two nodes of the last release are upgraded one after the other",
    () =>
      Effect.gen(function* () {
        const from = yield* earlierVersion(released?.version ?? "")
        const { campaign, violations } = yield* judge({ seed: 5, count: 1, nodes: 2, only: ["upgrade"], from })
        assert.deepStrictEqual(violations, [])
        assert.deepStrictEqual(campaign.missed, [])
      }).pipe(Effect.scoped),
    900_000
  )

  it("has breaks that fit the sources as they are", () => {
    for (const { patches } of Object.values(breaks)) {
      for (const patch of patches) {
        const source = readFileSync(new URL(`../../${patch.file}`, import.meta.url), "utf8")
        assert.notStrictEqual(patched(source, patch), source)
      }
    }
  })
})

describe("a slow database", () => {
  it("answers in the order in which it was asked, however busy the machine", async () => {
    const passed: Array<string> = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const pass = inOrder((piece: string) => {
      passed.push(piece)
      if (piece === "third") resolve()
    })
    pass("first", 5)
    // Nothing else has a turn, the timer of the first neither, until it is due.
    for (const until = performance.now() + 10; performance.now() < until;);
    pass("second", 0)
    pass("third", 1)
    await promise

    assert.deepStrictEqual(passed, ["first", "second", "third"])
  })
})

describe.runIf(atFullSize)("a fault run at full size", () => {
  for (const nodes of [1, 2]) {
    it.live(
      `finds every promise kept on ${nodes} ${nodes === 1 ? "node" : "nodes"}`,
      () =>
        Effect.gen(function* () {
          const { campaign, violations } = yield* judge({
            seed: nodes === 1 ? 21 : 24,
            count: nodes === 1 ? 45 : 20,
            nodes
          })
          assert.deepStrictEqual(violations, [])
          assert.strictEqual(campaign.kills.has("freeze"), nodes > 1, "several nodes: one of them must have frozen")
        }),
      3_600_000
    )
  }

  for (const [name, { faults, shows }] of Object.entries(breaks)) {
    it.live(
      `turns red on ${name}`,
      () =>
        Effect.gen(function* () {
          const { violations } = yield* judge({
            seed: 3,
            count: faults.length,
            only: faults,
            break: name,
            patienceMs: 90_000
          })
          assert.isTrue(
            violations.some((violation) => shows.test(violation)),
            violations.join("\n")
          )
        }),
      600_000
    )
  }
})
