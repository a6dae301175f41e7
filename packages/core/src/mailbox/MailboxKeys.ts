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
      .pipe(Effect.mapError(({ message }) => new MailboxUnreadable({ message, refused: false })))
    const granted = decodeGranted(new TextDecoder().decode(answer.body))
    if (answer.status === 200 && Option.isSome(granted)) return granted.value
    return yield* new MailboxUnreadable({
      message: `oauth.token_url gave no token (it answered ${answer.status})`,
      refused: answer.status === 400 || answer.status === 401
    })
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
