/**
 * For what people save of an account: in a transaction during which it isn't deleted. So nothing of theirs comes to lie where the
 * deletion has looked already, or is sealed under a new key after the old one was erased.
 */
import { Effect } from "effect"
import { Transactor } from "../Transactor.ts"
import { AccountNotFound } from "./Account.ts"
import { AccountRepository } from "./AccountRepository.ts"

export const makeWhileItExists = Effect.gen(function* () {
  const accounts = yield* AccountRepository
  const transactor = yield* Transactor
  return <A, E, R>(accountId: string, write: Effect.Effect<A, E, R>): Effect.Effect<A, E | AccountNotFound, R> =>
    transactor.transact(
      Effect.gen(function* () {
        if ((yield* accounts.lock(accountId)) === null) return yield* new AccountNotFound({})
        return yield* write
      })
    )
})
