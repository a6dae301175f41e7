import { Api, BadRequest, CurrentUser, movementRequired } from "@counterfoil/api"
import {
  AccountCommands,
  ConciliationRequests,
  Rehearsal,
  Settlement,
  type Settler,
  Worklists
} from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accountNotFound, badRequest, conflict, movementNotFound, notFound, pathUuid } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"
import { presentRehearsal } from "./presentRehearsal.ts"
import { presentDetail, presentExplanation, presentRequest } from "./presentRequest.ts"
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

    const asked = Effect.fnUntraced(function* ({ requestId }: { readonly requestId: string }) {
      return [yield* CurrentUser, yield* pathUuid(requestId, notFound)] as const
    })

    /** What has become of an order that a person has done something to. */
    const detail = (user: Settler, requestId: string) => Effect.map(requests.get(user.id, requestId), presentDetail)

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function* ({ query: { before, ...page } }) {
          const user = yield* CurrentUser
          const cursor = before === undefined ? {} : { before: before.toLowerCase() }
          return (yield* requests.list(user.id, { ...page, ...cursor })).map(presentRequest)
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
          return found.map((request) => ({ ...presentRequest(request), ...presentMore(request) }))
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
        function* ({ params, payload: { movement_id, movement_ids = [], request_ids = [] } }) {
          const order = yield* asked(params)
          const movementIds = movement_id === undefined ? movement_ids : [movement_id, ...movement_ids]
          if (movementIds.length === 0) return yield* new BadRequest({ error: movementRequired })
          yield* settlement.resolve(...order, { movementIds, furtherRequestIds: request_ids })
          return yield* detail(...order)
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
          const order = yield* asked(params)
          yield* settlement.unmatch(...order)
          return yield* detail(...order)
        },
        Effect.catchTags({ RequestNotFound: notFound, CannotSettle: conflict })
      ),

      leave: Effect.fnUntraced(
        function* ({ params, query }) {
          const order = yield* asked(params)
          yield* settlement.leave(...order, query.as)
          return yield* detail(...order)
        },
        Effect.catchTags({ RequestNotFound: notFound, CannotSettle: conflict })
      ),

      reopen: Effect.fnUntraced(
        function* ({ params }) {
          const order = yield* asked(params)
          yield* settlement.reopen(...order)
          return yield* detail(...order)
        },
        Effect.catchTag("RequestNotFound", notFound)
      ),

      forget: Effect.fnUntraced(
        function* ({ params }) {
          const order = yield* asked(params)
          yield* settlement.forget(...order)
          return yield* detail(...order)
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
        Effect.catchTag(["RequestNotFound", "AccountNotFound"], notFound)
      ),

      notify: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          yield* requests.notify(user.id, yield* pathUuid(params.requestId, notFound))
          return { queued: true as const }
        },
        Effect.catchTag("RequestNotFound", notFound)
      ),

      poll: Effect.fnUntraced(
        function* ({ params }) {
          const { id } = yield* own(params.accountId)
          yield* commands.pollOrders(id)
          return { queued: true as const }
        },
        Effect.catchTag("AccountNotFound", accountNotFound)
      )
    })
  })
)

function unknownCursor() {
  return Effect.fail(new BadRequest({ error: "before must be the id of a request" }))
}
