import { NoCode, openLiveSession, readRecording, replayRecording } from "@counterfoil/script-tools"
import { assert, layer } from "@effect/vitest"
import { makeProject } from "create-counterfoil-script"
import { Effect, Layer, Redacted } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundleScript } from "../../src/script/bundle.ts"
import { folderOf, newCustomer, TestBank } from "./bankVisit.ts"
import { rehearsal } from "./rehearsal.ts"

const layers = Layer.merge(TestBank.layer, rehearsal)

const project = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "counterfoil-origins-"))
    await makeProject(folder, "some-bank")
    return folder
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

const withOrigins = (bundle: string, origins: string) => {
  assert.include(bundle, "origins: []")
  return bundle.replace("origins: []", origins)
}

const elsewhere = 'origins: [], secretOrigins: ["https://login.bank.example"]'

layer(layers, { excludeTestServices: true, timeout: 120_000 })("the origins that a manifest names", (it) => {
  it.effect(
    "hold in a replay as in the service: no secret is typed elsewhere, and nothing of another bank is read",
    () =>
      Effect.gen(function* () {
        const folder = yield* project
        const { bundle } = yield* Effect.promise(() => bundleScript(folder))
        const recording = yield* Effect.promise(() => readRecording(folder, "happy"))
        const otherBank = 'origins: ["https://www.other.example"]'

        const { result } = yield* replayRecording(withOrigins(bundle, elsewhere), recording)
        const { message } = yield* Effect.flip(replayRecording(withOrigins(bundle, otherBank), recording))

        assert.strictEqual(result?.failure?.phase, "login")
        assert.include(result?.failure?.message, "SecretOrigin")
        assert.strictEqual(
          message,
          `the manifest's origins (https://www.other.example) are none of the bank's (${recording.head.origins.join(", ")}): leave the list empty for all of them`
        )
      }).pipe(Effect.scoped)
  )

  it.effect("hold at the bank, and a save that corrects them is read", () =>
    Effect.gen(function* () {
      const { url } = yield* TestBank
      const customer = yield* newCustomer()
      const { bundle } = yield* Effect.promise(() => bundleScript(folderOf("1.2.0")))
      const session = yield* openLiveSession({
        origins: [url],
        since: "2020-01-01",
        credentials: { username: Redacted.make(customer), password: Redacted.make("right-password-1") },
        code: () => new NoCode({ message: "the bank asks for none" }),
        tell: () => undefined,
        notLeft: () => Effect.void
      })

      const first = yield* session.read(withOrigins(bundle, elsewhere))
      const second = yield* session.read(bundle)
      const { message } = yield* Effect.flip(session.read(withOrigins(bundle, elsewhere)))

      assert.include(first.result.failure?.message, "SecretOrigin")
      assert.strictEqual(second.golden.outcome, "read")
      assert.match(message, /origins have changed, and the session is open under others: start anew$/)
    }).pipe(Effect.scoped)
  )
})
