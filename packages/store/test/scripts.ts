/** A sandbox for tests of the registry: a "bundle" is the JSON text of its manifest. */
import { ScriptDoesNotLoad, ScriptManifest, ScriptRunner } from "@counterfoil/core"
import { Effect, Layer, Schema } from "effect"

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(ScriptManifest))

export const JsonRunner = Layer.succeed(
  ScriptRunner,
  ScriptRunner.of({
    inspect: (bundle) =>
      Effect.mapError(decode(bundle), () => new ScriptDoesNotLoad({ message: "SyntaxError: that is no manifest" })),
    start: () => Effect.die("nothing is run here")
  })
)

export const manifestOf = (bank: string, version: string, more: Partial<ScriptManifest> = {}): ScriptManifest => ({
  bank,
  version,
  sdk: 1,
  flow: "extract_transactions",
  origins: ["https://bank.test"],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["login", "extract"],
  ...more
})

export const bundleOf = (manifest: ScriptManifest): string => JSON.stringify(manifest)
