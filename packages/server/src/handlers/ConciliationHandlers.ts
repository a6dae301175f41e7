import { Api, BadRequest, CurrentUser, movementRequired } from "@counterfoil/api"
import {
  AccountCommands,
  type AttemptRecord,
  type BeyondOneExplained,
  type CandidateMovement,
  ConciliationRequests,
  type Explanation,
  type MatchRecord,
  Rehearsal,
  type RequestDetail,
  type RequestRecord,
  Settlement,
  Worklists
} from "@counterfoil/core"
import { formatDecimal } from "@counterfoil/domain"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accountNotFound, badRequest, conflict, movementNotFound, notFound, pathUuid } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"
import { presentRehearsal } from "./presentRehearsal.ts"
import { daysOf, inOrder, presentMore, presentOrders, presentTimeline, requestFilter } from "./worklists.ts"

export const ConciliationHandlers = HttpApiBuilder.group(
  Api,
  "conciliation",
  Effect.fnUntraced(function* (handlers) {
    const requests = yield* ConciliationRequests
    const commands = yield* AccountCommands
    const rehearsal = yield* Rehearsal
    const settlement = yield* Settlement
    const worklists = yield* Worklists
    const own = yield* ownAccount

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function* ({ query: { before, ...page } }) {
          const user = yield* CurrentUser
          const cursor = before === undefined ? {} : { before: before.toLowerCase() }
          return (yield* requests.list(user.id, { ...page, ...cursor })).map(present)
        },
        Effect.catchTag("UnknownCursor", unknownCursor)
      ),

      summary: Effect.fnUntraced(function* () {
        const user = yield* CurrentUser
        const { closedOf, needsPerson, needsPersonOf, takenBack, ...counts } = yield* requests.summary(user.id)
        return {
          ...counts,
          needs_person: needsPerson,
          needs_person_of: needsPersonOf,
          taken_back: takenBack,
          closed_of: closedOf
        }
      }),

      search: Effect.fnUntraced(
        function* ({ query }) {
          const user = yield* CurrentUser
          yield* inOrder(query)
          const found = yield* worklists.requests(user.id, requestFilter(query))
          return found.map((request) => ({ ...present(request), ...presentMore(request) }))
        },
        Effect.catchTag("UnknownCursor", unknownCursor)
      ),

      daily: Effect.fnUntraced(function* ({ query: { zone = "UTC", ...query } }) {
        const user = yield* CurrentUser
        return (yield* worklists.ordersByDay(user.id, yield* daysOf(query), zone)).map(presentOrders)
      }),

      timeline: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const story = yield* worklists.timeline(user.id, yield* pathUuid(params.requestId, notFound))
          return story.map(presentTimeline)
        },
        Effect.catchTag("RequestNotFound", notFound)
      ),

      rehearse: Effect.fnUntraced(
        function* ({ payload: { account_id, ...plan } }) {
          const user = yield* CurrentUser
          const only = account_id === undefined ? {} : { accountId: yield* pathUuid(account_id, accountNotFound) }
          return presentRehearsal(yield* rehearsal.rehearse(user.id, { ...plan, ...only }))
        },
        Effect.catchTags({ AccountNotFound: accountNotFound, TooMuchHistory: badRequest })
      ),

      get: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          return presentDetail(yield* requests.get(user.id, yield* pathUuid(params.requestId, notFound)))
        },
        Effect.catchTag("RequestNotFound", notFound)
      ),

      explanation: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const explanation = yield* requests.explanation(user.id, yield* pathUuid(params.requestId, notFound))
          return explanation === null ? null : presentExplanation(explanation)
        },
        Effect.catchTag("RequestNotFound", notFound)
      ),

      resolve: Effect.fnUntraced(
        function* ({ params, payload }) {
          const user = yield* CurrentUser
          const requestId = yield* pathUuid(params.requestId, notFound)
          const { movement_id, movement_ids = [], request_ids = [] } = payload
          const movementIds = movement_id === undefined ? movement_ids : [movement_id, ...movement_ids]
          if (movementIds.length === 0) return yield* new BadRequest({ error: movementRequired })
          yield* settlement.resolve(user, requestId, { movementIds, furtherRequestIds: request_ids })
          return presentDetail(yield* requests.get(user.id, requestId))
        },
        Effect.catchTags({
          RequestNotFound: notFound,
          MovementNotFound: movementNotFound,
          CannotSettle: conflict,
          InvalidInput: badRequest
        })
      ),

      unmatch: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const requestId = yield* pathUuid(params.requestId, notFound)
          yield* settlement.unmatch(user, requestId)
          return presentDetail(yield* requests.get(user.id, requestId))
        },
        Effect.catchTags({ RequestNotFound: notFound, CannotSettle: conflict })
      ),

      leave: Effect.fnUntraced(
        function* ({ params, query }) {
          const user = yield* CurrentUser
          const requestId = yield* pathUuid(params.requestId, notFound)
          yield* settlement.leave(user, requestId, query.as)
          return presentDetail(yield* requests.get(user.id, requestId))
        },
        Effect.catchTags({ RequestNotFound: notFound, CannotSettle: conflict })
      ),

      reopen: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const requestId = yield* pathUuid(params.requestId, notFound)
          yield* settlement.reopen(user, requestId)
          return presentDetail(yield* requests.get(user.id, requestId))
        },
        Effect.catchTag("RequestNotFound", notFound)
      ),

      forget: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const requestId = yield* pathUuid(params.requestId, notFound)
          yield* settlement.forget(user, requestId)
          return presentDetail(yield* requests.get(user.id, requestId))
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

