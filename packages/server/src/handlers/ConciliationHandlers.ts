import { Api, BadRequest, CurrentUser } from "@counterfoil/api"
import {
  AccountCommands,
  type AttemptRecord,
  ConciliationRequests,
  type MatchRecord,
  type RequestRecord
} from "@counterfoil/core"
import { formatDecimal } from "@counterfoil/domain"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { notFound, pathUuid } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"

export const ConciliationHandlers = HttpApiBuilder.group(
  Api,
  "conciliation",
  Effect.fnUntraced(function* (handlers) {
    const requests = yield* ConciliationRequests
    const commands = yield* AccountCommands
    const own = yield* ownAccount

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function* ({ query: { before, ...page } }) {
          const user = yield* CurrentUser
          const cursor = before === undefined ? {} : { before: before.toLowerCase() }
          return (yield* requests.list(user.id, { ...page, ...cursor })).map(present)
        },
        Effect.catchTag("UnknownCursor", () =>
          Effect.fail(new BadRequest({ error: "before must be the id of a request" }))
        )
      ),

      summary: () => Effect.flatMap(CurrentUser, (user) => requests.summary(user.id)),

      get: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const request = yield* requests.get(user.id, yield* pathUuid(params.requestId, notFound))
          return {
            ...present(request),
            attempts: request.attempts.map(presentAttempt),
            match: request.match === null ? null : presentMatch(request.match)
          }
        },
        Effect.catchTag("RequestNotFound", notFound)
      ),

      explanation: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          return yield* requests.explanation(user.id, yield* pathUuid(params.requestId, notFound))
        },
        Effect.catchTag("RequestNotFound", notFound)
      ),

      run: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const request = yield* requests.get(user.id, yield* pathUuid(params.requestId, notFound))
          yield* commands.runRequest(request.accountId, request.id)
          return { queued: true as const }
        },
        Effect.catchTag("RequestNotFound", notFound)
      ),

      notify: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          yield* requests.notify(user.id, yield* pathUuid(params.requestId, notFound))
          return { queued: true as const }
        },
        Effect.catchTag("RequestNotFound", notFound)
      ),

      poll: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* own(params.accountId)
        yield* commands.pollOrders(id)
        return { queued: true as const }
      })
    })
  })
)

const present = (request: RequestRecord) => ({
  id: request.id,
  account_id: request.accountId,
  external_id: request.externalId,
  status: request.status,
  amount: formatDecimal(request.amountMinor, request.currency),
  currency: request.currency,
  sender_name: request.senderName,
  created_at: request.createdAt,
  bank: request.bank,
  account_name: request.accountName
})

const presentAttempt = (attempt: AttemptRecord) => ({
  id: attempt.id,
  request_id: attempt.requestId,
  attempt_number: attempt.attemptNumber,
  result: attempt.result,
  reason: attempt.reason,
  created_at: attempt.createdAt
})

const presentMatch = (match: MatchRecord) => ({
  id: match.id,
  request_id: match.requestId,
  bank_transaction_id: match.bankTransactionId,
  is_primary: match.isPrimary,
  amount: formatDecimal(match.amountMinor, match.currency),
  currency: match.currency,
  sender_name: match.senderName,
  received_at: match.receivedAt
})
