/** A new version of the script takes over; a broken one does not. */
import { Effect } from "effect"
import { answerCode, type Cast, publishVersion } from "../cast.ts"
import { expect, request } from "../Client.ts"

export const promotion = Effect.fnUntraced(function* (cast: Cast) {
  const { accountId, bank, bankId, narrator, person, stream } = cast
  yield* narrator.step(
    "version 1.1.0 of the script is published and promoted; the next scrape runs on it",
    Effect.gen(function* () {
      yield* publishVersion(person, bankId, "1.1.0")
      const from = stream.messages.length
      yield* person.scrape(accountId)
      yield* answerCode(cast, from)
      yield* stream.wait("scrape.succeeded", accountId, from)
      const journal = yield* bank.journal("ana")
      yield* expect(
        journal.some(({ event, from }) => event === "page-read" && from !== undefined),
        "version 1.1.0 filters the list by date, which 1.0.0 never does, and the bank should have seen that"
      )
    })
  )
  yield* narrator.step(
    "a version that fails to load is refused, and 1.1.0 stays active",
    Effect.gen(function* () {
      const refused = yield* request(`${cast.base}/banks/${bankId}/scripts`, {
        method: "POST",
        headers: { authorization: `Bearer ${person.token}` },
        body: { version: "1.2.0", flow_type: "extract_transactions", manifest: {}, bundle: "export default {{{" }
      })
      yield* expect(refused.status === 400, `a broken bundle was answered ${refused.status}: ${refused.text}`)
      const scripts = yield* person.scripts(bankId)
      yield* expect(
        scripts
          .filter(({ status }) => status === "active")
          .map(({ version }) => version)
          .join() === "1.1.0",
        `1.1.0 should still be active: ${JSON.stringify(scripts)}`
      )
    })
  )
})
