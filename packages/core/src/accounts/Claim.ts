/** What an activation of an account's actor holds on its account, until another activation takes over. */
import { Effect } from "effect"
import { Transactor } from "../Transactor.ts"
import { ActorRepository, type StaleActor } from "./ActorRepository.ts"
import { FreezeWatch } from "./FreezeWatch.ts"

export interface Claim {
  readonly epoch: bigint
  /** Asks again whether the account is still ours, if this process has frozen since it was sure. To be called before each step at the bank. */
  readonly confirm: Effect.Effect<void, StaleActor>
  /** Runs a write in a transaction during which no other activation can take over. */
  readonly during: <A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StaleActor, R>
}

export const makeClaim = Effect.fnUntraced(function* (accountId: string, epoch: bigint) {
  const actors = yield* ActorRepository
  const transactor = yield* Transactor
  const freezes = yield* FreezeWatch
  const fence = actors.fence(accountId, epoch)
  let sureAt = yield* freezes.count
  const claim: Claim = {
    epoch,
    confirm: Effect.flatMap(freezes.count, (count) =>
      count === sureAt
        ? Effect.void
        : Effect.tap(fence, () =>
            Effect.sync(() => {
              sureAt = count
            })
          )
    ),
    during: (write) => transactor.transact(Effect.andThen(fence, write))
  }
  return claim
})
