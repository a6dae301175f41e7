import { Api } from "@counterfoil/api"
import { type ShadowConsent, type ShadowRun, ShadowRuns } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ownAccount } from "./ownAccount.ts"

export const ShadowHandlers = HttpApiBuilder.group(
  Api,
  "shadow",
  Effect.fnUntraced(function* (handlers) {
    const shadows = yield* ShadowRuns
    const own = yield* ownAccount
    const onAccount = (act: (accountId: string) => Effect.Effect<ShadowConsent>) => (accountId: string) =>
      Effect.flatMap(own(accountId), ({ id }) => act(id)).pipe(Effect.map(present))

    return handlers.handleAll({
      read: ({ params }) => onAccount(shadows.of)(params.accountId),
      agree: ({ params }) => onAccount(shadows.agree)(params.accountId),
      withdraw: ({ params }) => onAccount(shadows.withdraw)(params.accountId)
    })
  })
)

const present = ({ agreedAt, runs }: ShadowConsent) => ({ agreed_at: agreedAt, runs: runs.map(presentRun) })

const presentRun = (run: ShadowRun) => ({
  script_id: run.scriptId,
  version: run.version,
  started_at: run.startedAt,
  finished_at: run.finishedAt,
  outcome: run.outcome,
  movements_before: run.movementsBefore,
  movements_after: run.movementsAfter,
  identities_changed: run.identitiesChanged,
  signs_changed: run.signsChanged
})
