import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import fs, { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished, vi } from "vitest"
import { startAfresh } from "../src/home.ts"
import {
  keepSecrets,
  makeSecrets,
  readSecrets,
  replacedSecrets,
  writeKeyEncryptionKeys
} from "../src/secrets/keptSecrets.ts"

const newHome = () => {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-home-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, "new")
}

it.effect("a home without secrets is told as such, not as a matter of rights", () =>
  Effect.gen(function* () {
    const home = newHome()

    const { message } = yield* Effect.flip(readSecrets(home))

    assert.strictEqual(
      message,
      `${join(home, "secrets.json")} isn't there: start the server once, restore the file from your copy, or set COUNTERFOIL_HOME to where it is`
    )
  })
)

it.effect(
  "what a rotation replaces stays beside it for backups made before, as closed to others, until all is made anew",
  () =>
    Effect.gen(function* () {
      const home = newHome()
      yield* makeSecrets(home)
      const before = Redacted.value((yield* readSecrets(home)).keyEncryptionKey)

      const copy = yield* keepSecrets(home)
      yield* writeKeyEncryptionKeys(home, ["a new key"])

      assert.deepStrictEqual(replacedSecrets(home), [copy])
      assert.match(copy, /secrets-\d{8}-\d{6}\.json$/)
      assert.strictEqual(statSync(copy).mode & 0o777, 0o600)
      assert.include(readFileSync(copy, "utf8"), before)
      assert.strictEqual(Redacted.value((yield* readSecrets(home)).keyEncryptionKey), "a new key")

      yield* startAfresh(home)
      assert.deepStrictEqual(readdirSync(home), [])
    })
)

it.effect("a new key is on the disk, under its name, before anything is wrapped with it", () =>
  Effect.gen(function* () {
    const home = newHome()
    yield* makeSecrets(home)
    const done: Array<string> = []
    const { fsyncSync, renameSync } = fs
    vi.spyOn(fs, "fsyncSync").mockImplementation((handle) => {
      done.push(`on the disk: ${readlinkSync(`/proc/self/fd/${handle}`).replace(/[\da-f-]{36}$/, "…")}`)
      fsyncSync(handle)
    })
    vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      done.push("renamed")
      renameSync(from, to)
    })
    syncBuiltinESMExports()
    onTestFinished(() => {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    })

    yield* writeKeyEncryptionKeys(home, ["a new key", "the present one"])

    assert.deepStrictEqual(done, [`on the disk: ${join(home, "secrets.json.…")}`, "renamed", `on the disk: ${home}`])
  })
)
