/** The answer of a pending-orders endpoint. Each item stands for itself: one that can't be read doesn't spoil the others. */
import { Result, Schema } from "effect"
import { isLocalDate } from "./LocalDate.ts"
import { isCurrencyCode, parseDecimal } from "./Money.ts"

/** One order of an answer, read. */
export interface PolledOrder {
  readonly externalId: string
  readonly amountMinor: bigint
  readonly currency: string
  /** The payer. */
  readonly name: string
  /** Epoch milliseconds. */
  readonly createdAt?: number
  readonly reference?: string
  readonly taxId?: string
  /** The account that the money is expected from. */
  readonly payerAccount?: string
}

/** Why an item can't be read, in a word: each has its sentence in the reader's language. */
export const orderFaultCodes = [
  "twice",
  "too_long",
  "not_object",
  "external_id_missing",
  "external_id",
  "currency_missing",
  "currency",
  "amount_missing",
  "amount_kind",
  "amount_infinite",
  "amount_digits",
  "amount_shape",
  "amount_decimals",
  "amount_large",
  "amount_not_positive",
  "text_kind",
  "text_length",
  "name_missing",
  "date_shape",
  "date_range",
  "date_ahead",
  "id_settled"
] as const

interface Refused {
  readonly code: (typeof orderFaultCodes)[number]
  /** A sentence that names the field. */
  readonly message: string
  /** Where the code may be that of several. */
  readonly field?: string
}

/** One item can't be read: it is skipped and reported. No error of its own: an answer may have very many. */
export interface OrderFault extends Refused {
  /** Its place in the answer, from 0. */
  readonly index: number
  readonly externalId: string | undefined
}

/** The answer as a whole can't be read. */
export class PollFault extends Schema.TaggedError<PollFault>()("PollFault", {
  message: Schema.String
}) {}

export interface PollAnswer {
  readonly orders: ReadonlyArray<PolledOrder>
  readonly faults: ReadonlyArray<OrderFault>
  /** External ids of all items that have one: what the answer lists, read or not. */
  readonly listed: ReadonlySet<string>
  readonly isEmpty: boolean
  /** The next page, as the answer spells it; the caller checks that it is of the same origin. */
  readonly next?: string
}

const refuse = (code: Refused["code"], message: string, field?: string) =>
  Result.fail<Refused>({ code, message, ...(field === undefined ? {} : { field }) })

const Item = Schema.Record(Schema.String, Schema.Unknown)
const isItem = Schema.is(Item)
type Item = typeof Item.Type

/** Items of a list, over all its pages: what 10 MiB hold of real orders. Empty objects would be millions. */
export const mostListedItems = 100_000

export const unreadable = (message: string) => new PollFault({ message })

/** Takes the items of a list one by one, in their order; throws a `PollFault` where there are too many. `now`: in milliseconds. */
export const readingItems = (now: number) => {
  const orders: Array<PolledOrder> = []
  const faults: Array<OrderFault> = []
  const listed = new Set<string>()
  let index = 0

  const read = (item: unknown, id: string | undefined): Result.Result<PolledOrder, Refused> => {
    if (id !== undefined && listed.has(id)) return refuse("twice", "external_id appears twice in this answer")
    return readOrder(item, id, now)
  }

  return {
    /** Undefined: it is too long, or too deep, to be looked at. */
    add: (parsed: { readonly value: unknown } | undefined): void => {
      if (index >= mostListedItems) throw unreadable(`The answer has more than ${mostListedItems} items.`)
      const item = parsed?.value
      const id = isItem(item) ? externalIdOfItem(item["external_id"]) : undefined
      const order =
        parsed === undefined ? refuse("too_long", "The item is longer than 64 KiB, or nests too deep") : read(item, id)
      if (id !== undefined) listed.add(id)
      if (Result.isSuccess(order)) orders.push(order.success)
      else faults.push({ index, externalId: id, ...order.failure })
      index += 1
    },
    answer: (next: string | undefined): PollAnswer => ({
      orders,
      faults,
      listed,
      isEmpty: index === 0,
      ...(next === undefined ? {} : { next })
    })
  }
}

const longest = { externalId: 200, name: 300, other: 200 } as const

/** A number's own text; larger ones than a JSON number keeps exactly are refused. */
const externalIdOfItem = (value: unknown): string | undefined => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined
  const text = typeof value === "string" ? value.trim() : ""
  return text === "" || text.length > longest.externalId || cleanOf(text) !== text ? undefined : text
}

/** Without what no database keeps in a text: NUL, and halves of surrogate pairs. */
const cleanOf = (text: string): string => text.replaceAll("\0", "").toWellFormed()

