/** Pending orders and what became of them. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, NotFound } from "../errors.ts"
import { Amount, before, Currency, Id, limit, offset, pathId, said, Timestamp } from "../fields.ts"
import { Queued } from "./Movements.ts"

export const requestStatuses = [
  "pending",
  "processing",
  "matched",
  "ambiguous",
  "not_found",
  "expired",
  "cancelled",
  "failed"
] as const
export const RequestStatus = Schema.Literals(requestStatuses)
export type RequestStatus = typeof RequestStatus.Type

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

export const Attempt = Schema.Struct({
  id: Id,
  request_id: Id,
  attempt_number: Schema.Int,
  result: Schema.Literals(["matched", "ambiguous", "not_found", "skipped", "error"]),
  reason: Schema.NullOr(Schema.String),
  created_at: Timestamp
}).annotate({ identifier: "Attempt" })

export const Match = Schema.Struct({
  id: Id,
  request_id: Id,
  bank_transaction_id: Id.annotate({ description: "The movement" }),
  is_primary: Schema.Boolean,
  amount: Amount,
  currency: Currency,
  sender_name: Schema.String,
  received_at: Timestamp
}).annotate({ identifier: "Match" })

export const ConciliationDetail = Schema.Struct({
  ...requestFields,
  attempts: Schema.Array(Attempt),
  match: Schema.NullOr(Match)
}).annotate({ identifier: "ConciliationDetail" })

export const Summary = Schema.Struct({
  pending: Schema.Int,
  processing: Schema.Int,
  matched: Schema.Int,
  ambiguous: Schema.Int,
  not_found: Schema.Int,
  expired: Schema.Int,
  cancelled: Schema.Int,
  failed: Schema.Int
}).annotate({ identifier: "ConciliationSummary" })

const params = { requestId: pathId("Conciliation request") }
const queued = Queued.pipe(HttpApiSchema.status(202))
const summary = (text: string) => OpenApi.annotations({ summary: text })

export class ConciliationGroup extends HttpApiGroup.make("conciliation")
  .add(
    HttpApiEndpoint.get("list", "/conciliation", {
      query: {
        limit: limit(50, 200),
        offset,
        status: Schema.optionalKey(said(RequestStatus, `status must be one of ${requestStatuses.join(", ")}`)),
        before: before("a request")
      },
      success: Schema.Array(ConciliationRequest),
      error: BadRequest
    }).annotateMerge(summary("List requests over all accounts, newest first")),
    HttpApiEndpoint.get("summary", "/conciliation/summary", { success: Summary }).annotateMerge(
      summary("Counts by status (ours)")
    ),
    HttpApiEndpoint.get("get", "/conciliation/:requestId", {
      params,
      success: ConciliationDetail,
      error: NotFound
    }).annotateMerge(summary("Read a request with its attempts and its match")),
    HttpApiEndpoint.get("explanation", "/conciliation/:requestId/explanation", {
      params,
      success: Schema.Json,
      error: NotFound
    }).annotateMerge(summary("Every candidate of the latest attempt with each term of its score; or null (ours)")),
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
