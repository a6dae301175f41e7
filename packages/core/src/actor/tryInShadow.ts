/**
 * Tries the bank's newest version in review on an account whose owner agreed, right after the active version has read it.
 * Whatever comes of it, what the active version read has been taken in before, and stays as it is.
 */
import { Cause, DateTime, Effect } from "effect"
import { compareReadings, type StatementRow } from "@counterfoil/domain"
import { ActivityLog } from "../events/ActivityLog.ts"
import type { BankSession, SessionContext } from "../sessions/BankSession.ts"
import { type Reading, rowsOf, shadowRead } from "../sessions/shadowRead.ts"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import type { RunnableScript } from "../scripts/Script.ts"
import { ScriptRepository, type ShadowEnd } from "../scripts/ScriptRepository.ts"

/** The version to be tried now; null most of the time. */
export const shadowDue = Effect.fnUntraced(function* ({ state }: SessionContext, active: RunnableScript) {
  const policy = yield* AccountPolicy
  const repository = yield* ScriptRepository
  const trial = { accountId: state.accountId, activeId: active.id, every: policy.shadowInterval }
  return yield* repository.beginShadow({ ...trial, at: yield* DateTime.now })
})

const nothing = { movementsBefore: 0, movementsAfter: 0, identitiesChanged: 0, signsChanged: 0 }

type Outcome = Pick<ShadowEnd, "outcome"> & typeof nothing & { readonly said: string }

const comparedOf = (before: ReadonlyArray<StatementRow>, after: ReadonlyArray<StatementRow>): Outcome => {
  const read = (rows: ReadonlyArray<StatementRow>) =>
    rows.map(({ amountMinor, bookedDate, key }) => ({ key, date: bookedDate, amount: String(amountMinor) }))
  const compared = compareReadings(read(before), read(after))
  const { identitiesChanged, movementsAfter, movementsBefore, signsChanged } = compared
  const counts = `${movementsAfter} movements, the active version ${movementsBefore}`
  const said = `it read ${counts}; ${identitiesChanged} would not be recognised, ${signsChanged} change their sign`
  return { outcome: "read", ...compared, said }
}

/** Never fails but for a lost fence: the scrape is done. */
export const tryInShadow = Effect.fn("AccountActor.tryInShadow")(function* (
  context: SessionContext,
  session: BankSession,
  active: Reading,
  candidate: RunnableScript
) {
  const repository = yield* ScriptRepository
  const activity = yield* ActivityLog
  const { accountId } = context.state
  const compared = Effect.gen(function* () {
    const before = yield* rowsOf(accountId, active.script.manifest, active)
    return comparedOf(before, yield* shadowRead(context, session, active, candidate))
  })
  const outcome: Outcome = yield* Effect.scoped(compared).pipe(
    Effect.catchTags({
      NotComparable: ({ message }) => Effect.succeed({ ...nothing, outcome: "not_comparable", said: message }),
      SessionFailure: ({ kind, message }) => Effect.succeed({ ...nothing, outcome: kind, said: message })
    }),
    Effect.catchDefect((defect) =>
      Effect.logError("a shadow run died on the host", Cause.die(defect)).pipe(
        Effect.as({ ...nothing, outcome: "script_error", said: "the run died on the host" })
      )
    )
  )
  const { said, ...counts } = outcome
  yield* context.fence.during(
    Effect.gen(function* () {
      yield* repository.endShadow({ scriptId: candidate.id, accountId, ...counts })
      const message = `Version ${candidate.version}, which is in review, was tried on this account: ${said}`
      yield* activity.add({
        accountId,
        kind: "shadow.ran",
        message,
        data: { script_id: candidate.id, version: candidate.version, ...counts }
      })
    })
  )
})
