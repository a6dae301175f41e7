/**
 * What a bank script hands over: a statement of one account, its rows as the bank prints them. Amounts are decimal text,
 * signed, credits positive; dates are the bank's local ones.
 */
import { Schema } from "effect"
import { longestAccountNumber } from "./accountNumber.ts"
import { CurrencyText } from "./Money.ts"
import { LocalDate, LocalTime } from "./LocalDate.ts"

const Decimal = Schema.String.check(
  Schema.isPattern(/^-?\d{1,18}(\.\d{1,6})?$/, { message: "Expected a decimal text such as -12.34" })
)
const BankText = Schema.String.check(Schema.isMaxLength(2_000))
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** One row. */
export const ScrapedMovement = Schema.Struct({
  /** The day it was booked; of a pending row, the day that the bank prints. */
  date: LocalDate,
  time: Schema.optionalKey(LocalTime),
  amount: Decimal,
  currency: CurrencyText,
  /** The bank's text, whole and unchanged. */
  description: BankText,
  /** The bank's own id, exactly as printed. */
  id: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  /** Who paid or was paid, where the bank prints it apart from the description. */
  counterparty: Schema.optionalKey(BankText),
  /** The number of the other side's account, as printed: whole, or masked, or no more than its end. */
  counterpartyAccount: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(longestAccountNumber))),
  valueDate: Schema.optionalKey(LocalDate),
  /** The account's balance after this movement, where the bank prints it. */
  balance: Schema.optionalKey(Decimal),
  /** Absent: booked. */
  pending: Schema.optionalKey(Schema.Boolean)
})
export type ScrapedMovement = typeof ScrapedMovement.Type

/** What was looked at: every movement booked on the days `from` to `to` if it is complete. */
export const Coverage = Schema.Struct({ from: LocalDate, to: LocalDate, complete: Schema.Boolean })
export type Coverage = typeof Coverage.Type

/** The structure of one page of the list, for the check that nothing was lost. */
const StatementPage = Schema.Struct({
  /** Rows that were read from the page. */
  rows: Count,
  /** Rows that the page itself says it has, or that its table had before any was taken out. */
  stated: Schema.optionalKey(Count),
  /** The page's table ended before its end was seen. */
  truncated: Schema.optionalKey(Schema.Boolean)
})

export const Statement = Schema.Struct({
  movements: Schema.Array(ScrapedMovement).check(Schema.isMaxLength(50_000)),
  coverage: Coverage,
  /** The account's balance as the bank prints it apart from the rows. */
  balance: Schema.optionalKey(Decimal),
  /** In the order of `movements`: the first page's rows come first. */
  pages: Schema.optionalKey(Schema.Array(StatementPage)),
  /** How many movements the bank says the list has. */
  stated: Schema.optionalKey(Count)
})
export type Statement = typeof Statement.Type

export const MovementStatus = Schema.Literals(["pending", "booked"])
export type MovementStatus = typeof MovementStatus.Type

/** Oddities of a row that don't stop a scrape. */
export const rowFlags = ["zero_amount", "future_date", "unknown_currency", "unlisted_currency"] as const
export type RowFlag = (typeof rowFlags)[number]

/** A row that passed the checks, with its identity key. */
export interface StatementRow {
  /** Its place in `statement.movements`. */
  readonly index: number
  /** The identity key, 64 hexadecimal digits; rows may share one. */
  readonly key: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly bookedDate: string
  readonly valueDate?: string
  /** Epoch milliseconds: when the bank says the money came. */
  readonly receivedAt: number
  readonly status: MovementStatus
  /** The day from which on it counts as booked: of a file's, which is pending for no other reason than that its day is to come. */
  readonly booksOn?: string
  readonly description: string
  readonly counterparty?: string
  /** As it is kept (`accountNumberText`). */
  readonly counterpartyAccount?: string
  /** Empty for debits. */
  readonly senderName: string
  /** The bank's own id. */
  readonly bankId?: string
  /** It is not known to be unique. (Default: false) */
  readonly idRepeats?: boolean
  readonly balanceMinor?: bigint
  readonly flags: ReadonlyArray<RowFlag>
}

/** The formats of statement files. */
export const statementFormats = ["ofx", "camt053", "mt940", "norma43", "csv", "spreadsheet"] as const

/**
 * Where a row was read: on the bank's page by a script, or in a statement file of some format. Their texts and ids differ.
 * "statement": of a format that is no longer known.
 */
export type MovementOrigin = "page" | "statement" | (typeof statementFormats)[number]

export const isFromStatement = (origin: MovementOrigin = "page"): boolean => origin !== "page"

/** A stored movement, as far as recognising it again needs. */
export interface KnownMovement {
  readonly id: string
  readonly key: string
  /** 1-based among the movements of the same key. */
  readonly occurrence: number
  readonly amountMinor: bigint
  readonly currency: string
  readonly bookedDate: string
  readonly status: MovementStatus
  readonly description: string
  readonly counterparty?: string | undefined
  readonly counterpartyAccount?: string | undefined
  readonly senderName: string
  readonly valueDate?: string | undefined
  readonly receivedAt: number
  readonly bankId?: string | undefined
  readonly balanceMinor?: bigint | undefined
  /** Complete scrapes in a row that covered it and did not show it. */
  readonly missedScrapes: number
  readonly removed: boolean
  readonly reversed: boolean
  /** Held as a possible duplicate of these movements; empty when it isn't held. */
  readonly heldFor: ReadonlyArray<string>
  /** Whose texts and key it has. (Default: page) */
  readonly origin?: MovementOrigin | undefined
}
