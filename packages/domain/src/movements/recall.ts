/**
 * What is known of rows that a list shows only in part: the bank tells the rest when a row is opened, and a row that was opened
 * once needn't be again. Where it isn't certain which movement a row is, nothing is said, and it is opened.
 */
import { Result } from "effect"
import { timeOfDayAt } from "../LocalDate.ts"
import type { LinearPattern } from "../linearPattern.ts"
import { parseDecimal } from "../Money.ts"
import { isFromStatement, type KnownMovement, type ScrapedMovement } from "../Movement.ts"
import type { Steps } from "../steps.ts"
import { fingerprintOf } from "./identity.ts"

/** As it was read from the row and what opened under it. */
export type RecalledMovement = Pick<
  ScrapedMovement,
  "time" | "description" | "id" | "counterparty" | "counterpartyAccount" | "valueDate"
>

export interface RecallInput {
  /** Every row that the list shows of these days, in its order: two that are alike are told apart by nothing. */
  readonly rows: ReadonlyArray<ScrapedMovement>
  readonly known: ReadonlyArray<KnownMovement>
  /** From `compileVolatile`. */
  readonly volatile: ReadonlyArray<LinearPattern>
  /** IANA zone of the bank's dates. */
  readonly zone: string
}

/** For each row what is known of it; null: it isn't known, or not for certain. */
export function* recalling(input: RecallInput): Steps<ReadonlyArray<RecalledMovement | null>> {
  const { rows, volatile, zone } = input
  const known: Array<Worded> = []
  for (const one of input.known) {
    if (one.removed || isFromStatement(one.origin)) continue
    known.push({ one, words: yield* fingerprintOf(one.description, volatile), told: toldOf(one, zone) })
    yield
  }
  const candidates: Array<ReadonlyArray<Worded>> = []
  for (const row of rows) {
    const words = yield* fingerprintOf(row.description, volatile)
    candidates.push(known.filter(({ one, words: whole }) => isSameRow(row, one) && beginsWith(whole, words, row)))
    yield
  }
  const answers: Array<RecalledMovement | null> = []
  for (const own of candidates) {
    answers.push(certain(own, candidates))
    yield
  }
  return answers
}

interface Worded {
  readonly one: KnownMovement
  readonly words: string
  readonly told: RecalledMovement
}

/** No more rows than movements that they could be, and it is all the same which is which. */
const certain = (own: ReadonlyArray<Worded>, all: ReadonlyArray<ReadonlyArray<Worded>>): RecalledMovement | null => {
  const [first, ...others] = own
  if (first === undefined) return null
  const mine = new Set(own)
  const rivals = all.filter((theirs) => theirs.some((one) => mine.has(one)))
  const said = JSON.stringify(first.told)
  return rivals.length <= own.length && others.every(({ told }) => JSON.stringify(told) === said) ? first.told : null
}

const toldOf = (one: KnownMovement, zone: string): RecalledMovement => {
  const time = timeOfDayAt(one.receivedAt, zone)
  return {
    description: one.description,
    ...(time === "00:00" ? {} : { time }),
    ...(one.bankId === undefined ? {} : { id: one.bankId }),
    ...(one.counterparty === undefined ? {} : { counterparty: one.counterparty }),
    ...(one.counterpartyAccount === undefined ? {} : { counterpartyAccount: one.counterpartyAccount }),
    ...(one.valueDate === undefined ? {} : { valueDate: one.valueDate })
  }
}

const isMinor = (decimal: string, currency: string, minor: bigint | undefined): boolean =>
  Result.getOrUndefined(parseDecimal(decimal, currency)) === minor

/** A booked row of a movement that was pending may open to more than was told then. */
const isSameRow = (row: ScrapedMovement, one: KnownMovement): boolean =>
  one.bookedDate === row.date &&
  one.currency === row.currency &&
  (one.status === "pending") === (row.pending === true) &&
  isMinor(row.amount, row.currency, one.amountMinor) &&
  (row.balance === undefined || isMinor(row.balance, row.currency, one.balanceMinor)) &&
  (row.id === undefined || row.id.trim() === one.bankId)

const isCutOff = /(?:…|\.\.\.)\s*$/

/** What opens goes on where the row ends, or says in full what the row cuts off. */
const beginsWith = (whole: string, words: string, { description }: ScrapedMovement): boolean =>
  whole === words || whole.startsWith(words === "" || isCutOff.test(description) ? words : `${words} `)
