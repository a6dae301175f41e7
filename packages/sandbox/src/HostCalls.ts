/** The calls of one phase: parsed, bounded, given to the host, answered. */
import type { HostAnswer, HostCall } from "@counterfoil/core"
import { Effect, Option, Schema } from "effect"
import { replyChars } from "./RunnerMessage.ts"

/** Log lines of a phase beyond this are dropped. */
export const logLinesPerPhase = 500

const maxDepth = 32

const isShallow = (json: Schema.Json, depth = 0): boolean =>
  typeof json !== "object" ||
  json === null ||
  (depth < maxDepth && Object.values(json).every((item) => isShallow(item, depth + 1)))

const Call = Schema.fromJsonString(
  Schema.StructWithRest(Schema.Struct({ verb: Schema.String.check(Schema.isMaxLength(64)) }), [
    Schema.Record(Schema.String, Schema.Json)
  ])
)

export const refuse = (code: string, message: string): HostAnswer => ({ err: { code, message } })

/** One message of the script as a call, where it is one: `{ verb, ...args }` in JSON, nested at most 32 deep. */
const readCall = (json: string): Option.Option<HostCall> =>
  Option.filter(
    Option.map(Schema.decodeUnknownOption(Call)(json), ({ verb, ...args }) => ({ verb, args })),
    ({ args }) => isShallow(args)
  )

/** Asks the host and writes its answer down. A defect of the host is logged here and only a code crosses. */
export const answerCall = Effect.fnUntraced(function* (
  host: (call: HostCall) => Effect.Effect<HostAnswer>,
  json: string
) {
  const call = readCall(json)
  if (Option.isNone(call)) return JSON.stringify(refuse("InvalidCall", "the call is not a JSON object with a verb"))
  const answer = yield* host(call.value).pipe(
    Effect.catchDefect((defect) =>
      Effect.logError("a call of a bank script died on the host", { verb: call.value.verb, defect }).pipe(
        Effect.as(refuse("Failed", "the call failed on the host"))
      )
    )
  )
  const reply = JSON.stringify(answer)
  return reply.length > replyChars
    ? JSON.stringify(refuse("TooLarge", `the answer to ${call.value.verb} has more than ${replyChars} characters`))
    : reply
})
