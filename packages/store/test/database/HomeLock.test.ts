import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { lockHome, lockOwner } from "../../src/postgres/HomeLock.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => Fs.mkdtempSync(join(tmpdir(), "counterfoil-lock-"))),
  (path) => Effect.sync(() => Fs.rmSync(path, { recursive: true, force: true }))
)

const leaveLock = (path: string, text: string) => Fs.writeFileSync(join(path, "lock"), text)

const take = (path: string) => Effect.exit(Effect.scoped(lockHome(path, path)))

describe("lockHome", () => {
  it.effect("is held until its scope closes", () =>
    Effect.gen(function* () {
      const path = yield* folder

      const during = yield* Effect.scoped(
        Effect.andThen(
          lockHome(path, path),
          Effect.sync(() => lockOwner(path))
        )
      )

      assert.strictEqual(during, process.pid)
      assert.isUndefined(lockOwner(path))
      assert.deepStrictEqual(Fs.readdirSync(path), [])
    })
  )

  it.effect("refuses while its owner lives", () =>
    Effect.gen(function* () {
      const path = yield* folder

      const refused = yield* Effect.flip(Effect.scoped(Effect.andThen(lockHome(path, path), lockHome(path, path))))

      assert.strictEqual(refused.pid, process.pid)
    })
  )

  it.effect.each([
    { owner: "that is gone", text: "4194304000 1 x" },
    { owner: "whose pid another process has now", text: `${process.pid} 1 x` },
    { owner: "that wrote nothing", text: "" }
  ])("takes over from an owner $owner", ({ text }) =>
    Effect.gen(function* () {
      const path = yield* folder
      leaveLock(path, text)

      assert.isTrue(Exit.isSuccess(yield* take(path)))
    })
  )
})
