/**
 * Before accounts are deleted: a session of theirs that is open at the bank and that nobody holds can only be logged out while the
 * account still has its browser state, which goes in the commit of the deletion. So their actors, on whichever node, get the time
 * of a logout for it. A session that an actor holds is logged out by it when it finds the account gone: it answers at once that it
 * is alive. One whose node was killed does not, and is found by the node that takes its accounts over.
 */
import { Duration, Effect, Schedule } from "effect"
import { AccountPolicy } from "./AccountPolicy.ts"
import { AccountRepository } from "./AccountRepository.ts"
import { DueAccounts } from "./DueAccounts.ts"
import { Transactor } from "../Transactor.ts"

const betweenLooks = Duration.millis(100)

export const makeLeaveBeforeRemoval = Effect.gen(function* () {
  const accounts = yield* AccountRepository
  const due = yield* DueAccounts
  const transactor = yield* Transactor
  const { logoutTimeout } = yield* AccountPolicy

  const begin = (accountIds: ReadonlyArray<string>) =>
    transactor.transact(
      Effect.tap(Effect.filter(accountIds, accounts.leaveNow), (open) =>
        open.length === 0 ? Effect.void : due.wake(open)
      )
    )

  return Effect.fn("Accounts.leaveBeforeRemoval")(function* (accountIds: ReadonlyArray<string>) {
    const open = yield* begin(accountIds)
    const isOver = Effect.map(Effect.filter(open, accounts.isToLeave), (left) => left.length === 0)
    yield* isOver.pipe(
      Effect.repeat({ schedule: Schedule.spaced(betweenLooks), until: (over): boolean => over }),
      Effect.timeoutOption(logoutTimeout)
    )
  })
})
