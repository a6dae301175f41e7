import {
  type ApiKeyScope,
  CurrentApiKey,
  V1Conflict,
  V1Forbidden,
  V1NotFound,
  V1TooManyRequests
} from "@counterfoil/api"
import { Accounts, type LimitReached } from "@counterfoil/core"
import { isUuid } from "@counterfoil/domain"
import { Effect } from "effect"
import { otpLimitInWords } from "../limits/OtpLimits.ts"

/** The account of a path, if the key of this call may do this there. */
export const permittedKey = Effect.map(Accounts, (accounts) =>
  /** Scope first, then the key's accounts, then whether the account is there at all. */
  Effect.fnUntraced(
    function* (scope: ApiKeyScope, accountId: string, types: "contract" | "all" = "contract") {
      const key = yield* CurrentApiKey
      const id = accountId.toLowerCase()
      if (!key.scopes.includes(scope)) return yield* forbidden(`The API key lacks the scope ${scope}`)
      if (types === "all" && key.types !== "all") {
        return yield* forbidden("The API key is for codes only: make one with types all")
      }
      if (key.accountIds !== null && !key.accountIds.includes(id)) {
        return yield* forbidden("The API key is not allowed for this account")
      }
      if (!isUuid(id)) return yield* accountNotFound()
      return yield* accounts.get(key.userId, id)
    },
    Effect.catchTag("AccountNotFound", accountNotFound)
  )
)

function accountNotFound() {
  return Effect.fail(new V1NotFound({ error: { code: "NOT_FOUND", message: "Account not found" } }))
}

const forbidden = (message: string) => Effect.fail(new V1Forbidden({ error: { code: "FORBIDDEN", message } }))

export const nothingPendingV1 = () =>
  Effect.fail(
    new V1Conflict({ error: { code: "NO_PENDING_ASSISTANCE", message: "No pending assistance for this account" } })
  )

export const tooManyCodes = ({ retryAfterSeconds, rule }: LimitReached) =>
  Effect.fail(new V1TooManyRequests({ retryAfterSeconds, limit: otpLimitInWords(rule) }))
