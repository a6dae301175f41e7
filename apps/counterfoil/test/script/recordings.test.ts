import { RehearsalBrowser } from "@counterfoil/browser"
import { type Recording, recordRun, replayRecording } from "@counterfoil/script-tools"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { bundleScript } from "../../src/script/bundle.ts"
import { addMovement, folderOf, newCustomer, readCode, TestBank } from "./bankVisit.ts"

const layers = Layer.mergeAll(
  TestBank.layer,
  IsolatedScriptRunner.layer(),
  RehearsalBrowser.layer({ egressAllow: ["127.0.0.0/8"] })
)

const password = "right-password-1"

const record = Effect.fnUntraced(function* (customer: string, typed = password) {
  const { url } = yield* TestBank
  const bank = yield* Effect.context<TestBank>()
  const { bundle, sha256 } = yield* Effect.promise(() => bundleScript(folderOf("1.1.0")))
  const told: Array<string> = []
  const recording = yield* recordRun({
    name: "happy",
    bundle,
    bundleSha256: sha256,
    origins: [url],
    since: "2020-01-01",
    credentials: { username: Redacted.make(customer), password: Redacted.make(typed) },
    code: () => Effect.map(Effect.provide(readCode(customer), bank), Redacted.make),
    mask: [],
    keep: [],
    tell: (line) => told.push(line)
  })
  return { bundle, recording, told }
})

const everything = (recording: Recording): string =>
  JSON.stringify({
    ...recording,
    exchanges: recording.exchanges.map((exchange) => ({
      ...exchange,
      requestBody: exchange.requestBody?.toString("latin1"),
      responseBody: exchange.responseBody.toString("latin1")
    }))
  })

describe("recordings of the demo bank", () => {
  layer(layers, { excludeTestServices: true })((it) => {
    it.effect(
      "hold no secret, no name and no account number, and replay to the same movements",
      () =>
        Effect.gen(function* () {
          const customer = yield* newCustomer({ asksSmsCode: true, showsTime: true, iban: "ES9121000418450200051332" })
          yield* addMovement(customer, { amount: "12.34", payer: "Nora Quiroga Zubeldia" })

          const { bundle, recording, told } = yield* record(customer)

          const text = everything(recording)
          for (const secret of [customer, password, "QUIROGA", "ZUBELDIA", "ES9121000418450200051332", "ES91 2100"]) {
            assert.notInclude(text, secret)
          }
          assert.strictEqual(recording.golden?.movements?.length, 9)
          assert.strictEqual(recording.answers.password.length, password.length)
          assert.deepStrictEqual(told.slice(-2), [])
          const again = yield* replayRecording(bundle, recording)
          assert.deepStrictEqual(again.golden, recording.golden)
          assert.deepStrictEqual(again.traffic.unmatched, [])
        }),
      60_000
    )
  })
})
