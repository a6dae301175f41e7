/**
 * Work on an account's orders that survives a fault of one of them, in three steps: all orders of the scope in one transaction;
 * if that dies, amount by amount (orders of different amounts never compete); the orders of an amount that dies, one by one.
 */
import { Effect } from "effect"
import { bisectOnDefect, recoverFromDefect } from "./bisectOnDefect.ts"
import { ConciliationRepository, type PassScope } from "../ConciliationRepository.ts"

export interface OrderWork<A, R> {
  /** For the log: what is done. */
  readonly name: string
  /** All of them in one transaction, with what has to be committed along with them; nothing, if that is false. */
  readonly all: (scope: PassScope, along: Effect.Effect<boolean>) => Effect.Effect<A, never, R>
  /** Walks the orders of one amount, each so that a fault in it stops no other. */
  readonly oneByOne: (scope: PassScope) => Effect.Effect<A, never, R>
  readonly sum: (parts: ReadonlyArray<A>) => A
}

const only = (requestIds: ReadonlyArray<string>): PassScope => ({ _tag: "Requests", requestIds })

/** `along` is done once: in the commit of the whole, or, where that died, after the last part. */
export const walkOrders = <A, R>(
  accountId: string,
  scope: PassScope,
  work: OrderWork<A, R>,
  along: Effect.Effect<boolean> = Effect.succeed(true)
): Effect.Effect<A, never, R | ConciliationRepository> =>
  recoverFromDefect(
    work.all(scope, along),
    Effect.fnUntraced(function* (why) {
      yield* Effect.logWarning(`${work.name} failed; it is made again, amount by amount`, why)
      const repository = yield* ConciliationRepository
      const amounts = yield* repository.oneOfEachAmount(accountId, scope)
      const parts = yield* bisectOnDefect(
        amounts,
        (requestIds) => work.all(only(requestIds), Effect.succeed(true)),
        (requestId) => work.oneByOne(only([requestId]))
      )
      yield* along
      return work.sum(parts)
    })
  )
