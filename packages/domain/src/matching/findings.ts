/** What speaks for and against pairs, each only once: there may be millions of pairs, and most of them say the same. */
import type { Evidence } from "./Decision.ts"
import { nameLevels, type NameLevel } from "./NameLevel.ts"
import type { Ruleset } from "./ruleset.ts"
import {
  agreesInName,
  hasEvidenceBesidesName,
  isDoubtful,
  isLoose,
  isMarked,
  isTwoWords,
  isWholeName,
  mayBeOnesOther,
  pointsAtOrder
} from "./evidence.ts"

/** The evidence of pairs, and what follows from it. */
export interface Finding {
  readonly evidence: ReadonlyArray<Evidence>
  /** Its bits. */
  readonly score: number
  readonly besidesName: boolean
  readonly pointsAtOrder: boolean
  readonly loose: boolean
  readonly twoWords: boolean
  readonly wholeName: boolean
  readonly marked: boolean
  readonly doubtful: boolean
  readonly agrees: boolean
  readonly mayBeOther: boolean
}

/** All findings of the pairs of one amount, by number. */
export interface Findings {
  /** Without what crowding costs. */
  readonly of: (evidence: ReadonlyArray<Evidence>) => number
  /** Of a pair of which the names speak, and perhaps the order's reference, or another's. */
  readonly ofName: (level: NameLevel, reference: boolean, foreign: boolean) => number
  readonly crowded: (finding: number, cost: number) => number
  readonly at: (finding: number) => Finding
  readonly scoreOf: (finding: number) => number
}

export const collectFindings = (ruleset: Ruleset): Findings => {
  const all: Array<Finding> = []
  const scores: Array<number> = []
  const byContent = new Map<number, number>()
  const byName: Array<number> = []
  const byCost = new Map<number, Map<number, number>>()

  const add = (evidence: ReadonlyArray<Evidence>, score: number): number => {
    scores.push(score)
    return (
      all.push({
        evidence,
        score,
        besidesName: hasEvidenceBesidesName(evidence),
        pointsAtOrder: pointsAtOrder(evidence),
        loose: isLoose(evidence),
        twoWords: isTwoWords(evidence),
        wholeName: isWholeName(evidence),
        marked: isMarked(evidence),
        doubtful: isDoubtful(evidence),
        agrees: agreesInName(evidence),
        mayBeOther: mayBeOnesOther(evidence)
      }) - 1
    )
  }

  const at = (finding: number): Finding => {
    const found = all[finding]
    if (found === undefined) throw new Error(`There is no finding ${finding}`)
    return found
  }

  const of = (evidence: ReadonlyArray<Evidence>): number =>
    remember(byContent, contentOf(evidence), () =>
      add(evidence, rounded(evidence.reduce((sum, { bits }) => sum + bits, 0)))
    )

  const withCost = (finding: number, cost: number): number => {
    const ofFinding = remember(byCost, finding, () => new Map<number, number>())
    return remember(ofFinding, cost, () => {
      const { evidence, score } = at(finding)
      return add([...evidence, { kind: "crowding", bits: -cost }], rounded(score - cost))
    })
  }
  let latest = { finding: -1, cost: 0, crowded: -1 }

  return {
    at,
    scoreOf: (finding) => scores[finding] ?? Number.NEGATIVE_INFINITY,
    of,
    ofName: (level, reference, foreign) =>
      (byName[4 * nameLevels.indexOf(level) + 2 * Number(reference) + Number(foreign)] ??= of([
        { kind: "name", bits: ruleset.names[level], level },
        ...(reference ? [{ kind: "reference", bits: ruleset.reference } as const] : []),
        ...(foreign ? [{ kind: "reference", bits: ruleset.foreignReference } as const] : [])
      ])),
    crowded: (finding, cost) => {
      if (cost === 0) return finding
      // The pairs of a payment come together, and most of them say the same.
      if (finding === latest.finding && cost === latest.cost) return latest.crowded
      const crowded = withCost(finding, cost)
      latest = { finding, cost, crowded }
      return crowded
    }
  }
}

const rounded = (bits: number): number => Math.round(bits * 1_000) / 1_000

const remember = <Value>(known: Map<number, Value>, key: number, find: () => Value): Value => {
  const value = known.get(key)
  if (value !== undefined) return value
  const found = find()
  known.set(key, found)
  return found
}

const kinds: ReadonlyArray<Evidence["kind"]> = [
  "name",
  "alias",
  "alias_account",
  "alias_account_part",
  "reference",
  "tax_id",
  "account",
  "crowding",
  "amount"
]

/** The bits follow from kind, level and sign. Five terms at most come here: a number holds them. */
const contentOf = (evidence: ReadonlyArray<Evidence>): number => {
  let content = 0
  for (const { bits, kind, level } of evidence) {
    const place = level === undefined ? 0 : nameLevels.indexOf(level) + 1
    content = 512 * content + 32 * kinds.indexOf(kind) + 2 * place + Number(bits > 0)
  }
  return content
}
