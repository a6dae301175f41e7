/** What a promotion changes, whoever may ask for it. */
import { DateTime, Duration, Effect } from "effect"
import { isFatal, scrapeFailureKinds } from "@counterfoil/domain"
import { type ChangedBy, Consents } from "./Consents.ts"
import { Transactor } from "../Transactor.ts"
import { ScriptRepository } from "../scripts/ScriptRepository.ts"

/** Between the first runs of two accounts after a promotion, so that a bank isn't stormed. */
const promotionStep = Duration.seconds(5)

/**
 * Back-offs that a promotion doesn't reset, since another version of the script can't help: refused credentials, an owner
 * who is logged in elsewhere, a code that nobody sent.
 */
const keptBackoffs = scrapeFailureKinds.filter(
  (kind) => isFatal(kind) || kind === "session_elsewhere" || kind === "otp_timeout"
)

interface Version {
  readonly id: string
  readonly bankId: string
  readonly version: string
}

/**
 * Makes it the active version of its bank, tells the bank's accounts, and wakes them: some waited for a script, others have
 * another next run now. Accounts whose owners have not agreed to what the version asks for wait.
 */
export const promoteVersion = Effect.fnUntraced(function* (script: Version, by: ChangedBy) {
  const repository = yield* ScriptRepository

  const consents = yield* Consents
  const transactor = yield* Transactor
  const from = yield* DateTime.now
  // One commit, under the bank's lock: the later one of two promotions at the same time replaces all that the earlier one set.
  yield* transactor.transact(
    Effect.gen(function* () {
      yield* repository.lockBank(script.bankId)
      yield* repository.promote(script.bankId, script.id, from)
      yield* repository.resetBackoff(script.bankId, { from, step: promotionStep, kept: keptBackoffs })
      yield* consents.settle(
        script.bankId,
        by,
        `Version ${script.version} of the bank's script reads the account from now on`,
        { change: "promoted", version: script.version }
      )
    })
  )
})
