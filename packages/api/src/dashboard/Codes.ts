/** How an account's codes come by themselves, and what became of each that was asked for; ours. */
import { AskType, AssistanceOutcome, Channel } from "@counterfoil/domain"
import { DateTime, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, NotFound } from "../errors.ts"
import { before, body, Id, limit, pathId, withMessage, storable, Timestamp, TimestampOrNull } from "../fields.ts"

const Totp = Schema.Struct({
  digits: Schema.Int,
  period: Schema.Int.annotate({ description: "Seconds" }),
  algorithm: Schema.String,
  issuer: Schema.NullOr(Schema.String).annotate({ description: "Who handed it out, in its own words" }),
  added_at: Timestamp
}).annotate({ identifier: "AuthenticatorSecret", description: "What it makes; the secret itself is never shown" })

const Settings = Schema.Struct({
  sms: Schema.Struct({
    senders: Schema.Array(Schema.String).annotate({
      description: "Whose messages are read, as the phone names them; empty: anybody's"
    }),
    pattern: Schema.NullOr(Schema.String).annotate({
      description:
        "A regular expression of the bank's messages; its first group, or all of it, is the code. In any case"
    }),
    path: Schema.String.annotate({ description: "Where messages are forwarded to, with an API key" })
  }),
  totp: Schema.NullOr(Totp)
}).annotate({ identifier: "CodeSettings" })

const sendersMessage = "sms.senders must be a list of at most 20 names or numbers of 1 to 64 characters"
const patternMessage = "sms.pattern must be null or a regular expression of at most 500 characters"
const secretMessage = "secret must be an otpauth://totp/… address or a secret in base32"

const Sender = Schema.String.check(storable("sms.senders"), Schema.isMinLength(1), Schema.isMaxLength(64))

const CodeSettingsWrite = body(
  {
    sms: withMessage(
      Schema.Struct({
        senders: withMessage(Schema.Array(Sender).check(Schema.isMaxLength(20)), sendersMessage),
        pattern: withMessage(
          Schema.NullOr(Schema.String.check(storable("sms.pattern"), Schema.isMinLength(1), Schema.isMaxLength(500))),
          patternMessage
        )
      }),
      "sms must be {senders, pattern}"
    )
  },
  "sms is required"
)

const TotpWrite = body(
  { secret: withMessage(Schema.String.check(Schema.isMaxLength(2000)), secretMessage) },
  secretMessage
)

export const AssistanceEntry = Schema.Struct({
  id: Id,
  type: AskType.annotate({
    description:
      "otp: a one-time code. approval: in the bank's app. question, picture: answered like a code, with POST …/answer"
  }),
  number: Schema.NullOr(Schema.String).annotate({
    description: "Of an approval: what to choose in the bank's app, as the script says; null: nothing"
  }),
  question: Schema.NullOr(Schema.String).annotate({ description: "In the script's words: don't show it as yours" }),
  choices: Schema.NullOr(Schema.Array(Schema.String)).annotate({
    description: "Of a question: the answer is one of them, in the script's words; null: any words"
  }),
  length: Schema.NullOr(Schema.Int).annotate({ description: "How many characters the answer has; null: not known" }),
  status: Schema.Literals(["pending", "fulfilled", "cancelled"]),
  outcome: Schema.NullOr(AssistanceOutcome).annotate({ description: "null while it is pending" }),
  prompt: Schema.NullOr(Schema.String),
  attempts: Schema.Int.annotate({ description: "Codes that the bank refused" }),
  requested_at: Timestamp,
  expires_at: Timestamp,
  ended_at: TimestampOrNull,
  answered_by: Schema.NullOr(Channel).annotate({ description: "The channel of the last code; null: none came" }),
  answered_at: TimestampOrNull,
  answered_after_seconds: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "AssistanceEntry" })

