/** Pending orders and what became of them. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound } from "../errors.ts"
import { Amount, before, body, Currency, Id, limit, offset, pathId, withMessage, Timestamp } from "../fields.ts"
import { Queued } from "./Movements.ts"
import { RehearsalPlan, RehearsalReport } from "./Rehearsal.ts"
import { RequestStatus, requestStatuses } from "@counterfoil/domain"
import { Attempt } from "./requests.ts"
import { dayQuery, searchQuery, zone } from "./search.ts"
import { foundRequestFields, LeftAs, OrdersOfDay, Summary, TimelineEntry, worklistQuery } from "./worklists.ts"

const requestFields = {
  id: Id,
  account_id: Id,
  external_id: Schema.String.annotate({ description: "The order reference" }),
  status: RequestStatus,
  amount: Amount,
  currency: Currency,
  sender_name: Schema.String,
  created_at: Timestamp,
  bank: Schema.String.annotate({ description: "The bank's code" }),
  account_name: Schema.String
}

export const ConciliationRequest = Schema.Struct(requestFields).annotate({ identifier: "ConciliationRequest" })

const FoundRequest = Schema.Struct({ ...requestFields, ...foundRequestFields }).annotate({
  identifier: "FoundRequest"
})

const matchFields = {
  id: Id,
  request_id: Id,
  bank_transaction_id: Id.annotate({ description: "The movement" }),
  is_primary: Schema.Boolean,
  amount: Amount,
  currency: Currency,
  sender_name: Schema.String,
  received_at: Timestamp
}

export const Match = Schema.Struct(matchFields).annotate({ identifier: "Match" })

const Payment = Schema.Struct({
  ...matchFields,
  also_pays: Schema.Array(Schema.Struct({ request_id: Id, external_id: Schema.String })).annotate({
    description: "Other requests that a person gave the same movement to"
  })
}).annotate({ identifier: "Payment" })

export const ConciliationDetail = Schema.Struct({
  ...requestFields,
  attempts: Schema.Array(Attempt),
  match: Schema.NullOr(Match),
  matches: Schema.Array(Payment).annotate({
    description: "All movements that pay the request, `match` first: several only where a person chose them (extension)"
  })
}).annotate({ identifier: "ConciliationDetail" })

const Candidate = Schema.Struct({
  movement_id: Id,
  score: Schema.NullOr(Schema.Finite).annotate({ description: "In bits; null where a person chose" }),
  role: Schema.String.annotate({
    description: "match, contender, review, runner_up or near_miss; separated: a person unmatched it from the request"
  }),
  evidence: Schema.Array(
    Schema.Struct({
      kind: Schema.String.annotate({
        description:
          "name, alias, alias_account, alias_account_part, reference, tax_id, account, crowding or amount; more may come"
      }),
      bits: Schema.Finite,
      level: Schema.optionalKey(Schema.String.annotate({ description: "How far the names agree" })),
      difference: Schema.optionalKey(
        Schema.String.annotate({
          description: "Of amount: what came less what the request is of; negative: too little (extension)"
        })
      )
    })
  ).annotate({ description: "The terms of the score" }),
  movement: Schema.NullOr(
    Schema.Struct({
      amount: Amount,
      currency: Currency,
      sender_name: Schema.String,
      received_at: Timestamp,
      external_id: Schema.String,
      description: Schema.String.annotate({ description: "As the bank shows it" }),
      counterparty: Schema.NullOr(Schema.String),
      counterparty_account: Schema.NullOr(Schema.String),
      booked_date: Schema.String.annotate({ description: "YYYY-MM-DD, the bank's", format: "date" }),
      can_pay: Schema.Boolean.annotate({
        description: "Whether it could pay the request: booked, there, not excluded, and no other request's (extension)"
      })
    })
  ).annotate({ description: "As it is now" })
}).annotate({ identifier: "Candidate" })

const BeyondOne = Schema.Struct({
  kind: Schema.Literals(["one_for_several", "several_for_one", "partial"]).annotate({
    description:
      "one_for_several: the payment is the exact sum of these orders; several_for_one: these payments are; partial: a payment of the same payer of another amount"
  }),
  movements: Schema.Array(
    Schema.Struct({
      movement_id: Id,
      amount: Amount,
      sender_name: Schema.String,
      booked_date: Schema.String.annotate({ description: "YYYY-MM-DD, the bank's", format: "date" })
    })
  ),
  requests: Schema.Array(Schema.Struct({ request_id: Id, external_id: Schema.String, amount: Amount })).annotate({
    description: "The request itself comes first"
  }),
  currency: Currency,
  difference: Schema.String.annotate({
    description: "What came, less what the requests are of; negative: too little was paid"
  })
}).annotate({ identifier: "BeyondOne" })

export const Explanation = Schema.Struct({
  attempt_number: Schema.Int,
  result: Attempt.fields.result,
  code: Schema.String.annotate({ description: "Of the reason: one fixed sentence per code" }),
  reason: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  ruleset: Schema.String.annotate({ description: "Version of the weights" }),
  preset: Schema.String,
  script_version: Schema.NullOr(Schema.String),
  coverage: Schema.NullOr(Schema.Struct({ from: Schema.String, to: Schema.String, complete: Schema.Boolean })).annotate(
    {
      description: "The days that had been read whole, in the bank's local dates"
    }
  ),
  order: Schema.Struct({
    external_id: Schema.String,
    name: Schema.String,
    reference: Schema.NullOr(Schema.String),
    tax_id: Schema.NullOr(Schema.String)
  }).annotate({ description: "What the candidates are held against, as your system lists it now" }),
  candidates: Schema.Array(Candidate),
  beyond_one: Schema.Array(BeyondOne).annotate({
    description:
      "What one order and one payment don't explain, as it is now: for a person to see, never counted as paid by itself"
  })
}).annotate({ identifier: "Explanation" })

/** More than a person looks through is a mistake. */
const mostChosen = 20

