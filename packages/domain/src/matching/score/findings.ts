/** What speaks for and against pairs, each only once: there may be millions of pairs, and most of them say the same. */
import type { Evidence } from "../facts/Decision.ts"
import { nameLevels, type NameLevel } from "../names/NameLevel.ts"
import type { Ruleset } from "../facts/ruleset.ts"
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
  /** The sum of the evidence's bits. */
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
export class Findings {
  readonly #ruleset: Ruleset
  readonly #all: Array<Finding> = []
  readonly #scores: Array<number> = []
  readonly #byContent = new Map<number, number>()
  readonly #byName: Array<number> = []
  readonly #byCost = new Map<number, Map<number, number>>()
  #latest = { finding: -1, cost: 0, crowded: -1 }

  constructor(ruleset: Ruleset) {
    this.#ruleset = ruleset
  }

  at(finding: number): Finding {
    const found = this.#all[finding]
    if (found === undefined) throw new Error(`There is no finding ${finding}`)
    return found
  }

  scoreOf(finding: number): number {
    return this.#scores[finding] ?? Number.NEGATIVE_INFINITY
  }

  /** The number of the finding with this evidence, which doesn't include what crowding costs. */
  of(evidence: ReadonlyArray<Evidence>): number {
    const content = contentOf(evidence)
    const known = this.#byContent.get(content)
    if (known !== undefined) return known
    let score = 0
    for (const { bits } of evidence) score += bits
    const found = this.#add(evidence, rounded(score))
    this.#byContent.set(content, found)
    return found
  }

  /** The finding of a pair with no other evidence than its names, and perhaps the order's reference, or another order's. */
  ofName(level: NameLevel, reference: boolean, foreign: boolean): number {
    const { foreignReference, names, reference: ofReference } = this.#ruleset
    return (this.#byName[4 * nameLevels.indexOf(level) + 2 * Number(reference) + Number(foreign)] ??= this.of([
      { kind: "name", bits: names[level], level },
      ...(reference ? [{ kind: "reference", bits: ofReference } as const] : []),
      ...(foreign ? [{ kind: "reference", bits: foreignReference } as const] : [])
    ]))
  }

  crowded(finding: number, cost: number): number {
    if (cost === 0) return finding
    // The pairs of a payment come together, and most of them say the same.
    if (finding === this.#latest.finding && cost === this.#latest.cost) return this.#latest.crowded
    const crowded = this.#withCost(finding, cost)
    this.#latest = { finding, cost, crowded }
    return crowded
  }

  #withCost(finding: number, cost: number): number {
    const ofFinding = this.#byCost.get(finding) ?? new Map<number, number>()
    if (ofFinding.size === 0) this.#byCost.set(finding, ofFinding)
    const known = ofFinding.get(cost)
    if (known !== undefined) return known
    const { evidence, score } = this.at(finding)
    const found = this.#add([...evidence, { kind: "crowding", bits: -cost }], rounded(score - cost))
    ofFinding.set(cost, found)
    return found
  }

  #add(evidence: ReadonlyArray<Evidence>, score: number): number {
    this.#scores.push(score)
    return (
      this.#all.push({
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
}

const rounded = (bits: number): number => Math.round(bits * 1_000) / 1_000

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
