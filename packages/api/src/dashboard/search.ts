/** What lists may be searched and filtered by, and the days that charts may ask for. */
import { addDays, isLocalDate, isTimeZone } from "@counterfoil/domain"
import { Schema, SchemaTransformation } from "effect"
import { before, limit, withMessage, storable } from "../fields.ts"

const timeMessage = (name: string) => `${name} must be a time such as 2026-11-20T09:30:00Z`

/** In a query string a `+` that isn't written `%2B` arrives as a space: no other sign can have stood there. */
const plusKept = SchemaTransformation.transform({
  decode: (text: string) => text.replace(" ", "+"),
  encode: (text: string) => text
})

/** A time of a query string or body. */
export const time = (name: string, description: string) =>
  Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+ -]\d\d:\d\d)$/)).pipe(
      Schema.decodeTo(Schema.String, plusKept),
      Schema.decodeTo(Schema.DateTimeUtc, SchemaTransformation.dateTimeUtcFromString),
      Schema.annotate({ message: timeMessage(name), description })
    )
  )

export const uuidOf = (name: string) =>
  Schema.optionalKey(withMessage(Schema.String.check(Schema.isUUID()), `${name} must be a UUID`))

const wordsMessage = "q must be 1 to 200 characters"
const amountMessage = "amount must be a decimal such as 1250.00"

/** `also`: what else than words finds one. */
export const searchQuery = (what: string, also = "") => ({
  limit: limit(50, 200),
  before: before(what),
  account_id: uuidOf("account_id"),
  from: time("from", "From this time on"),
  to: time("to", "Before this time; earlier than `from` it is refused"),
  q: Schema.optionalKey(
    withMessage(
      Schema.String.check(
        storable("q"),
        Schema.isMinLength(1, { message: wordsMessage }),
        Schema.isMaxLength(200, { message: wordsMessage })
      ),
      wordsMessage
    )
  ).annotateKey({
    description:
      "Words, or their beginnings, that all occur in the name, the references or the description; neither case nor accents " +
      `count. A number among them (of several the first three) finds its amount too${also}`
  }),
  amount: Schema.optionalKey(
    withMessage(Schema.String.check(Schema.isPattern(/^\d{1,15}(\.\d{1,4})?$/)), amountMessage)
  ).annotateKey({ description: "Whatever its sign" })
})

export const timesReversed = "to must be from or later"

const dayMessage = (name: string) => `${name} must be a date such as 2026-11-20`
const day = (name: string) =>
  withMessage(Schema.String.check(Schema.makeFilter((text: string) => isLocalDate(text))), dayMessage(name))

const mostDays = 400
export const tooManyDays = `to must be from or later, and at most ${mostDays} days`

export const dayQuery = {
  from: day("from").annotateKey({ description: `The first day, YYYY-MM-DD; at most ${mostDays} days` }),
  to: day("to").annotateKey({ description: "The last day" }),
  account_id: uuidOf("account_id")
}

/** Whether the days are in order and not too many. */
export const areFewDays = ({ from, to }: { readonly from: string; readonly to: string }): boolean =>
  from <= to && to <= addDays(from, mostDays - 1)

/** IANA's; an offset such as +01:00, which Postgres reads the other way round, is none. */
export const zone = Schema.optionalKey(
  withMessage(
    Schema.String.check(
      Schema.isPattern(/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/),
      Schema.makeFilter((text: string) => isTimeZone(text))
    ),
    "zone must be an IANA time zone such as Europe/Madrid"
  )
).annotateKey({ description: "Whose days: an IANA time zone, UTC by default" })
