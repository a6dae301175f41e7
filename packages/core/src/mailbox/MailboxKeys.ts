/**
 * What opens a mailbox: its password as it is, or a token that its provider gives for the kept one.
 *
 * Some providers take a refresh token once and give the next one with the answer; whoever sends one twice is locked out, in
 * all places. So those mailboxes of a user that were given the same one go on from the newest together, one at a time over all
 * nodes, and an answer that is under way is waited for and kept, whatever becomes of the login that wanted it.
 */
import { Context, Duration, Effect, Fiber, FiberSet, Layer, Option, Redacted, Schema } from "effect"
import { CodeRepository } from "../codes/CodeRepository.ts"
import type { HeldToken, TokenTurn } from "../codes/MailboxRows.ts"
import { onceDatabaseIsBack } from "../DatabaseUnavailable.ts"
import { uuid } from "../ids.ts"
import { OutboundHttp } from "../outbound/OutboundHttp.ts"
import type { Place } from "../security/Vault.ts"
import { UserVault } from "../security/UserVault.ts"
import { type MailboxKey, MailboxUnreadable } from "./ImapReader.ts"
import type { MailboxConfig, MailboxOAuth } from "./Mailbox.ts"

export class MailboxKeys extends Context.Service<
  MailboxKeys,
  {
    readonly fetch: (
      accountId: string,
      config: MailboxConfig
    ) => Effect.Effect<Redacted.Redacted<MailboxKey>, MailboxUnreadable>
    /** By which the token is known that it opens with; null: it opens with a password. */
    readonly printOf: (accountId: string, config: MailboxConfig) => Effect.Effect<string | null>
  }
>()("@counterfoil/core/mailbox/MailboxKeys") {
  static readonly layer: Layer.Layer<MailboxKeys, never, CodeRepository | OutboundHttp | UserVault> = Layer.effect(
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

/** The provider answers within a quarter of it, or not at all. */
const lease = Duration.seconds(60)
const deadline = Duration.seconds(15)
const betweenTries = Duration.millis(250)
/** How long to try to save a new token while the database is away. Nobody else may fetch one meanwhile. */
const keepingPatience = Duration.seconds(20)

const busy = new MailboxUnreadable({
  message: "the mailbox's token is being fetched for another account: it took too long",
  refused: false
})

const gone = new MailboxUnreadable({ message: "the account is deleted", refused: false })

/** Of the owner, not of an account: another one of theirs may outlive it. */
const placeOf = ({ print, userId }: TokenTurn): Place => ({
  accountId: userId,
  table: "mailbox_tokens",
  column: "newest",
  row: print
})

const make = Effect.gen(function* () {
  const http = yield* OutboundHttp
  const repository = yield* CodeRepository
  const vault = yield* UserVault
  const underWay = yield* FiberSet.make<Redacted.Redacted<MailboxKey>, MailboxUnreadable>()
  yield* Effect.addFinalizer(() => FiberSet.awaitEmpty(underWay))

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
        deadline,
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

  const printOf = (userId: string, { client_id, refresh_token, token_url }: MailboxOAuth) =>
    vault.fingerprint(userId, `mailbox token:${JSON.stringify([token_url, client_id, refresh_token])}`)

  /** Fetches with the newest refresh token, and saves the one that replaces it before anybody else has a turn. */
  const fetchInTurn = Effect.fnUntraced(
    function* (turn: TokenTurn, { newest }: HeldToken, oauth: MailboxOAuth) {
      const sealed = newest === null ? null : yield* Effect.orDie(vault.decrypt(placeOf(turn), newest))
      const refresh_token = sealed === null ? oauth.refresh_token : Redacted.value(sealed)
      const granted = yield* grant({ ...oauth, refresh_token })
      const next = granted.refresh_token
      const isNew = next !== undefined && next !== refresh_token
      const sealing = isNew ? vault.encrypt(placeOf(turn), Redacted.make(next)) : Effect.succeed(null)
      const kept = Effect.flatMap(sealing, (cell) => repository.leaveToken(turn, cell))
      // The provider takes no earlier one any more: if this one got lost, its owner would be locked out.
      yield* onceDatabaseIsBack(kept, keepingPatience)
      return Redacted.make<MailboxKey>({ accessToken: granted.access_token })
    },
    (fetching, turn) => Effect.onError(fetching, () => repository.leaveToken(turn, null))
  )

  /** Once begun it goes on, though whoever wanted it may be gone: the answer holds the next token. */
  const begin = Effect.fnUntraced(function* (turn: TokenTurn, accountId: string, oauth: MailboxOAuth) {
    const held = yield* repository.holdToken(turn, accountId, lease)
    return held === null ? null : yield* FiberSet.run(underWay, fetchInTurn(turn, held, oauth))
  }, Effect.uninterruptible)

  const fetchToken = Effect.fnUntraced(function* (accountId: string, oauth: MailboxOAuth) {
    const userId = yield* repository.ownerOf(accountId)
    if (userId === null) return yield* gone
    const turn = { userId, print: yield* printOf(userId, oauth), holder: yield* uuid }
    for (;;) {
      const begun = yield* begin(turn, accountId, oauth)
      if (begun !== null) return yield* Fiber.join(begun)
      yield* Effect.sleep(betweenTries)
    }
  })

  return MailboxKeys.of({
    fetch: Effect.fn("MailboxKeys.fetch")(function* (accountId, { oauth, password = "" }) {
      if (oauth === undefined) return Redacted.make<MailboxKey>({ pass: password })
      return yield* fetchToken(accountId, oauth).pipe(Effect.timeoutOrElse({ duration: lease, orElse: () => busy }))
    }),
    printOf: Effect.fn("MailboxKeys.printOf")(function* (accountId, { oauth }) {
      const userId = yield* repository.ownerOf(accountId)
      return oauth === undefined || userId === null ? null : yield* printOf(userId, oauth)
    })
  })
})
