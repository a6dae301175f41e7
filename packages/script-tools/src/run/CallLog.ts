/** What a rehearsed script asked of its page, in order: for errors, and to find the same call again in a recording. */
import { Schema } from "effect"

const Element = Schema.Struct({
  role: Schema.String,
  name: Schema.String,
  place: Schema.Number,
  of: Schema.Number,
  before: Schema.String,
  after: Schema.String
})

export const RehearsedCall = Schema.Struct({
  phase: Schema.String,
  /** The step that it belongs to; empty outside of steps. */
  step: Schema.String,
  verb: Schema.String,
  /** As its author wrote it, where it has one: `page.getByLabel('Password')`. */
  locator: Schema.optionalKey(Schema.String),
  /** Which of several targets came, of a call that waits for any. */
  target: Schema.optionalKey(Schema.String),
  /** The locators of the targets, by name. */
  targets: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** What the locator found, of a recorded call. */
  element: Schema.optionalKey(Element),
  /** The code of the fault that it ended with. */
  fault: Schema.optionalKey(Schema.String)
})
export type RehearsedCall = typeof RehearsedCall.Type

/** How many calls of the same phase, step and verb came before it. */
const ordinal = (calls: ReadonlyArray<RehearsedCall>, call: RehearsedCall): number =>
  calls
    .slice(0, calls.indexOf(call))
    .filter(({ phase, step, verb }) => phase === call.phase && step === call.step && verb === call.verb).length

/** The recorded call at the place of `call`: the same phase, step, verb and number among these. */
export const counterpart = (
  recorded: ReadonlyArray<RehearsedCall>,
  calls: ReadonlyArray<RehearsedCall>,
  call: RehearsedCall
): RehearsedCall | undefined =>
  recorded.filter(({ phase, step, verb }) => phase === call.phase && step === call.step && verb === call.verb)[
    ordinal(calls, call)
  ]

export const printCall = ({ fault, locator, target, targets, verb }: RehearsedCall): string => {
  const [kind = "", method = ""] = verb.split(".")
  const what =
    locator !== undefined
      ? `${locator}.${method}()`
      : targets !== undefined
        ? `page.waitForAny({ ${Object.keys(targets).join(", ")} })`
        : kind === "page"
          ? `${verb}()`
          : verb
  return `${what}${target === undefined ? "" : ` → ${target}`}${fault === undefined ? "" : ` ✘ ${fault}`}`
}
