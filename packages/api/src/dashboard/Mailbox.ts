/** The mailbox that an account's codes come to; ours. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import { body, pathId, required, withMessage, storable, Timestamp } from "../fields.ts"
import { HasOwnLimit } from "../ownLimit.ts"

/** No control characters: nothing can be smuggled into a command. */
const word = (name: string, most: number) =>
  required(
    Schema.String.check(Schema.isPattern(/^[^\p{Cc}]+$/u), Schema.isMaxLength(most)),
    `${name} is required`,
    `${name} must be a text of 1 to ${most} characters`
  )

const OAuth = Schema.Struct({
  token_url: required(
    Schema.String.check(Schema.isPattern(/^https:\/\/[^\s@]+$/), Schema.isMaxLength(2000)),
    "oauth.token_url is required",
    "oauth.token_url must be an absolute https URL without credentials"
  ),
  client_id: word("oauth.client_id", 500),
  client_secret: Schema.optionalKey(word("oauth.client_secret", 500)),
  refresh_token: word("oauth.refresh_token", 4000)
})

const sendersMessage = "senders must be a list of 1 to 10 addresses, or @bank.example for all of a domain"
const Sender = Schema.String.check(storable("senders"), Schema.isMinLength(3), Schema.isMaxLength(320))

export const MailboxWrite = body(
  {
    host: word("host", 253),
    port: Schema.optionalKey(
      withMessage(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 65_535 })), "port must be from 1 to 65535")
    ).annotateKey({ description: "Default: 993, with starttls 143" }),
    security: Schema.optionalKey(
      withMessage(Schema.Literals(["tls", "starttls"]), "security must be tls or starttls")
    ).annotateKey({ description: "Default: tls. Never in the clear" }),
    username: word("username", 320),
    password: Schema.optionalKey(word("password", 500)),
    oauth: Schema.optionalKey(OAuth).annotateKey({
      description: "In place of a password: a refresh token, with which a new token is fetched each time"
    }),
    folder: Schema.optionalKey(word("folder", 255)).annotateKey({ description: "Default: INBOX" }),
    senders: withMessage(Schema.Array(Sender).check(Schema.isMinLength(1), Schema.isMaxLength(10)), sendersMessage),
    subject: Schema.optionalKey(
      withMessage(
        Schema.NullOr(Schema.String.check(storable("subject"), Schema.isMinLength(1), Schema.isMaxLength(200))),
        "subject must be null or a text of 1 to 200 characters"
      )
    ).annotateKey({ description: "A part of the subject, in any case. Default: any" }),
    pattern: Schema.optionalKey(
      withMessage(
        Schema.NullOr(Schema.String.check(storable("pattern"), Schema.isMinLength(1), Schema.isMaxLength(500))),
        "pattern must be null or a regular expression of at most 500 characters"
      )
    ).annotateKey({ description: "Of the bank's messages; its first group, or all of it, is the code" })
  },
  "host, username and senders are required"
)

const Mailbox = Schema.Struct({
  host: Schema.String,
  port: Schema.Int,
  security: Schema.Literals(["tls", "starttls"]),
  username: Schema.String,
  opens_with: Schema.Literals(["password", "oauth"]).annotate({ description: "Which is sealed, and never shown" }),
  folder: Schema.String,
  senders: Schema.Array(Schema.String),
  subject: Schema.NullOr(Schema.String),
  pattern: Schema.NullOr(Schema.String),
  added_at: Timestamp,
  problem: Schema.NullOr(Schema.String).annotate({
    description:
      "Why it could not be read the last time. Where it was refused, it isn't tried again before it is saved anew"
  })
}).annotate({ identifier: "Mailbox" })

const Tested = Schema.Struct({
  works: Schema.Boolean,
  problem: Schema.NullOr(Schema.String).annotate({ description: "Why it can't be read, in one sentence" })
})

const params = { accountId: pathId("Account") }
const summary = (text: string, description?: string) =>
  OpenApi.annotations({ summary: text, ...(description === undefined ? {} : { description }) })

export class MailboxGroup extends HttpApiGroup.make("mailbox")
  .add(
    HttpApiEndpoint.get("read", "/accounts/:accountId/mailbox", {
      params,
      success: Schema.NullOr(Mailbox),
      error: NotFound
    }).annotateMerge(summary("The mailbox that codes are read from, or null (extension)")),
    HttpApiEndpoint.put("save", "/accounts/:accountId/mailbox", {
      params,
      payload: MailboxWrite,
      success: Mailbox,
      error: [BadRequest, NotFound]
    }).annotateMerge(
      summary(
        "Read codes from a mailbox (extension)",
        "Over IMAP with TLS, while a login of the account waits for a code and not otherwise. Only messages of the senders " +
          "named are looked at; nothing is changed in it."
      )
    ),
    HttpApiEndpoint.delete("forget", "/accounts/:accountId/mailbox", {
      params,
      success: HttpApiSchema.NoContent,
      error: NotFound
    }).annotateMerge(summary("Read codes from no mailbox any more (extension)")),
    HttpApiEndpoint.post("test", "/accounts/:accountId/mailbox/test", {
      params,
      success: Tested,
      error: [NotFound, TooManyRequestsAnswer]
    })
      .annotate(HasOwnLimit, true)
      .annotateMerge(
        summary("Open the mailbox once, and read nothing (extension)", "At most 10 a minute of an account.")
      )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Codes by e-mail",
      description: "A mailbox of the owner's that codes of an account come to (extension)."
    })
  ) {}
