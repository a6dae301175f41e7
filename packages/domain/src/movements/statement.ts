/**
 * The gate before a scrape is taken in: a statement whose structure is broken is refused whole; rows that are merely odd
 * are flagged. What passes gets its identity.
 */
import { Result, Schema } from "effect"
import { accountNumberText } from "../accountNumber.ts"
import { instantOf, isTimeZone } from "../LocalDate.ts"
import { isCurrencyCode, parseDecimal, type InvalidAmount } from "../Money.ts"
import type { RowFlag, ScrapedMovement, Statement, StatementRow } from "../Movement.ts"
import type { LinearPattern, PatternText } from "../linearPattern.ts"
import { finish, type Steps } from "../steps.ts"
import { compilePrefixes, compileVolatile, identityKey, UnusableRules } from "./identity.ts"
import { structuralFaults, type ReadRow } from "./sanity.ts"
import { senderNameOf } from "./senderName.ts"

/** The scrape is structurally broken: nothing of it may be taken in. Each fault is one sentence. */
class Quarantine extends Schema.TaggedError<Quarantine>()("Quarantine", {
  faults: Schema.NonEmptyArray(Schema.String)
}) {
  override get message(): string {
    return this.faults.join(" ")
  }
}

/** What the script's manifest says about its rows. */
export interface RowRules {
  /** IANA zone of the bank's dates. */
  readonly zone: string
  /** Whether the bank's own ids are unique. */
  readonly uniqueIds: boolean
  readonly volatileText?: ReadonlyArray<PatternText> | undefined
  readonly namePrefixes?: ReadonlyArray<string | PatternText> | undefined
}

export interface StatementContext {
  readonly accountId: string
  readonly rules: RowRules
  /** The bank's local date now; rows dated later count as pending. */
  readonly today: string
  /** Currencies that this account has shown before; empty before its first scrape, when none is odd. */
  readonly knownCurrencies: ReadonlyArray<string>
  /** A person has looked at the quarantined scrape and accepts it: its structure isn't checked again. */
  readonly accepted?: boolean | undefined
  /** Of an uploaded file: its format, not the script, says what its ids are. (Default: false) */
  readonly isFile?: boolean | undefined
  /** Of an uploaded file: where each movement begins. */
  readonly lines?: ReadonlyArray<number> | undefined
}

type ReadStatement = Result.Result<ReadonlyArray<StatementRow>, Quarantine | UnusableRules>

/** Checks a statement and gives each row its key; rows keep their order. */
export const readStatement = (statement: Statement, context: StatementContext): ReadStatement =>
  finish(readingStatement(statement, context))

/** The same in pieces: many rows, and patterns of a script's, take time. */
export function* readingStatement(statement: Statement, context: StatementContext): Steps<ReadStatement> {
  const checked = yield* checkedStatement(statement, context)
  if (Result.isFailure(checked)) return Result.fail(checked.failure)
  const { patterns, rows } = checked.success
  const read: Array<StatementRow> = []
  for (const row of rows) {
    read.push(yield* statementRow(row, context, patterns))
    yield
  }
  return Result.succeed(read)
}

/** Why a script's rows can't be read by what its manifest says of them; undefined: they can. */
export const rulesProblem = (rules: RowRules): string | undefined =>
  Result.match(usableRules(rules), { onFailure: ({ message }) => message, onSuccess: () => undefined })

/** Those that matching can take off by itself. */
export const plainPrefixes = (prefixes: RowRules["namePrefixes"]): ReadonlyArray<string> =>
  (prefixes ?? []).filter((prefix) => typeof prefix === "string")

interface Patterns {
  readonly volatile: ReadonlyArray<LinearPattern>
  readonly prefixes: ReadonlyArray<LinearPattern>
}

const usableRules = ({
  namePrefixes = [],
  volatileText = [],
  zone
}: RowRules): Result.Result<Patterns, UnusableRules> =>
  isTimeZone(zone)
    ? Result.all({ volatile: compileVolatile(volatileText), prefixes: compilePrefixes(namePrefixes) })
    : Result.fail(new UnusableRules({ message: `The zone ${zone.slice(0, 80)} is not an IANA time zone.` }))

interface Checked {
  readonly rows: ReadonlyArray<IndexedRow>
  readonly patterns: Patterns
}

function* checkedStatement(
  statement: Statement,
  context: StatementContext
): Steps<Result.Result<Checked, Quarantine | UnusableRules>> {
  const patterns = usableRules(context.rules)
  if (Result.isFailure(patterns)) return Result.fail(patterns.failure)
  const rows = yield* readRows(statement.movements, context.lines)
  if (Result.isFailure(rows)) return Result.fail(rows.failure)
  const faults = context.accepted === true ? [] : structuralFaults(statement, rows.success, context.lines)
  yield
  const sound = quarantineIf(faults)
  if (Result.isFailure(sound)) return Result.fail(sound.failure)
  return Result.succeed({
    rows: yield* withoutRepeatedIds(statement, rows.success, context.rules),
    patterns: patterns.success
  })
}

const quarantineIf = (faults: ReadonlyArray<string>): Result.Result<void, Quarantine> => {
  const [first, ...more] = faults
  return first === undefined ? Result.succeed(undefined) : Result.fail(new Quarantine({ faults: [first, ...more] }))
}

