import { Api, CurrentUser } from "@counterfoil/api"
import { type ScriptReport, ScriptReports } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { badRequest, forbidden, notFound, pathUuid } from "../refusals.ts"
import { presentRecord } from "./ScriptsHandlers.ts"

export const ScriptReportsHandlers = HttpApiBuilder.group(
  Api,
  "scriptReports",
  Effect.fnUntraced(function* (handlers) {
    const reports = yield* ScriptReports

    return handlers.handleAll({
      read: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          return present(yield* reports.report(user.id, yield* pathUuid(params.scriptId, notFound)))
        },
        Effect.catchTag("ScriptNotFound", notFound)
      ),

      compare: Effect.fnUntraced(
        function* ({ params, payload: { against, samples } }) {
          const user = yield* CurrentUser
          const scriptId = yield* pathUuid(params.scriptId, notFound)
          return present(yield* reports.compare(user.id, scriptId, { againstId: against, samples }))
        },
        Effect.catchTags({ ScriptNotFound: notFound, NotPermitted: forbidden, InvalidInput: badRequest })
      ),

      bundle: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          return { bundle: yield* reports.bundle(user.id, yield* pathUuid(params.scriptId, notFound)) }
        },
        Effect.catchTags({ ScriptNotFound: notFound, NotPermitted: forbidden })
      )
    })
  })
)

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

const presentComparison = ({ againstId, comparedAt, samples, source }: NonNullable<ScriptReport["comparison"]>) => {
  const sum = (field: "movements_before" | "identities_changed" | "signs_changed") =>
    samples.reduce((total, sample) => total + sample[field], 0)
  const [movements, identities] = [sum("movements_before"), sum("identities_changed")]
  return {
    against: againstId,
    source,
    compared_at: comparedAt,
    movements,
    identities_changed: identities,
    signs_changed: sum("signs_changed"),
    changed_share: share(identities, movements),
    samples
  }
}

const presentShadow = (shadow: NonNullable<ScriptReport["shadow"]>) => ({
  accounts: shadow.accounts,
  compared: shadow.compared,
  outcomes: shadow.outcomes,
  last_at: shadow.lastAt,
  movements: shadow.movementsBefore,
  identities_changed: shadow.identitiesChanged,
  signs_changed: shadow.signsChanged,
  changed_share: share(shadow.identitiesChanged, shadow.movementsBefore)
})

const present = ({ comparison, promotion, script, shadow, versions }: ScriptReport) => ({
  script: presentRecord(script),
  comparison: comparison === null ? null : presentComparison(comparison),
  shadow: shadow === null ? null : presentShadow(shadow),
  promotion,
  versions: versions.map((health) => ({
    script_id: health.scriptId,
    version: health.version,
    status: health.status,
    promoted_at: health.promotedAt,
    runs: health.runs,
    succeeded: health.succeeded,
    success_rate: health.runs === 0 ? null : share(health.succeeded, health.runs),
    failures: health.failures,
    median_ms: health.medianMillis,
    p95_ms: health.p95Millis
  }))
})
