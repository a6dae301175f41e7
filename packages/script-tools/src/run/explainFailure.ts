/** Where and why a run failed, for its author: the step, the last calls, the locator to use instead, the page's outline. */
import { counterpart, printCall, type RehearsedCall } from "./CallLog.ts"
import { findSuccessor } from "./successor.ts"
import type { RehearsalResult, RunFailure } from "./rehearse.ts"

const shownCalls = 5
const shownLines = 40

/** The frame of the author's own code, as the bundle names it. */
const placeOf = ({ stack }: RunFailure): string | undefined => /bank-script\.js:\d+/.exec(stack)?.[0]

/** For each locator that failed, the one that the recorded element can be found by now. */
export const suggestions = (
  { calls, failure }: RehearsalResult,
  recorded: ReadonlyArray<RehearsedCall>
): ReadonlyArray<string> => {
  const failed = calls.at(-1)
  if (failure === undefined || failed?.fault === undefined) return []
  const then = counterpart(recorded, calls, failed)
  if (then?.element === undefined) return []
  const taken = recorded.flatMap(({ element }) => (element === undefined ? [] : [element]))
  const successor = findSuccessor(then.element, failure.outline, taken)
  if (successor === undefined) return []
  const wanted = failed.locator ?? failed.targets?.[then.target ?? ""] ?? ""
  const found = `page.${successor.locator}`
  return found === wanted ? [] : [`${wanted} → ${found} (${successor.because.join(", ")})`]
}

/** Lines to print. `recorded`: the calls of the recording that was played, or none. */
export const explainFailure = (
  result: RehearsalResult,
  recorded: ReadonlyArray<RehearsedCall>
): ReadonlyArray<string> => {
  const { calls, failure } = result
  if (failure === undefined) return []
  const where = [failure.phase, ...(failure.step === "" ? [] : [`step "${failure.step}"`])].join(", ")
  const outline = failure.outline.split("\n")
  return [
    `${failure.kind} in ${where}: ${failure.message}`,
    ...(placeOf(failure) === undefined ? [] : [`  at ${placeOf(failure)}`]),
    ...suggestions(result, recorded).map((line) => `  did you mean ${line}`),
    "  the last calls:",
    ...calls.slice(-shownCalls).map((call) => `    ${printCall(call)}`),
    `  the page, without values (${failure.url.replace(/[?#].*$/, "")}):`,
    ...outline.slice(0, shownLines).map((line) => `    ${line}`),
    ...(outline.length > shownLines ? [`    … ${outline.length - shownLines} lines more`] : [])
  ]
}
