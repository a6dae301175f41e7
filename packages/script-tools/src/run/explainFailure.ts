/** Where and why a run failed, for its author: the step, the last calls, the locator to use instead, the page's outline. */
import { Option, Schema } from "effect"
import { SourceMap } from "node:module"
import { counterpart, printCall, type RehearsedCall } from "./CallLog.ts"
import { findSimilar } from "./similar.ts"
import { findSuccessor } from "./successor.ts"
import type { RehearsalResult, RunFailure } from "./rehearse.ts"
import { foldOutline } from "./foldOutline.ts"
import { outlineNodes } from "./outlineNodes.ts"
import { shapeOf, shapeOutline } from "./shapeOutline.ts"

const shownCalls = 5
const shownLines = 60

const decodeMap = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      version: Schema.Number,
      sources: Schema.mutable(Schema.Array(Schema.String)),
      names: Schema.mutable(Schema.Array(Schema.String)),
      mappings: Schema.String
    })
  )
)

/** The first frame in a file of the author's own, as `login.ts:12`; without a map, as the bundle counts. */
const placeOf = ({ stack }: RunFailure, map: string): string | undefined => {
  const frames = [...stack.matchAll(/bank-script\.js:(\d+)(?::(\d+))?/g)]
  const decoded = decodeMap(map)
  if (Option.isNone(decoded)) return frames[0]?.[0]
  const source = new SourceMap({ file: "bank-script.js", sourceRoot: "", sourcesContent: [], ...decoded.value })
  const places = frames.flatMap(([, line, column]) => {
    const entry = source.findEntry(Number(line) - 1, Number(column ?? 1) - 1)
    return "originalSource" in entry ? [`${entry.originalSource}:${entry.originalLine + 1}`] : []
  })
  return places.find((place) => place.startsWith("script:"))?.replace("script:", "") ?? places[0]
}

/** What came of a list that isn't there is known by its name among the targets; of others, one was enough. */
const missed = ({ locator, targets = {} }: RehearsedCall): ReadonlyArray<string> =>
  locator !== undefined ? [locator] : targets["list"] === undefined ? Object.values(targets) : [targets["list"]]

/** The one that the recorded element can be found by now. */
const recordedSuccessor = (
  { calls, failure }: RehearsalResult,
  recorded: ReadonlyArray<RehearsedCall>,
  failed: RehearsedCall
): ReadonlyArray<string> => {
  const then = counterpart(recorded, calls, failed)
  if (failure === undefined || then?.element === undefined) return []
  const taken = recorded.flatMap(({ element }) => (element === undefined ? [] : [element]))
  const successor = findSuccessor(then.element, failure.outline, taken)
  if (successor === undefined) return []
  const wanted = failed.locator ?? failed.targets?.[then.target ?? ""] ?? ""
  const found = `page.${successor.locator}`
  return found === wanted ? [] : [`${wanted} → ${found} (${successor.because.join(", ")})`]
}

const faultsOfSight = new Set(["Timeout", "StrictMode"])

/** What a bank calls the field of a one-time code. */
const codeField = /\b(?:otp|pin|tan|sms|token)\b|c[oó]d(?:e|igo|ice)\b|\b(?:one[- ]time|einmal)/i

/** A login that asks for no code, before a field for one: its script may not know of it. */
const codeHint = ({ codesAsked, failure, mayBeIn }: RehearsalResult): ReadonlyArray<string> => {
  if (failure?.phase !== "login" || codesAsked > 0 || !mayBeIn) return []
  const field = outlineNodes(failure.outline).find(({ name, role }) => role === "textbox" && codeField.test(name))
  return field === undefined
    ? []
    : [`  the page has a field "${field.name}": where the bank asks for a code, the login needs \`code: { field, … }\``]
}

/** For the locator that failed, the one to put in its place: by the recording, else by a name that is like it. */
const suggestions = (result: RehearsalResult, recorded: ReadonlyArray<RehearsedCall>): ReadonlyArray<string> => {
  const { calls, failure } = result
  const failed = calls.findLast(({ fault }) => fault !== undefined)
  if (failure === undefined || failed?.fault === undefined || !faultsOfSight.has(failed.fault)) return []
  // The page didn't go where it should have: what was looked for is no name that has changed.
  if (failure.kind === "navigation_refused") return []
  const known = recordedSuccessor(result, recorded, failed)
  if (known.length > 0) return known
  return missed(failed).flatMap((wanted) => {
    const similar = findSimilar(wanted, failure.outline)
    const found = `page.${similar?.locator ?? ""}`
    return similar === undefined || found === wanted ? [] : [`${wanted} → ${found} (${similar.because})`]
  })
}

/** What a message quotes may be a cell of a customer's. */
const withoutCells = ({ kind, message }: RunFailure): string =>
  kind === "script_error" || kind === "layout_changed"
    ? message.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => (/\d/.test(quoted) ? shapeOf(quoted) : quoted))
    : message

/**
 * Lines to print. `recorded`: the calls of the recording that was played, or none; `map`: the bundle's source map; `shown`: where
 * the page's rows are a real customer's, and others may look on, their shape.
 */
export const explainFailure = (
  result: RehearsalResult,
  recorded: ReadonlyArray<RehearsedCall>,
  map: string,
  shown: "all" | "shape" = "all"
): ReadonlyArray<string> => {
  const { calls, failure } = result
  if (failure === undefined) return []
  const where = [failure.phase, ...(failure.step === "" ? [] : [`step "${failure.step}"`])].join(", ")
  const place = placeOf(failure, map)
  const outline = foldOutline(shown === "all" ? failure.outline : shapeOutline(failure.outline))
  const message = shown === "all" ? failure.message : withoutCells(failure)
  return [
    `${failure.kind} in ${where}: ${message}`,
    ...(place === undefined ? [] : [`  at ${place}`]),
    ...suggestions(result, recorded).map((line) => `  did you mean ${line}`),
    ...codeHint(result),
    "  the last calls:",
    ...calls.slice(-shownCalls).map((call) => `    ${printCall(call)}`),
    `  the page, without values (${failure.url.replace(/[?#].*$/, "")})${shown === "all" ? ":" : ", its rows in their shape (script dev --live --show prints them):"}`,
    ...outline.slice(0, shownLines).map((line) => `    ${line}`),
    ...(outline.length > shownLines ? [`    … ${outline.length - shownLines} lines more`] : [])
  ]
}
