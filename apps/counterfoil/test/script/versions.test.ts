import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { rollbackTarget } from "../../src/script/versions.ts"

const published = (version: string, active: string) => ({
  id: `id of ${version}`,
  bank: "my-bank",
  version,
  status: version === active ? ("active" as const) : ("review" as const)
})

/** Goes back while `active` is active and these were promoted, the latest first. */
const rollBack = (active: string, ...promoted: ReadonlyArray<string>) => {
  const scripts = promoted.map((version) => published(version, active))
  const versions = scripts.map(({ id, status, version }) => ({
    script_id: id,
    version,
    status,
    promoted_at: "2026-11-20T09:40:00.000Z",
    runs: 0,
    success_rate: null
  }))
  return rollbackTarget(scripts, versions)
}

it.effect("a rollback goes to the version that was active before, and never forward", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* rollBack("0.10.0", "0.10.0", "0.9.0")).version, "0.9.0")

    const again = yield* Effect.flip(rollBack("0.9.0", "0.9.0", "0.10.0"))
    assert.include(again.message, "script promote 0.10.0")
    const alone = yield* Effect.flip(rollBack("0.9.0", "0.9.0"))
    assert.strictEqual(alone.message, "there is nothing to go back to")
  })
)
