/** How well a possible payment fits its order, as far as may be said of it. */
import type { Candidate } from "../../api/types.ts"

/** `alike`: it fits as well as another payment that is offered; `contested`: it fits another order as well. */
export type Fit = "alike" | "contested" | "certain" | "likely" | "possible" | "weak"

const isContender = ({ role }: Candidate): boolean => role === "contender"

/** Two that fitted alike: a person has since separated one of them. */
const competed = (candidate: Candidate): boolean => isContender(candidate) || candidate.role === "separated"

const isOfOtherAmount = ({ evidence }: Candidate): boolean => evidence.some(({ kind }) => kind === "amount")

/** `offered`: those of the attempt's candidates that can still pay, for what is gone nothing fits as well as. */
export const fitOf = (
  candidate: Candidate,
  attempt: ReadonlyArray<Candidate>,
  offered: ReadonlyArray<Candidate>
): Fit | undefined => {
  const { score } = candidate
  if (score === null) return undefined
  // Of another amount none is certain, however well the names agree.
  if (isOfOtherAmount(candidate)) return score >= likely ? "likely" : sureness(score)
  if (!isContender(candidate)) return sureness(score)
  if (offered.filter(isContender).length > 1) return "alike"
  // Nothing but another order makes a single payment ambiguous.
  return attempt.filter(competed).length === 1 ? "contested" : sureness(score)
}

const likely = 5

const sureness = (score: number): Fit => {
  if (score >= 12) return "certain"
  if (score >= likely) return "likely"
  return score >= 0 ? "possible" : "weak"
}

/** Letters and digits only: banks print references with and without dashes. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

/** A shorter one may be in any text by chance, and out of it by a bank's spelling. */
const shortest = 3

/** Whether a bank's text has one of these references; undefined: all are too short to say. */
export const hasReference = (text: string, references: ReadonlyArray<string>): boolean | undefined => {
  const telling = references.map(bare).filter(({ length }) => length >= shortest)
  return telling.length === 0 ? undefined : telling.some((each) => bare(text).includes(each))
}
