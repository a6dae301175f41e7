/** What opens a mailbox: its password as it is, or a token that its provider gives for the kept one. */
import { Context, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { OutboundHttp } from "../outbound/OutboundHttp.ts"
import { type MailboxKey, MailboxUnreadable } from "./ImapReader.ts"
import type { MailboxConfig, MailboxOAuth } from "./Mailbox.ts"

export interface FetchedKey {
  readonly key: Redacted.Redacted<MailboxKey>
  /** Some providers give another token to keep, and take the old one no more; undefined: it stays. */
  readonly renewed: MailboxConfig | undefined
}

export class MailboxKeys extends Context.Service<
  MailboxKeys,
  { readonly fetch: (config: MailboxConfig) => Effect.Effect<FetchedKey, MailboxUnreadable> }
>()("@counterfoil/core/mailbox/MailboxKeys") {
  static readonly layer: Layer.Layer<MailboxKeys, never, OutboundHttp> = Layer.effect(
    MailboxKeys,
    Effect.suspend(() => make)
  )
}

const Granted = Schema.Struct({
  access_token: Schema.String.check(Schema.isMinLength(1)),
  refresh_token: Schema.optionalKey(Schema.String)
})
const decodeGranted = Schema.decodeUnknownOption(Schema.fromJsonString(Granted))

/** RFC 6749, 5.2. */
const decodeRefused = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ error: Schema.String.check(Schema.isPattern(/^[a-z_]{1,40}$/)) }))
)

/** What its owner can do about it. */
const advice: Readonly<Record<string, string>> = {
  invalid_grant:
    "oauth.token_url takes the refresh token no more (invalid_grant): sign in at the provider again, and save the mailbox with the new one",
  invalid_client: "oauth.token_url doesn't know the client (invalid_client): check client_id and client_secret",
  unauthorized_client:
    "oauth.token_url gives this client no tokens that way (unauthorized_client): allow refresh tokens for it at the provider"
}

const refusalOf = (status: number, body: string): MailboxUnreadable => {
  const code = Option.getOrUndefined(decodeRefused(body))?.error
  const message = code === undefined ? `it answered ${status}` : `it answered ${status}, ${code}`
  return new MailboxUnreadable({
    message: advice[code ?? ""] ?? `oauth.token_url gave no token (${message})`,
    refused: (status === 400 || status === 401) && code !== "temporarily_unavailable" && code !== "slow_down"
  })
}

const make = Effect.gen(function* () {
  const http = yield* OutboundHttp

  /** RFC 6749, 6. */
  const grant = Effect.fnUntraced(function* ({ client_id, client_secret, refresh_token, token_url }: MailboxOAuth) {
    const form = new URLSearchParams({
      grant_type: "refresh_token",
      client_id,
      refresh_token,
      ...(client_secret === undefined ? {} : { client_secret })
    })
    const answer = yield* http
      .send({
        method: "POST",
        url: token_url,
        headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
        authorization: null,
        body: new TextEncoder().encode(form.toString()),
        deadline: Duration.seconds(15),
        maxBytes: 64 * 1024,
        overflow: "cut"
      })
      .pipe(
        Effect.mapError(
          ({ message }) => new MailboxUnreadable({ message: `oauth.token_url: ${message}`, refused: false })
        )
      )
    const body = new TextDecoder().decode(answer.body)
    const granted = decodeGranted(body)
    if (answer.status === 200 && Option.isSome(granted)) return granted.value
    return yield* refusalOf(answer.status, body)
  })

  return MailboxKeys.of({
    fetch: Effect.fn("MailboxKeys.fetch")(function* (config) {
      const { oauth, password = "" } = config
      if (oauth === undefined) return { key: Redacted.make<MailboxKey>({ pass: password }), renewed: undefined }
      const { access_token, refresh_token } = yield* grant(oauth)
      const isNew = refresh_token !== undefined && refresh_token !== oauth.refresh_token
      return {
        key: Redacted.make<MailboxKey>({ accessToken: access_token }),
        renewed: isNew ? { ...config, oauth: { ...oauth, refresh_token } } : undefined
      }
    })
  })
})