function* readRows(
  movements: ReadonlyArray<ScrapedMovement>,
  lines: StatementContext["lines"]
): Steps<Result.Result<ReadonlyArray<ReadRow>, Quarantine>> {
  const faults: Array<{ readonly at: number; readonly message: string }> = []
  const rows: Array<ReadRow> = []
  for (const [index, movement] of movements.entries()) {
    const read = readAmounts(movement)
    if (Result.isSuccess(read)) rows.push({ movement, ...read.success })
    else faults.push({ at: lines?.[index] ?? index + 1, message: read.failure.message })
    yield
  }
  const told =
    lines === undefined
      ? faults.map(({ at, message }) => `The amount of row ${at} ${message}.`)
      : [byLine(faults)].filter((sentence) => sentence !== "")
  return Result.map(quarantineIf(told), () => rows)
}

/** Rows that are told of, as readers of files tell of them: whoever mends a file mends them all at once. */
const mostTold = 10

const byLine = (faults: ReadonlyArray<{ readonly at: number; readonly message: string }>): string => {
  const told = faults.toSorted((a, b) => a.at - b.at).map(({ at, message }) => `Line ${at}: the amount ${message}`)
  const more = told.length > mostTold ? ["More lines can't be read either"] : []
  return [...told.slice(0, mostTold), ...more].join("\n")
}

const readAmounts = ({
  amount,
  balance,
  currency
}: ScrapedMovement): Result.Result<
  { readonly amountMinor: bigint; readonly balanceMinor: bigint | undefined },
  InvalidAmount
> => {
  const read = parseDecimal(amount, currency)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const amountMinor = read.success
  return balance === undefined
    ? Result.succeed({ amountMinor, balanceMinor: undefined })
    : Result.map(parseDecimal(balance, currency), (balanceMinor) => ({ amountMinor, balanceMinor }))
}

interface IndexedRow extends ReadRow {
  readonly index: number
}

/** A unique id that stands on two pages with the same content is one movement: the list moved while it was read. */
function* withoutRepeatedIds(
  statement: Statement,
  rows: ReadonlyArray<ReadRow>,
  rules: RowRules
): Steps<ReadonlyArray<IndexedRow>> {
  const pageEnds: Array<number> = []
  for (const { rows: count } of statement.pages ?? []) pageEnds.push((pageEnds.at(-1) ?? 0) + count)
  const pageOf = (index: number) => pageEnds.findIndex((end) => index < end)
  const firstPages = new Map<string, number>()
  const isRepeated = (movement: ScrapedMovement, index: number): boolean => {
    if (!rules.uniqueIds || movement.id === undefined) return false
    const { pending: _, ...content } = movement
    const key = JSON.stringify(Object.entries(content).sort())
    const first = firstPages.get(key)
    if (first === undefined) firstPages.set(key, pageOf(index))
    return first !== undefined && first !== pageOf(index)
  }
  const kept: Array<IndexedRow> = []
  for (const [index, row] of rows.entries()) {
    if (!isRepeated(row.movement, index)) kept.push({ ...row, index })
    yield
  }
  return kept
}

function* statementRow(
  { movement, amountMinor, balanceMinor, index }: IndexedRow,
  context: StatementContext,
  patterns: Patterns
): Steps<StatementRow> {
  const { rules, accountId } = context
  const flags = flagsOf(movement, amountMinor, context)
  const bankId = idOf(movement)
  const account = accountNumberText(movement.counterpartyAccount)
  const isAhead = flags.includes("future_date")
  // A page is read again on that day; a file need not come again.
  const booksByItself = isAhead && movement.pending !== true && context.isFile === true
  const isPending = movement.pending === true || isAhead
  return {
    index,
    key: yield* identityKey({
      accountId,
      currency: movement.currency,
      amountMinor,
      bookedDate: movement.date,
      uniqueId: rules.uniqueIds ? bankId : undefined,
      description: movement.description,
      volatile: patterns.volatile,
      balanceMinor
    }),
    amountMinor,
    currency: movement.currency,
    bookedDate: movement.date,
    ...(movement.valueDate === undefined ? {} : { valueDate: movement.valueDate }),
    receivedAt: instantOf(movement.date, movement.time, rules.zone),
    status: isPending ? "pending" : "booked",
    ...(booksByItself ? { booksOn: movement.date } : {}),
    description: movement.description,
    ...(movement.counterparty === undefined ? {} : { counterparty: movement.counterparty }),
    ...(account === undefined ? {} : { counterpartyAccount: account }),
    senderName: senderNameOf({
      amountMinor,
      counterparty: movement.counterparty,
      description: movement.description,
      prefixes: plainPrefixes(rules.namePrefixes),
      patterns: patterns.prefixes,
      isPending: isPending && !booksByItself
    }),
    ...(bankId === undefined ? {} : { bankId, idRepeats: !rules.uniqueIds && context.isFile !== true }),
    ...(balanceMinor === undefined ? {} : { balanceMinor }),
    flags
  }
}

/** What banks write where they have no id, MT940's own word for it among them: it is the same for every movement. */
const noId = /^(?:NONREF|NOREF|NOT ?PROVIDED|NO ?PROVIDED|N\/?A|NONE|NULL|UNDEFINED|[0\s.*-]*)$/i

const idOf = ({ id = "" }: ScrapedMovement): string | undefined => (noId.test(id.trim()) ? undefined : id.trim())

const flagsOf = (movement: ScrapedMovement, amountMinor: bigint, context: StatementContext): ReadonlyArray<RowFlag> => {
  const known = context.knownCurrencies
  return [
    ...(amountMinor === 0n ? (["zero_amount"] as const) : []),
    ...(movement.date > context.today ? (["future_date"] as const) : []),
    ...(isCurrencyCode(movement.currency) ? [] : (["unlisted_currency"] as const)),
    ...(known.length > 0 && !known.includes(movement.currency) ? (["unknown_currency"] as const) : [])
  ]
}
