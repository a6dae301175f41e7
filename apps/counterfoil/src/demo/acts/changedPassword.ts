/** The bank refuses the credentials: exactly one attempt, a block, a restart. */
import { Effect, Schema } from "effect"
import { answerCode, bodiesOf, type Cast, reconcileSettings, wellSigned } from "../cast.ts"
import { expect, until } from "../Client.ts"
import type { Bank } from "../Neighbours.ts"
import { expectedResults } from "../world.ts"

const wrongPasswords = (bank: Bank) =>
  bank
    .journal("ana")
    .pipe(
      Effect.map(
        (entries) =>
          entries.filter(({ event, outcome }) => event === "login-attempt" && outcome === "wrong-password").length
      )
    )

export const changedPassword = Effect.fnUntraced(function* (cast: Cast) {
  const { accountId, bank, narrator, person, shop, stream } = cast
  const changed = "ana-changed-9120"
  yield* narrator.step(
    "the owner changed the bank password: scraping is blocked, with the reason",
    Effect.gen(function* () {
      const from = stream.messages.length
      yield* bank.patchCustomer("ana", { password: changed })
      yield* person.scrape(accountId)
      yield* stream.wait("login.failed", accountId, from)
      const account = yield* until("the block", person.account(accountId), (found) => found?.scrapeBlockedAt !== null)
      yield* expect(
        account?.scrapeBlockedReason?.startsWith("invalid_credentials") === true,
        `the reason should be invalid_credentials: ${JSON.stringify(account)}`
      )
    })
  )
  yield* narrator.step(
    "the notification webhook told the shop, with a valid signature",
    Effect.gen(function* () {
      const entries = yield* until("login_failed", shop.received("notification", "ana"), (found) =>
        found.some(({ rawBody }) => rawBody.includes('"type":"login_failed"'))
      )
      yield* expect(wellSigned(entries), `all notifications should be well signed: ${JSON.stringify(entries)}`)
    })
  )
  yield* narrator.step(
    "asking again sends nothing: the bank saw exactly one wrong attempt",
    Effect.gen(function* () {
      yield* person.scrape(accountId)
      yield* until(
        "a skipped scrape in the activity",
        person.ask(`/accounts/${accountId}/activity`, 200, Schema.Array(Schema.Struct({ kind: Schema.String }))),
        (entries) => entries.some(({ kind }) => kind === "scrape.skipped")
      )
      const count = yield* wrongPasswords(bank)
      yield* expect(count === 1, `the bank saw ${count} wrong attempts`)
    })
  )
  yield* narrator.step(
    "the settings are mended and scraping restarted: it is unblocked and reads again",
    Effect.gen(function* () {
      const from = stream.messages.length
      yield* person.configure(accountId, reconcileSettings(shop, changed))
      yield* person.restart(accountId)
      yield* answerCode(cast, from)
      yield* stream.wait("scrape.succeeded", accountId, from)
      const account = yield* person.account(accountId)
      yield* expect(account?.scrapeBlockedAt === null, `the account should be unblocked: ${JSON.stringify(account)}`)
      const count = yield* wrongPasswords(bank)
      yield* expect(count === 1, `the bank saw ${count} wrong attempts in all`)
    })
  )
  yield* narrator.step(
    "in the end the shop has heard each result once, and nothing else",
    Effect.gen(function* () {
      const entries = yield* shop.received("hook", "ana")
      yield* expect(
        JSON.stringify(bodiesOf(entries)) === JSON.stringify([...expectedResults].sort()),
        `the shop journaled ${JSON.stringify(bodiesOf(entries))}`
      )
    })
  )
})
