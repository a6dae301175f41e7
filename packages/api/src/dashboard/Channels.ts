/** Where a user is told that a login waits for a code; ours. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import { body, Id, isPlainHttpUrl, pathId, required, withMessage, Timestamp, TimestampOrNull } from "../fields.ts"
import { HasOwnLimit } from "../ownLimit.ts"

/** No control characters: nothing can be smuggled into a header or a mail server's command. */
const word = (name: string, most: number) =>
  required(
    Schema.String.check(Schema.isPattern(/^[^\p{Cc}]+$/u), Schema.isMaxLength(most)),
    `${name} is required`,
    `${name} must be a text of 1 to ${most} characters`
  )

const address = (name: string) =>
  required(
    Schema.String.check(Schema.isMaxLength(2000), Schema.makeFilter(isPlainHttpUrl)),
    `${name} is required`,
    `${name} must be an absolute http(s) URL without credentials`
  )

const name = word("name", 100)

/** Of every kind. */
const common = {
  name,
  language: Schema.optionalKey(
    withMessage(Schema.Literals(["en", "es"]), "language must be en or es").annotate({ description: "(Default: en)" })
  ),
  page_origin: Schema.optionalKey(
    withMessage(Schema.NullOr(Schema.String), "page_origin must be an origin such as https://counterfoil.example")
  ).annotateKey({ description: "Where a tap leads. (Default: nowhere)" })
}

const Ntfy = Schema.Struct({
  kind: Schema.Literal("ntfy"),
  ...common,
  url: address("url"),
  topic: word("topic", 64),
  token: Schema.optionalKey(word("token", 500))
})
const Gotify = Schema.Struct({
  kind: Schema.Literal("gotify"),
  ...common,
  url: address("url"),
  token: word("token", 500)
})
const Telegram = Schema.Struct({
  kind: Schema.Literal("telegram"),
  ...common,
  bot_token: word("bot_token", 200),
  chat_id: withMessage(
    Schema.String.check(Schema.isPattern(/^-?\d{1,20}$/)),
    "chat_id must be the number of a chat, as text"
  ),
  url: Schema.optionalKey(address("url")).annotateKey({ description: "Of a Bot API server of your own" })
})
const Email = Schema.Struct({
  kind: Schema.Literal("email"),
  ...common,
  host: word("host", 253),
  port: withMessage(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 65_535 })),
    "port must be from 1 to 65535"
  ),
  security: withMessage(Schema.Literals(["tls", "starttls"]), "security must be tls or starttls"),
  username: Schema.optionalKey(word("username", 320)),
  password: Schema.optionalKey(word("password", 500)),
  from: word("from", 320),
  to: word("to", 320)
})
const Apprise = Schema.Struct({
  kind: Schema.Literal("apprise"),
  ...common,
  url: address("url"),
  tag: Schema.optionalKey(word("tag", 64))
})

const kinds = ["ntfy", "gotify", "telegram", "email", "apprise"] as const
const kindMessage = `kind must be one of ${kinds.join(", ")}`

/** The kind decides which of the others is read. */
export const channelBodies = { ntfy: Ntfy, gotify: Gotify, telegram: Telegram, email: Email, apprise: Apprise } as const
export const ChannelKind = body({ kind: withMessage(Schema.Literals(kinds), kindMessage) }, kindMessage)

const ChannelWrite = Schema.Union([Ntfy, Gotify, Telegram, Email, Apprise]).annotate({
  identifier: "NoticeChannelWrite"
})

const Channel = Schema.Struct({
  id: Id,
  kind: Schema.Literals(kinds),
  name: Schema.String,
  language: Schema.Literals(["en", "es"]),
  page_origin: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  last_success_at: TimestampOrNull,
  last_fault: Schema.NullOr(Schema.String).annotate({ description: "Why the last try failed; null after a success" })
}).annotate({ identifier: "NoticeChannel", description: "Without addresses and tokens: they are sealed" })

const Tested = Schema.Struct({
  sent: Schema.Boolean,
  problem: Schema.NullOr(Schema.String).annotate({ description: "Why it could not be sent, in one sentence" })
})

const params = { channelId: pathId("Channel") }

export class ChannelsGroup extends HttpApiGroup.make("channels")
  .add(
    HttpApiEndpoint.get("list", "/me/channels", { success: Schema.Array(Channel) }).annotateMerge(
      OpenApi.annotations({ summary: "Where you are told that a login waits (extension)" })
    ),
    HttpApiEndpoint.post("add", "/me/channels", {
      payload: ChannelWrite,
      success: Channel.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, Conflict]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Add a channel (extension)",
        description:
          "ntfy, Gotify, Telegram (a reply to the message is the answer), e-mail or an Apprise API endpoint. One message for " +
          "each code, approval, question or picture, one when it is no longer needed, and one when the reading of an account has " +
          "stopped; without secrets, amounts, or names of payers and accounts. 409: you are told there already."
      })
    ),
    HttpApiEndpoint.delete("remove", "/me/channels/:channelId", {
      params,
      success: HttpApiSchema.NoContent,
      error: NotFound
    }).annotateMerge(OpenApi.annotations({ summary: "Remove a channel (extension)" })),
    HttpApiEndpoint.post("test", "/me/channels/:channelId/test", {
      params,
      success: Tested,
      error: [NotFound, TooManyRequestsAnswer]
    })
      .annotate(HasOwnLimit, true)
      .annotateMerge(
        OpenApi.annotations({ summary: "Send a test message now (extension)", description: "At most 10 a minute." })
      )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Channels to people",
      description: "Where a user is told that a login waits for a code (extension)."
    })
  ) {}
