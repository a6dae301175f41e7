/** What a script read is compared with its user's other accounts at the bank before anything of it is taken in. */
import { Effect } from "effect"
import { holdTheSame, isAnothers, likenessSentence, rowsToCompare, type StatementRow } from "@counterfoil/domain"
import { StatementRefused } from "./MovementIntake.ts"
import { MovementRepository } from "./MovementRepository.ts"

/** Fails where the new rows, in the order of the list, are another account's; unless these two have long shown the same. */
export const makeOthersRowsCheck = Effect.map(MovementRepository, (repository) =>
  Effect.fnUntraced(function* (accountId: string, fresh: ReadonlyArray<StatementRow>) {
    const compared = rowsToCompare(fresh)
    // Whichever of two accounts that show the same comes second sees what the first has committed.
    if (compared.length === 0 || !(yield* repository.lockComparison(accountId))) return
    for (const { equal, id, isOneLogin, name } of yield* repository.equalElsewhere(accountId, compared)) {
      if (!isAnothers(compared, equal)) continue
      if (holdTheSame(yield* repository.heldByBoth(accountId, id))) continue
      const likeness = { compared: compared.length, equal: equal.length, isOneLogin }
      return yield* new StatementRefused({
        kind: "layout_changed",
        message: likenessSentence(likeness, "another account that its owner has here"),
        setAside: true,
        shows: { id, name, isOneLogin, sentence: likenessSentence(likeness, `the account "${name}"`) }
      })
    }
  })
)