const chosenIds = (name: string, things: string) => {
  const message = `${name} must be a list of 1 to ${mostChosen} ids of ${things} of the same account`
  const list = Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(mostChosen))
  return Schema.optionalKey(withMessage(list, message))
}

/** Neither `movement_id` nor `movement_ids` is refused by the handler, in the first one's words. */
export const movementRequired = "movement_id is required: the id of a movement of the same account"

const ResolvePayload = body(
  {
    movement_id: Schema.optionalKey(withMessage(Schema.String, movementRequired)),
    movement_ids: chosenIds("movement_ids", "movements").annotate({
      description: "Several movements that together pay the request; with or instead of movement_id"
    }),
    request_ids: chosenIds("request_ids", "requests").annotate({
      description: "Further requests that the same movement pays"
    })
  },
  movementRequired
).annotate({ identifier: "Resolve" })

const leaveAs = Schema.optionalKey(withMessage(LeftAs, "as must be waiting or closed")).annotateKey({
  description: "Left out: an open request waits, a cancelled one is closed"
})

const params = { requestId: pathId("Conciliation request") }
const queued = Queued.pipe(HttpApiSchema.status(202))
const summary = (text: string) => OpenApi.annotations({ summary: text })

export class ConciliationGroup extends HttpApiGroup.make("conciliation")
  .add(
    HttpApiEndpoint.get("list", "/conciliation", {
      query: {
        limit: limit(50, 200),
        offset,
        status: Schema.optionalKey(withMessage(RequestStatus, `status must be one of ${requestStatuses.join(", ")}`)),
        before: before("a request")
      },
      success: Schema.Array(ConciliationRequest),
      error: BadRequest
    }).annotateMerge(summary("List requests over all accounts, newest first")),
    HttpApiEndpoint.get("summary", "/conciliation/summary", { success: Summary }).annotateMerge(
      summary("Counts by status (extension)")
    ),
    HttpApiEndpoint.get("search", "/conciliation/requests", {
      query: { ...searchQuery("a request"), ...worklistQuery },
      success: Schema.Array(FoundRequest),
      error: BadRequest
    }).annotateMerge(summary("Search the requests of all accounts, newest first (extension)")),
    HttpApiEndpoint.get("daily", "/conciliation/daily", {
      query: { ...dayQuery, zone },
      success: Schema.Array(OrdersOfDay),
      error: BadRequest
    }).annotateMerge(summary("Requests by the day they were made and their status now, oldest first (extension)")),
    HttpApiEndpoint.post("rehearse", "/conciliation/rehearsal", {
      payload: RehearsalPlan,
      success: RehearsalReport,
      error: [BadRequest, NotFound]
    }).annotateMerge(summary("What another preset would have matched in your history; changes nothing (extension)")),
    HttpApiEndpoint.get("get", "/conciliation/:requestId", {
      params,
      success: ConciliationDetail,
      error: NotFound
    }).annotateMerge(summary("Read a request with its attempts and its match")),
    HttpApiEndpoint.get("timeline", "/conciliation/:requestId/timeline", {
      params,
      success: Schema.Array(TimelineEntry),
      error: NotFound
    }).annotateMerge(
      summary("The request's story from its listing to each delivery attempt, oldest first (extension)")
    ),
    HttpApiEndpoint.get("explanation", "/conciliation/:requestId/explanation", {
      params,
      success: Schema.NullOr(Explanation),
      error: NotFound
    }).annotateMerge(summary("Every candidate of the latest attempt with each term of its score; or null (extension)")),
    HttpApiEndpoint.post("resolve", "/conciliation/:requestId/resolve", {
      params,
      payload: ResolvePayload,
      success: ConciliationDetail,
      error: [BadRequest, NotFound, Conflict]
    }).annotateMerge(
      summary(
        "Choose what pays the request (a movement, several, or one for several requests): matched, and told (extension)"
      )
    ),
    HttpApiEndpoint.post("unmatch", "/conciliation/:requestId/unmatch", {
      params,
      success: ConciliationDetail,
      error: [NotFound, Conflict]
    }).annotateMerge(summary("Separate the request from its movements for good; nothing is told (extension)")),
    HttpApiEndpoint.post("leave", "/conciliation/:requestId/leave", {
      params,
      query: { as: leaveAs },
      success: ConciliationDetail,
      error: [BadRequest, NotFound, Conflict]
    }).annotateMerge(
      summary("An unmatched request needs nobody any more: it waits for another payment, or is closed (extension)")
    ),
    HttpApiEndpoint.post("reopen", "/conciliation/:requestId/reopen", {
      params,
      success: ConciliationDetail,
      error: NotFound
    }).annotateMerge(
      summary("What was left waiting or closed needs its person again; what was not stays as it is (extension)")
    ),
    HttpApiEndpoint.post("forget", "/conciliation/:requestId/forget", {
      params,
      success: ConciliationDetail,
      error: NotFound
    }).annotateMerge(
      summary(
        "What choosing or unmatching the request's payments taught of their payers' names counts no more (extension)"
      )
    ),
    HttpApiEndpoint.post("run", "/conciliation/:requestId/run", {
      params,
      success: queued,
      error: NotFound
    }).annotateMerge(summary("Run matching again")),
    HttpApiEndpoint.post("notify", "/conciliation/:requestId/notify", {
      params,
      success: queued,
      error: NotFound
    }).annotateMerge(summary("Replay the request's webhook")),
    HttpApiEndpoint.post("poll", "/conciliation/poll/:accountId", {
      params: { accountId: pathId("Account") },
      success: queued,
      error: NotFound
    }).annotateMerge(summary("Poll the pending-orders endpoint now"))
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Conciliation",
      description: "Pending orders and what became of them."
    })
  ) {}
