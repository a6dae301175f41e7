/** What a script read is compared with the other accounts of its login before anything of it is taken in. */
import { Effect } from "effect"
import { holdTheSame, isAnothers, likenessSentence, rowsToCompare, type StatementRow } from "@counterfoil/domain"
import { Accounts } from "../accounts/Accounts.ts"
import { StatementRefused } from "./MovementIntake.ts"
import { MovementRepository } from "./MovementRepository.ts"

/**
 * Fails where the new rows, in the order of the list, are another account's; unless by their settings both read one bank account, of
 * which their owner has been told, or these two have long shown the same.
 */
export const makeOthersRowsCheck = Effect.gen(function* () {
  const accounts = yield* Accounts
  const repository = yield* MovementRepository
  const areSameBySettings = Effect.fnUntraced(function* (accountId: string, other: string) {
    const account = yield* accounts.find(accountId)
    if (account === null) return false
    const same = yield* Effect.orElseSucceed(accounts.sameBankAccount(account.userId, accountId), () => [])
    return same.some(({ id }) => id === other)
  })
  return Effect.fnUntraced(function* (accountId: string, fresh: ReadonlyArray<StatementRow>) {
    const compared = rowsToCompare(fresh)
    // Whichever of two accounts that show the same comes second sees what the first has committed.
    if (compared.length === 0 || !(yield* repository.lockComparison(accountId))) return
    for (const { equal, id, name } of yield* repository.equalElsewhere(accountId, compared)) {
      if (!isAnothers(compared, equal) || (yield* areSameBySettings(accountId, id))) continue
      if (holdTheSame(yield* repository.heldByBoth(accountId, id))) continue
      const likeness = { compared: compared.length, equal: equal.length }
      return yield* new StatementRefused({
        kind: "layout_changed",
        message: likenessSentence(likeness, "another account that its owner has here"),
        setAside: true,
        shows: { id, name, sentence: likenessSentence(likeness, `the account "${name}"`) }
      })
    }
  })
})
