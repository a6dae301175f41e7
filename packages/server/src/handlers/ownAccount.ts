import { CurrentUser } from "@counterfoil/api"
import { Accounts } from "@counterfoil/core"
import { Effect } from "effect"
import { accountNotFound, pathUuid } from "../refusals.ts"

/** How handlers find the account of a path, if it is the caller's. */
export const ownAccount = Effect.map(Accounts, (accounts) =>
  Effect.fnUntraced(
    function* (accountId: string) {
      const user = yield* CurrentUser
      return yield* accounts.get(user.id, yield* pathUuid(accountId, accountNotFound))
    },
    Effect.catchTag("AccountNotFound", accountNotFound)
  )
)
