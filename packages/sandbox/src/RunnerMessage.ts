/**
 * What the runner process may say. Checked like any foreign input: if a script ever broke out of V8, it would be the
 * script that speaks.
 */
import { Schema } from "effect"

/** Longest arguments of one call of a script, in characters of JSON. */
const argumentChars = 256 * 1024
/** Longest answer to a call, and longest result of a phase, in characters of JSON. */
export const replyChars = 4 * 1024 * 1024

const Text = (length: number) => Schema.String.check(Schema.isMaxLength(length))

/** What is known of a failure inside the isolate. `failure` is a kind the script declared. */
export const GuestFailure = Schema.Struct({
  message: Text(4_000),
  failure: Schema.optionalKey(Text(40)),
  stack: Schema.optionalKey(Text(8_000))
})
export type GuestFailure = typeof GuestFailure.Type

export const RunnerMessage = Schema.Union([
  Schema.Struct({ type: Schema.Literal("ready"), missing: Schema.Array(Text(200)) }),
  Schema.Struct({
    type: Schema.Literal("loaded"),
    manifest: Schema.optionalKey(Text(64 * 1024)),
    failed: Schema.optionalKey(GuestFailure)
  }),
  Schema.Struct({ type: Schema.Literal("call"), id: Schema.Int, json: Text(argumentChars) }),
  Schema.Struct({ type: Schema.Literal("ended"), json: Text(replyChars + 1_024) }),
  Schema.Struct({ type: Schema.Literals(["outOfMemory", "outOfCpu"]) })
])
export type RunnerMessage = typeof RunnerMessage.Type

/** What the parent says to the runner. */
export type ParentMessage =
  | { readonly type: "prepare"; readonly memoryMiB: number }
  | { readonly type: "load"; readonly bundle: string; readonly loadCpuMs: number; readonly cpuMs: number }
  | { readonly type: "invoke"; readonly phase: string; readonly args: string }
  | { readonly type: "answer"; readonly id: number; readonly json: string }
