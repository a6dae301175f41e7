/** The parts that requests and answers are made of. Every field of a request brings the sentence that refuses it. */
import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"

export { isPlainHttpUrl, withMessage, urlForm } from "@counterfoil/domain"

/** `withMessage`, with other words for a field that is not there. */
export const required = <S extends Schema.Top>(schema: S, missing: string, wrong: string): S["Rebuild"] =>
  schema.annotate({ message: wrong }).annotateKey({ messageMissingKey: missing })

/** Only what a database keeps: no NUL, no half of a surrogate pair. Comes before the checks that `withMessage` speaks for. */
export const storable = (field: string) =>
  Schema.makeFilter((text: string) => !text.includes("\0") && text.isWellFormed(), {
    message: `${field} must not contain control characters`
  })

/** The body as a whole: `message` is the answer to a body that is absent or no JSON object. */
export const body = <Fields extends Schema.Struct.Fields>(fields: Fields, message: string) =>
  Schema.Struct(fields).annotate({ message })

/** An id in a path. Its form is checked with its existence: a malformed one is absent, with the same answer. */
export const pathId = (title: string) =>
  Schema.String.annotate({ title, description: "A UUID. A malformed one is answered like an absent one: 404." })

export const Id = Schema.String.annotate({
  title: "Id",
  description: "A UUID",
  format: "uuid",
  examples: ["01990000-0000-7000-8000-00000000000a"]
})

/** ISO 8601, UTC, with milliseconds: `2026-11-20T09:30:00.000Z`. */
export const Timestamp = Schema.String.annotate({
  title: "Timestamp",
  description: "ISO 8601 in UTC with milliseconds",
  format: "date-time",
  examples: ["2026-11-20T09:30:00.000Z"]
}).pipe(Schema.decodeTo(Schema.DateTimeUtc, SchemaTransformation.dateTimeUtcFromString))

/** The null is tried first: the other way round every null costs ten times as much, in lists of hundreds of rows. */
export const TimestampOrNull = Schema.Union([Schema.Null, Timestamp])

export const LocalDate = Schema.String.annotate({ description: "YYYY-MM-DD, the bank's", format: "date" })

export const Amount = Schema.String.annotate({
  title: "Amount",
  description: "A decimal string with two decimals (three or four in currencies that have them)",
  examples: ["1250.00"]
})

export const Currency = Schema.String.annotate({ title: "Currency", description: "ISO 4217 code", examples: ["EUR"] })

/** A whole number of a query string, within `minimum` and `maximum`. */
export const wholeNumber = (name: string, minimum: number, maximum: number, description: string) =>
  Schema.String.annotate({ description }).pipe(
    Schema.decodeTo(
      Schema.Int,
      SchemaTransformation.transformEffect({
        decode: (text: string) =>
          /^\d{1,15}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
            ? Effect.succeed(Number(text))
            : Effect.fail(new SchemaIssue.InvalidValue({ message: wholeNumberMessage(name, minimum, maximum) })),
        encode: (value: number) => Effect.succeed(String(value))
      })
    ),
    Schema.annotate({ message: wholeNumberMessage(name, minimum, maximum) })
  )

const wholeNumberMessage = (name: string, minimum: number, maximum: number) =>
  `${name} must be a whole number from ${minimum} to ${maximum}`

/** `limit`, from 1 to `maximum`. */
export const limit = (standard: number, maximum: number) =>
  wholeNumber("limit", 1, maximum, `How many rows at most: 1 to ${maximum}, ${standard} by default`).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(String(standard)))
  )

/** `offset`, from 0. */
export const offset = wholeNumber("offset", 0, 1_000_000_000, "How many rows to pass over, 0 by default").pipe(
  Schema.withDecodingDefaultKey(Effect.succeed("0"))
)

/** `before`: pages without gaps while rows arrive. */
export const before = (what: string) =>
  Schema.optionalKey(Schema.String.annotate({ message: `before must be the id of ${what}` })).annotateKey({
    description: `Ours: only what comes after the row with this id (${what}) in the order of the list`
  })
