import { Api, CurrentUser } from "@counterfoil/api"
import { type TaughtPayer, TaughtPayers } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { notFound } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"

export const TaughtPayersHandlers = HttpApiBuilder.group(
  Api,
  "taughtPayers",
  Effect.fnUntraced(function* (handlers) {
    const payers = yield* TaughtPayers
    const own = yield* ownAccount

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* own(params.accountId)
        return (yield* payers.list(id)).map(present)
      }),
      forget: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const { id } = yield* own(params.accountId)
          yield* payers.forget(user, id, params.payerId)
        },
        Effect.catchTag("PayerNotFound", notFound)
      )
    })
  })
)

const present = ({ account, confirmed, id, name, senderName, taughtAt }: TaughtPayer) => ({
  id,
  order_name: name,
  sender_name: senderName,
  counterparty_account: account,
  verdict: confirmed ? ("confirmed" as const) : ("separated" as const),
  taught_at: taughtAt
})
