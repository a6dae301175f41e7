/**
 * The port to the sandbox: bundles run in isolates, in a process of their own that holds no secret, socket or file.
 */
import { Context, type Duration, type Effect, Schema, type Scope } from "effect"
import type { ScriptPhase } from "./DeclaredRequest.ts"
import type { ScriptManifest } from "./ScriptManifest.ts"

export type { ScriptPhase } from "./DeclaredRequest.ts"

/** The bundle can't be loaded. `message` is the author's: the syntax or load error, or the manifest field at fault. */
export class ScriptDoesNotLoad extends Schema.TaggedError<ScriptDoesNotLoad>()("ScriptDoesNotLoad", {
  message: Schema.String
}) {}

const scriptFaultKinds = [
  /** The script threw an error of its own, or used the SDK wrongly. */
  "script_error",
  /** The phase did not end in time; the process was killed. */
  "timeout",
  /** The isolate ran out of memory. */
  "out_of_memory",
  /** The runner process ended unexpectedly. */
  "crashed",
  /** The script ended the phase by `Terminal` or `Retryable`; `failure` has the kind it gave. */
  "declared"
] as const

/** How a phase of a script failed. `message` is scrubbed by the caller before it is shown. */
export class ScriptFault extends Schema.TaggedError<ScriptFault>()("ScriptFault", {
  kind: Schema.Literals(scriptFaultKinds),
  /** The declared kind (`invalid_credentials`, `layout_changed` …), only with `declared`. */
  failure: Schema.optionalKey(Schema.String),
  message: Schema.String,
  /** Where in the bundle it was thrown. Not `stack`: that is every error's own, and names files of the host. */
  frames: Schema.optionalKey(Schema.String)
}) {}

/** What the host answers to a call of the script: JSON, or an error by code. It never fails. */
export type HostAnswer =
  | { readonly ok: Schema.Json }
  | { readonly err: { readonly code: string; readonly message: string } }

/**
 * A call of the script: `verb` and its arguments, as they came (unchecked JSON).
 * Verbs: those of `PageCall`; `otp.request` `{ length?, type, purpose?, via? }` → `{ secret, length }`;
 * `otp.approval` `{ message, number? }` → `{ ms }`, how long a person is given, then `otp.accepted` or `otp.refused` `{}` → null;
 * `otp.question` `{ question, choices? }` → `{ secret, length, choice? }`; `otp.image` `{ page, steps, purpose, length?, motion?, flicker? }`
 * → `{ secret, length }`;
 * `movements.known` `{ rows }` → for each row what is known of it, or null;
 * `otp.rejected` `{ message?, last? }` → `{ secret, length }`; `otp.accepted` `{}` → null; `log` `{ level, message, data? }`;
 * `sleep` `{ ms }`; `step` `{ name, state: "start" | "end" | "failed" }`.
 */
export interface HostCall {
  readonly verb: string
  readonly args: Schema.Json
}

export interface ScriptRun {
  readonly manifest: ScriptManifest
  /**
   * Runs one phase to its end; phases of a run go one after the other in the same isolate.
   * Arguments and result are JSON: `login {}` → `"authenticated"`; `resume {}` and `keepAlive {}` → boolean;
   * `extract { since, account }` → a statement (unchecked JSON); `logout {}` → null. In every argument:
   * `now` (ISO instant) and `bank` `{ origins }`, those that the script may reach; paths are opened at the first of them.
   */
  readonly invoke: (
    phase: ScriptPhase,
    args: Schema.Json,
    deadline: Duration.Duration
  ) => Effect.Effect<Schema.Json, ScriptFault>
}

export class ScriptRunner extends Context.Service<
  ScriptRunner,
  {
    /** Loads the bundle in a fresh isolate and reads its manifest. */
    readonly inspect: (bundle: string) => Effect.Effect<ScriptManifest, ScriptDoesNotLoad>
    /** Starts a process with an isolate for the bundle; it is killed when the scope closes. */
    readonly start: (options: {
      readonly bundle: string
      readonly host: (call: HostCall) => Effect.Effect<HostAnswer>
    }) => Effect.Effect<ScriptRun, ScriptDoesNotLoad | ScriptFault, Scope.Scope>
  }
>()("@counterfoil/core/scripts/ScriptRunner") {}