/** Null and empty are as good as absent. */
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "")

const readOrder = (item: unknown, externalId: string | undefined, now: number): Result.Result<PolledOrder, Refused> =>
  Result.gen(function* () {
    if (!isItem(item)) return yield* refuse("not_object", "The item must be an object")
    if (isAbsent(item["external_id"])) return yield* refuse("external_id_missing", "external_id is required")
    if (externalId === undefined) {
      return yield* refuse(
        "external_id",
        `external_id must be a text of 1 to ${longest.externalId} characters, or a whole number that JSON keeps exactly`
      )
    }
    const currency = yield* readCurrency(item["currency"])
    const amountMinor = yield* readAmount(item["amount"], currency)
    const name =
      (yield* readText("name", item["name"], longest.name)) ??
      (yield* readText("sender_name", item["sender_name"], longest.name))
    if (name === undefined) return yield* refuse("name_missing", "name is required")
    const createdAt = yield* readInstant(item["created_at"], now)
    const reference = yield* readText("reference", item["reference"], longest.other)
    const taxId = yield* readText("tax_id", item["tax_id"], longest.other)
    const payerAccount = yield* readText("account", item["account"], longest.other)
    return {
      externalId,
      amountMinor,
      currency,
      name,
      ...(createdAt === undefined ? {} : { createdAt }),
      ...(reference === undefined ? {} : { reference }),
      ...(taxId === undefined ? {} : { taxId }),
      ...(payerAccount === undefined ? {} : { payerAccount })
    }
  })

const readCurrency = (value: unknown): Result.Result<string, Refused> => {
  if (isAbsent(value)) return refuse("currency_missing", "currency is required")
  const currency = typeof value === "string" ? value.trim().toUpperCase() : ""
  return isCurrencyCode(currency)
    ? Result.succeed(currency)
    : refuse("currency", "currency must be an ISO 4217 code such as EUR")
}

const readAmount = (value: unknown, currency: string): Result.Result<bigint, Refused> => {
  if (isAbsent(value)) return refuse("amount_missing", "amount is required")
  if (typeof value !== "string" && typeof value !== "number")
    return refuse("amount_kind", "amount must be a decimal text or a number")
  const parsed = Result.mapError(parseDecimal(value, currency), ({ code, message }): Refused => ({
    code,
    message: `amount ${message}`
  }))
  return Result.flatMap(parsed, (minor) =>
    minor > 0n ? Result.succeed(minor) : refuse("amount_not_positive", "amount must be more than 0")
  )
}

/** Absent, null and empty are the same; a number is taken as its digits. */
const readText = (field: string, value: unknown, most: number): Result.Result<string | undefined, Refused> => {
  if (value === undefined || value === null) return Result.succeed(undefined)
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== "string") return refuse("text_kind", `${field} must be a text`, field)
  const trimmed = cleanOf(text).trim()
  if (trimmed.length > most) return refuse("text_length", `${field} must have at most ${most} characters`, field)
  return Result.succeed(trimmed === "" ? undefined : trimmed)
}

/** As programs print it, Postgres among them (`+00`); RFC 3339 has its letters in any case. */
const isoShape = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z|([+-]\d{2})(?::?(\d{2}))?)?)?$/i

/** A timestamp without a zone is taken as UTC. */
const readInstant = (value: unknown, now: number): Result.Result<number | undefined, Refused> => {
  if (value === undefined || value === null || value === "") return Result.succeed(undefined)
  const shape = typeof value === "string" ? isoShape.exec(value) : null
  if (shape === null) return notAnInstant
  const [, date = "", time = "00:00", hours, minutes = "00"] = shape
  const zone = hours === undefined ? "Z" : `${hours}:${minutes}`
  const millis = isLocalDate(date) ? Date.parse(`${date}T${time}${zone}`) : Number.NaN
  if (Number.isNaN(millis)) return notAnInstant
  if (millis < earliest || millis >= latest) {
    return refuse("date_range", "created_at must lie between 1970 and 2200")
  }
  return millis > now + mostDaysAhead * dayMillis
    ? refuse("date_ahead", `created_at must not lie more than ${mostDaysAhead} days ahead`)
    : Result.succeed(millis)
}

const earliest = 0
const latest = Date.UTC(2200, 0)

/** An order may be for next month. Of a later one the year is a slip: no payment could match it, and it would never expire. */
const mostDaysAhead = 31
const dayMillis = 86_400_000

const notAnInstant = refuse("date_shape", "created_at must be an ISO 8601 timestamp")
