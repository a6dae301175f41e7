/** What a bundle says of itself, loaded in an isolate as publishing does it. */
import { type ScriptDoesNotLoad, type ScriptManifest, ScriptRunner } from "@counterfoil/core"
import { Effect } from "effect"

export { takenSdkMajors } from "@counterfoil/core"

export const inspectBundle = (bundle: string): Effect.Effect<ScriptManifest, ScriptDoesNotLoad, ScriptRunner> =>
  Effect.flatMap(ScriptRunner, (runner) => runner.inspect(bundle))