const asking = {
  hours: Schema.NullOr(Schema.Struct({ from: Schema.String, to: Schema.String })).annotate({
    description: "Times of day, from 09:00 to 10:00, say; null: the service's own (ASSISTED_HOURS)"
  }),
  zone: Schema.NullOr(Schema.String).annotate({ description: "Whose times these are, IANA; null: the bank's" }),
  most_per_day: Schema.NullOr(Schema.Int).annotate({ description: "In any 24 hours; null: as the schedule wants" }),
  snoozed_until: TimestampOrNull
}
const Asking = Schema.Struct(asking).annotate({ identifier: "AskRules" })

const hoursMessage = "hours must be null or {from, to}, times of day such as 09:00"
const mostMessage = "most_per_day must be null or a whole number from 1 to 100"
const snoozeMessage = "snoozed_until must be null or an instant such as 2026-11-20T09:00:00Z"
/** JavaScript's dates reach further back than a database's. */
const ofOurTimes = Schema.makeFilter((at: DateTime.Utc) => {
  const year = DateTime.getPartUtc(at, "year")
  return year >= 1970 && year <= 9999
})
const time = Schema.String.check(Schema.isMaxLength(5))

const AskingWrite = body(
  {
    hours: withMessage(Schema.NullOr(Schema.Struct({ from: time, to: time })), hoursMessage),
    zone: withMessage(
      Schema.NullOr(Schema.String.check(storable("zone"), Schema.isMaxLength(64))),
      "zone must be null or a name"
    ),
    most_per_day: withMessage(
      Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
      mostMessage
    ),
    snoozed_until: withMessage(Schema.NullOr(Schema.DateTimeUtcFromString.check(ofOurTimes)), snoozeMessage)
  },
  "hours, zone, most_per_day and snoozed_until are required; each may be null"
)

const params = { accountId: pathId("Account") }
const summary = (text: string, description?: string) =>
  OpenApi.annotations({ summary: text, ...(description === undefined ? {} : { description }) })

export class CodesGroup extends HttpApiGroup.make("codes")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:accountId/codes", {
      params,
      success: Settings,
      error: NotFound
    }).annotateMerge(summary("How codes come by themselves (extension)")),
    HttpApiEndpoint.put("save", "/accounts/:accountId/codes", {
      params,
      payload: CodeSettingsWrite,
      success: Settings,
      error: [BadRequest, NotFound]
    }).annotateMerge(summary("Say whose messages hold the account's codes (extension)")),
    HttpApiEndpoint.put("saveTotp", "/accounts/:accountId/totp", {
      params,
      payload: TotpWrite,
      success: Settings,
      error: [BadRequest, NotFound]
    }).annotateMerge(
      summary(
        "Let the service make the codes itself (extension)",
        "The secret of an authenticator, sealed at once and never shown again. Codes that the bank sends (by SMS or e-mail) are " +
          "asked for as before."
      )
    ),
    HttpApiEndpoint.delete("forgetTotp", "/accounts/:accountId/totp", {
      params,
      success: HttpApiSchema.NoContent,
      error: NotFound
    }).annotateMerge(summary("Forget the authenticator secret (extension)")),
    HttpApiEndpoint.get("asking", "/accounts/:accountId/asking", {
      params,
      success: Asking,
      error: NotFound
    }).annotateMerge(summary("When, and how often, you are asked (extension)")),
    HttpApiEndpoint.put("saveAsking", "/accounts/:accountId/asking", {
      params,
      payload: AskingWrite,
      success: Asking,
      error: [BadRequest, NotFound]
    }).annotateMerge(
      summary(
        "Say when, and how often, you are asked (extension)",
        "For logins by the schedule; whoever asks for a scrape is asked at once. What a login waits for is in GET /accounts/overview " +
          "(`waits_for`: assisted_hours, snoozed, asked_enough) and in the activity."
      )
    ),
    HttpApiEndpoint.get("assistances", "/accounts/:accountId/assistances", {
      params,
      query: { limit: limit(50, 200), before: before("an assistance request") },
      success: Schema.Array(AssistanceEntry),
      error: [BadRequest, NotFound]
    }).annotateMerge(
      summary(
        "What was asked of people and machines, newest first (extension)",
        "When, which channel answered, after how long, and what came of it."
      )
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Codes that come by themselves",
      description: "Forwarded messages, an authenticator secret, and what became of each request (extension)."
    })
  ) {}
