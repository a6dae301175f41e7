import { Api, apiKeyScopes, BadRequest, CurrentUser } from "@counterfoil/api"
import { type ApiKey, ApiKeys } from "@counterfoil/core"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { apiKeyNotFound, conflict, pathUuid } from "../refusals.ts"

export const ApiKeysHandlers = HttpApiBuilder.group(
  Api,
  "apiKeys",
  Effect.fnUntraced(function* (handlers) {
    const apiKeys = yield* ApiKeys

    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const user = yield* CurrentUser
        const keys = yield* apiKeys.list(user.id)
        return { keys: keys.map(present), available_scopes: apiKeyScopes }
      }),

      create: Effect.fnUntraced(
        function* ({ payload: { account_ids, name, scopes, types } }) {
          const user = yield* CurrentUser
          const accountIds = account_ids?.map((id) => id.toLowerCase()) ?? null
          const { apiKey, key } = yield* apiKeys.create(user.id, {
            name,
            scopes: [...new Set(scopes)],
            accountIds,
            ...(types === undefined ? {} : { types })
          })
          return { ...present(apiKey), key: Redacted.value(key) }
        },
        Effect.catchTags({
          ForeignAccount: () =>
            Effect.fail(new BadRequest({ error: "account_ids names an account that does not exist" })),
          QuotaReached: conflict
        })
      ),

      revoke: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          yield* apiKeys.revoke(user.id, yield* pathUuid(params.id, apiKeyNotFound))
        },
        Effect.catchTag("ApiKeyNotFound", apiKeyNotFound)
      )
    })
  })
)

const present = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  account_ids: key.accountIds,
  ...(key.types === "all" ? { types: key.types } : {}),
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
  revoked_at: key.revokedAt
})
