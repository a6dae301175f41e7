/** What people have taught of payers' names by choosing and separating payments, for the account's owner to see and remove. */
import { Context, Effect, Layer, Schema } from "effect"
import { isUuid } from "@counterfoil/domain"
import { ActivityLog } from "../events/ActivityLog.ts"
import { Transactor } from "../Transactor.ts"
import { ConciliationRepository, type TaughtPayer } from "./ConciliationRepository.ts"
import type { Settler } from "./Settlement.ts"

export class PayerNotFound extends Schema.TaggedError<PayerNotFound>()("PayerNotFound", {}) {}

export class TaughtPayers extends Context.Service<
  TaughtPayers,
  {
    /** The latest first; five hundred at most. */
    readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<TaughtPayer>>
    /** From the next pass on it counts no more; matches and barred pairs stay. */
    readonly forget: (by: Settler, accountId: string, id: string) => Effect.Effect<void, PayerNotFound>
  }
>()("@counterfoil/core/conciliation/TaughtPayers") {
  static readonly layer = Layer.effect(
    TaughtPayers,
    Effect.gen(function* () {
      const activity = yield* ActivityLog
      const repository = yield* ConciliationRepository
      const { transact } = yield* Transactor

      const forget = Effect.fnUntraced(function* (by: Settler, accountId: string, id: string) {
        const known = isUuid(id) && (yield* repository.forgetPayer(accountId, id.toLowerCase()))
        if (!known) return yield* new PayerNotFound()
        yield* activity.add({
          accountId,
          kind: "payer.forgotten",
          message: `${by.email} removed what was learned of a payer's name`,
          data: { payer_id: id.toLowerCase(), user_id: by.id, by: by.email }
        })
      })

      return TaughtPayers.of({
        list: Effect.fn("TaughtPayers.list")((accountId) => repository.taughtPayers(accountId)),
        forget: Effect.fn("TaughtPayers.forget")((by, accountId, id) => transact(forget(by, accountId, id)))
      })
    })
  )
}
