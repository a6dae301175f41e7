/** A second user watches an account: each new movement becomes one webhook. */
import { Effect } from "effect"
import { type Cast, introduce, settingsFor, wellSigned } from "../cast.ts"
import { expect, until } from "../Client.ts"
import { enrol } from "../Person.ts"
import { openStream } from "../Stream.ts"
import { luisPassword, newPayments } from "../world.ts"

export const passthrough = Effect.fnUntraced(function* ({ bank, base, bankId, narrator, shop }: Cast) {
  const { accountId, person, stream } = yield* narrator.step(
    "a second user in passthrough enrols an account with a persistent session",
    Effect.gen(function* () {
      const person = yield* enrol(base, "second@shop.example", "Second Owner", "passthrough")
      const { id } = yield* person.createAccount(bankId, "Watched account")
      yield* person.configure(
        id,
        settingsFor(
          shop,
          { username: "luis", password: luisPassword },
          { session_type: "persistent", login_mode: "simple" }
        )
      )
      yield* introduce(shop, person, id, "luis")
      const stream = yield* openStream(base, person.token)
      yield* person.scrape(id)
      return { accountId: id, person, stream }
    })
  )
  yield* narrator.step(
    "its first read is done, and its session stays open at the bank",
    Effect.gen(function* () {
      yield* stream.wait("scrape.succeeded", accountId)
      const journal = yield* bank.journal("luis")
      const has = (wanted: string) => journal.some(({ event }) => event === wanted)
      yield* expect(
        has("session-opened") && !has("session-closed"),
        `the bank should have seen a session that is still open: ${JSON.stringify(journal)}`
      )
    })
  )
  yield* narrator.step(
    "each new movement at the bank becomes one webhook",
    Effect.gen(function* () {
      const before = (yield* shop.received("hook", "luis")).length
      for (const payment of newPayments) {
        const count = (yield* shop.received("hook", "luis")).length
        yield* bank.pay([payment])
        yield* until(
          `the webhook for ${payment.payer}`,
          shop.received("hook", "luis"),
          (entries) => entries.length > count
        )
      }
      const entries = (yield* shop.received("hook", "luis")).slice(before)
      const movements = yield* person.movements(accountId)
      const wanted = newPayments.map(({ amount }) => amount)
      const told = entries.map(({ rawBody }) => rawBody)
      const expected = wanted.map((amount) => movements.find((movement) => movement.amount === amount)?.id)
      yield* expect(
        entries.length === newPayments.length &&
          wellSigned(entries) &&
          expected.every((id, index) => id !== undefined && told[index]?.startsWith(`{"id":"${id}",`) === true),
        `one webhook per movement was expected (${wanted.join(", ")}); the shop journaled ${JSON.stringify(told)}`
      )
      const journal = yield* bank.journal("luis")
      yield* expect(
        journal.filter(({ event }) => event === "session-opened").length === 1,
        "all of it should have happened in one session"
      )
    })
  )
})
