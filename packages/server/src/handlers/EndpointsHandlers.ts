import { Api, BadRequest } from "@counterfoil/api"
import { type Endpoint, Endpoints, WebhookTester } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { WebhookTestLimits } from "../limits/WebhookTestLimits.ts"
import { tooMany } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"
import { shownUrl } from "./shownUrl.ts"

export const EndpointsHandlers = HttpApiBuilder.group(
  Api,
  "endpoints",
  Effect.fnUntraced(function* (handlers) {
    const endpoints = yield* Endpoints
    const tester = yield* WebhookTester
    const limits = yield* WebhookTestLimits
    const own = yield* ownAccount

    return handlers.handleAll({
      get: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* own(params.accountId)
        const endpoint = yield* endpoints.find(id)
        return endpoint === null ? null : present(endpoint)
      }),

      pause: Effect.fnUntraced(
        function* ({ params }) {
          const { id } = yield* own(params.accountId)
          return present(yield* endpoints.pause(id))
        },
        Effect.catchTag("NoEndpoint", noEndpoint)
      ),

      resume: Effect.fnUntraced(
        function* ({ params }) {
          const { id } = yield* own(params.accountId)
          return present(yield* endpoints.resume(id))
        },
        Effect.catchTag("NoEndpoint", noEndpoint)
      ),

      test: Effect.fnUntraced(
        function* ({ params }) {
          const account = yield* own(params.accountId)
          yield* limits.take(account.userId)
          const { advice, durationMs, fault, httpStatus, outcome, response } = yield* tester.test(account)
          return { outcome, http_status: httpStatus, duration_ms: durationMs, response, fault, advice }
        },
        Effect.catchTags({ NoEndpoint: noEndpoint, LimitReached: tooMany })
      )
    })
  })
)

function noEndpoint() {
  return Effect.fail(new BadRequest({ error: "The account's settings name no webhook_url yet" }))
}

const present = (endpoint: Endpoint) => ({
  url: shownUrl(endpoint.url),
  state: endpoint.state,
  failures: endpoint.failures,
  last_success_at: endpoint.lastSuccessAt,
  last_failure_at: endpoint.lastFailureAt,
  last_test: endpoint.lastTest,
  waiting: endpoint.waiting
})
