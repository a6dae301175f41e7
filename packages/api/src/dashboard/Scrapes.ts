/** What each scrape brought, and what was set aside. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound } from "../errors.ts"
import { Amount, Currency, Id, limit, offset, pathId, said, Timestamp, TimestampOrNull } from "../fields.ts"

const statuses = ["ingested", "quarantined"] as const

const scrapeFields = {
  id: Id,
  account_id: Id,
  status: Schema.Literals(statuses),
  format: Schema.NullOr(Schema.Literals(["ofx", "camt053", "mt940", "csv"])).annotate({
    description: "Of an uploaded statement; null: read by a script"
  }),
  coverage: Schema.Struct({ from: Schema.String, to: Schema.String, complete: Schema.Boolean }).annotate({
    description: "The days that were read, in the bank's local dates"
  }),
  rows_read: Schema.Int,
  rows_new: Schema.Int,
  fault: Schema.NullOr(Schema.String).annotate({ description: "Why it is or was quarantined" }),
  finished_at: Timestamp,
  accepted_at: TimestampOrNull.annotate({ description: "When a person took it out of quarantine" })
}

const Scrape = Schema.Struct(scrapeFields).annotate({ identifier: "Scrape" })

const ScrapedRow = Schema.Struct({
  date: Schema.String,
  amount: Amount,
  currency: Currency,
  description: Schema.String,
  counterparty: Schema.NullOr(Schema.String),
  balance: Schema.NullOr(Amount),
  pending: Schema.Boolean
})

const ScrapeDetail = Schema.Struct({
  ...scrapeFields,
  rows: Schema.NullOr(Schema.Array(ScrapedRow)).annotate({
    description: "As they were read; null unless it is quarantined"
  })
}).annotate({ identifier: "ScrapeDetail" })

const account = { accountId: pathId("Account") }
const params = { ...account, scrapeId: pathId("Scrape") }
const summary = (text: string) => OpenApi.annotations({ summary: text })

export class ScrapesGroup extends HttpApiGroup.make("scrapes")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:accountId/scrapes", {
      params: account,
      query: {
        limit: limit(50, 200),
        offset,
        status: Schema.optionalKey(said(Schema.Literals(statuses), `status must be one of ${statuses.join(", ")}`))
      },
      success: Schema.Array(Scrape),
      error: [BadRequest, NotFound]
    }).annotateMerge(summary("List scrapes and uploaded statements, newest first (ours)")),
    HttpApiEndpoint.get("get", "/accounts/:accountId/scrapes/:scrapeId", {
      params,
      success: ScrapeDetail,
      error: NotFound
    }).annotateMerge(summary("Read a scrape, with its rows while it is quarantined (ours)")),
    HttpApiEndpoint.post("accept", "/accounts/:accountId/scrapes/:scrapeId/accept", {
      params,
      success: Scrape,
      error: [NotFound, Conflict]
    }).annotateMerge(summary("Take a quarantined scrape in as it was read (ours)"))
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Scrapes",
      description: "What each scrape brought; what was structurally broken is set aside for its owner to look at."
    })
  ) {}