function unknownCursor() {
  return Effect.fail(new BadRequest({ error: "before must be the id of a request" }))
}

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

const presentDetail = (request: RequestDetail) => ({
  ...present(request),
  attempts: request.attempts.map(presentAttempt),
  match: request.match === null ? null : presentMatch(request.match),
  matches: request.matches.map((match) => ({
    ...presentMatch(match),
    also_pays: match.alsoPays.map(({ externalId, id }) => ({ request_id: id, external_id: externalId }))
  }))
})

const presentExplanation = ({
  attemptNumber,
  beyondOne,
  createdAt,
  explanation,
  movements,
  order,
  ...attempt
}: Explanation) => {
  const byId = new Map(movements.map((movement) => [movement.id, movement]))
  return {
    attempt_number: attemptNumber,
    ...attempt,
    created_at: createdAt,
    ...explanation,
    order: { external_id: order.externalId, name: order.name, reference: order.reference, tax_id: order.taxId },
    candidates: explanation.candidates.map((candidate) => {
      const movement = byId.get(candidate.movement_id)
      return { ...candidate, movement: movement === undefined ? null : presentCandidate(movement) }
    }),
    beyond_one: beyondOne.map(presentBeyondOne)
  }
}

const presentBeyondOne = ({ currency, differenceMinor, kind, movements, orders }: BeyondOneExplained) => ({
  kind,
  movements: movements.map(({ amountMinor, bookedDate, id, senderName }) => ({
    movement_id: id,
    amount: formatDecimal(amountMinor, currency),
    sender_name: senderName,
    booked_date: bookedDate
  })),
  requests: orders.map(({ amountMinor, externalId, id }) => ({
    request_id: id,
    external_id: externalId,
    amount: formatDecimal(amountMinor, currency)
  })),
  currency,
  difference: formatDecimal(differenceMinor, currency)
})

const presentCandidate = (movement: CandidateMovement) => ({
  ...presentPayment(movement),
  external_id: movement.externalId,
  description: movement.description,
  counterparty: movement.counterparty,
  counterparty_account: movement.counterpartyAccount,
  booked_date: movement.bookedDate,
  can_pay: movement.canPay
})

const presentPayment = (
  movement: Pick<CandidateMovement, "amountMinor" | "currency" | "senderName" | "receivedAt">
) => ({
  amount: formatDecimal(movement.amountMinor, movement.currency),
  currency: movement.currency,
  sender_name: movement.senderName,
  received_at: movement.receivedAt
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
  ...presentPayment(match)
})
