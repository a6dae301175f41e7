/**
 * Fences off an actor that was replaced: each activation of an account's actor has an epoch of its own, and what it writes of the
 * account goes through a transaction that holds the account's row and checks the epoch.
 */
import { Effect } from "effect"
import { Transactor } from "../Transactor.ts"
import { AccountRepository } from "./AccountRepository.ts"
import type { StaleActor } from "./ActorRows.ts"
import { FreezeWatch } from "./FreezeWatch.ts"

export interface ActorFence {
  readonly epoch: bigint
  /**
   * Asks again whether the account is still this activation's, if the process has frozen since it last knew. To be called before
   * each step at the bank.
   */
  readonly confirm: Effect.Effect<void, StaleActor>
  /** Runs a write in a transaction during which no other activation can take over. */
  readonly during: <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StaleActor, R>
}

export const makeActorFence = Effect.fnUntraced(function* (accountId: string, epoch: bigint) {
  const accountRows = yield* AccountRepository
  const transactor = yield* Transactor
  const freezes = yield* FreezeWatch
  const check = accountRows.fence(accountId, epoch)
  let sureAt = yield* freezes.count
  const fence: ActorFence = {
    epoch,
    confirm: Effect.flatMap(freezes.count, (count) =>
      count === sureAt
        ? Effect.void
        : Effect.tap(check, () =>
            Effect.sync(() => {
              sureAt = count
            })
          )
    ),
    during: (write) => transactor.transact(Effect.andThen(check, write))
  }
  return fence
})
