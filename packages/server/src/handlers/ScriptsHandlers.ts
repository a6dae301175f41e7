import { Api, Conflict, CurrentUser } from "@counterfoil/api"
import { type Script, ScriptRegistry } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { InspectionLimits } from "../limits/InspectionLimits.ts"
import { badRequest, bankNotFound, conflict, forbidden, notFound, overLimit, pathUuid } from "../refusals.ts"

export const ScriptsHandlers = HttpApiBuilder.group(
  Api,
  "scripts",
  Effect.fnUntraced(function* (handlers) {
    const scripts = yield* ScriptRegistry
    const limits = yield* InspectionLimits

    return handlers.handleAll({
      list: () => Effect.map(scripts.list, (all) => all.map(presentScript)),

      get: ({ params }) =>
        Effect.flatMap(pathUuid(params.scriptId, notFound), scripts.get).pipe(
          Effect.map(presentRecord),
          Effect.catchTag("ScriptNotFound", notFound)
        ),

      promote: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          yield* limits.admit(user.id)(scripts.promote(user.id, yield* pathUuid(params.scriptId, notFound)))
          return { promoted: true as const }
        },
        Effect.catchTags({
          ScriptNotFound: notFound,
          ScriptDoesNotLoad: badRequest,
          NotPermitted: forbidden,
          TooManyInspections: overLimit,
          TooManyPromotions: overLimit
        })
      ),

      publish: Effect.fnUntraced(
        function* ({ params, payload: { bundle, flow_type, manifest, version } }) {
          const user = yield* CurrentUser
          const bankId = yield* pathUuid(params.bankId, bankNotFound)
          const published = scripts.publish(user.id, bankId, { version, flowType: flow_type, manifest, bundle })
          return presentScript(yield* limits.admit(user.id)(published))
        },
        Effect.catchTags({
          BankNotFound: bankNotFound,
          NotPermitted: forbidden,
          ScriptVersionTaken: ({ version }) =>
            Effect.fail(new Conflict({ error: `Version ${version} already exists for this bank` })),
          ScriptDoesNotLoad: badRequest,
          InvalidInput: badRequest,
          QuotaReached: conflict,
          TooManyInspections: overLimit
        })
      )
    })
  })
)

/** As the bank's detail embeds it: without the bank. */
export const presentSummary = (script: Script) => ({
  id: script.id,
  flow_type: script.flowType,
  version: script.version,
  status: script.status,
  origin: script.origin,
  created_at: script.createdAt
})

const presentScript = (script: Script) => ({
  ...presentSummary(script),
  bank: script.bank,
  bank_id: script.bankId
})

/** With what it declares of itself. */
export const presentRecord = (script: Script) => ({
  ...presentScript(script),
  requests: script.requests ?? [],
  ...(script.passwordFields === undefined ? {} : { password_fields: script.passwordFields })
})
