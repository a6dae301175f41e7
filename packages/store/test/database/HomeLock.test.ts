import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { lockHome, lockOwner } from "../../src/postgres/HomeLock.ts"

const taker = fileURLToPath(new URL("../fixtures/takeLock.ts", import.meta.url))

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
          Effect.sync(() => {
            // A service reads that of root.
            assert.strictEqual(Fs.statSync(join(path, "lock")).mode & 0o777, 0o644)
            return lockOwner(path)
          })
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

      assert.deepInclude(refused, { _tag: "HomeInUse", pid: process.pid })
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

  it.effect("says why where nothing more can be written, and leaves nothing there", () =>
    Effect.gen(function* () {
      const path = yield* folder
      // As on a full disk: a file is made, and what is written into it is refused.
      const said = execFileSync("sh", ["-c", 'ulimit -f 0 && exec "$@"', "sh", process.execPath, taker, path], {
        stdio: ["ignore", "pipe", "ignore"]
      })

      assert.strictEqual(
        said.toString(),
        `nothing can be written in ${path} (EFBIG): make room there, or set COUNTERFOIL_HOME to another folder`
      )
      assert.deepStrictEqual(Fs.readdirSync(path), [])
    })
  )
})
