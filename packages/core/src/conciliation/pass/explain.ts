/** What an attempt keeps of its decision: every candidate with each term of its score, and by what rules. */
import { type Coverage, currentRuleset, type Decision } from "@counterfoil/domain"

/** What each attempt records, so that it can be explained later. */
export interface Stamp {
  readonly preset: string
  readonly scriptVersion: string | null
  readonly coverage: Coverage | null
}

export const stampJson = ({ coverage, preset, scriptVersion }: Stamp) => ({
  ruleset: currentRuleset.version,
  preset,
  script_version: scriptVersion,
  coverage: coverage === null ? null : { ...coverage }
})

export const explain = (decision: Decision, stamp: Stamp) => ({
  code: decision.code,
  reason: decision.reason,
  ...stampJson(stamp),
  candidates: decision.candidates.map((candidate) => ({
    movement_id: candidate.movementId,
    score: candidate.score,
    role: candidate.role,
    evidence: candidate.evidence.map((term) => ({ ...term }))
  }))
})
