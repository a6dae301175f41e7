/** The calls of one phase: parsed, bounded, given to the host, answered. */
import type { HostAnswer, HostCall } from "@counterfoil/core"
import { isJsonObject, type JsonBounds, parseBounded } from "@counterfoil/domain"
import { Effect, Option } from "effect"
import { replyChars } from "./RunnerMessage.ts"

/** Log lines of a phase, and characters of all logged lines of a run: what is beyond them is dropped. */
const logLinesPerPhase = 500
const logCharsPerRun = 256 * 1024

const longestVerb = 64
const bounds: JsonBounds = { values: 5_000, names: 1_000, depth: 33 }

export const refuse = (code: string, message: string): HostAnswer => ({ err: { code, message } })

/** One message of the script as a call, where it is one: `{ verb, ...args }` in JSON, nested at most 32 deep. */
const readCall = (json: string): Option.Option<HostCall> =>
  Option.flatMap(parseBounded(json, bounds), (parsed) => {
    if (!isJsonObject(parsed)) return Option.none()
    const { verb, ...args } = parsed
    return typeof verb === "string" && verb.length <= longestVerb ? Option.some({ verb, args }) : Option.none()
  })

/** What a run may still log. */
export interface LogBudget {
  readonly beginPhase: () => void
  /** Whether the line may be logged; `first`: it is the first one that may not. */
  readonly take: (chars: number) => "taken" | "first" | "refused"
}

export const makeLogBudget = (): LogBudget => {
  let lines = 0
  let chars = 0
  let hasRefused = false
  return {
    beginPhase: () => {
      lines = 0
    },
    take: (more) => {
      lines += 1
      if (lines <= logLinesPerPhase && chars + more <= logCharsPerRun) {
        chars += more
        return "taken"
      }
      const isFirst = !hasRefused
      hasRefused = true
      return isFirst ? "first" : "refused"
    }
  }
}

const logged: HostAnswer = { ok: null }

/** Asks the host and writes its answer down. A defect of the host is logged here and only a code crosses. */
export const answerCall = Effect.fnUntraced(function* (
  host: (call: HostCall) => Effect.Effect<HostAnswer>,
  log: LogBudget,
  json: string
) {
  const call = readCall(json)
  if (Option.isNone(call)) return JSON.stringify(refuse("InvalidCall", "the call is not a JSON object with a verb"))
  const taken = call.value.verb === "log" ? log.take(json.length) : "taken"
  if (taken === "first") yield* Effect.logWarning("a bank script logs too much: what it says further is dropped")
  if (taken !== "taken") return JSON.stringify(logged)
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
