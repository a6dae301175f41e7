/** What each scrape brought, and what was set aside. */
import { isCurrencyCode, statementFormats } from "@counterfoil/domain"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../Authentication.ts"
import { BadRequest, Conflict, NotFound, TooManyRequestsAnswer } from "../errors.ts"
import {
  Amount,
  body,
  Currency,
  Id,
  limit,
  offset,
  pathId,
  withMessage,
  Timestamp,
  TimestampOrNull
} from "../fields.ts"

const statuses = ["ingested", "quarantined"] as const

const scrapeFields = {
  id: Id,
  account_id: Id,
  status: Schema.Literals(statuses),
  format: Schema.NullOr(Schema.Literals(statementFormats)).annotate({
    description: "Of an uploaded statement; null: read by a script"
  }),
  coverage: Schema.Struct({ from: Schema.String, to: Schema.String, complete: Schema.Boolean }).annotate({
    description: "The days that were read, in the bank's local dates"
  }),
  rows_read: Schema.Int,
  rows_new: Schema.Int,
  fault: Schema.NullOr(Schema.String).annotate({ description: "Why it is or was quarantined" }),
  finished_at: Timestamp,
  accepted_at: TimestampOrNull.annotate({ description: "When a person took it out of quarantine" }),
  excluded_at: TimestampOrNull.annotate({ description: "Since when what it brought is taken out, by a person" })
}

const Scrape = Schema.Struct(scrapeFields).annotate({ identifier: "Scrape" })

const StatementTaken = Schema.Struct({
  ...scrapeFields,
  rows_held: Schema.Int.annotate({
    description:
      "Of rows_new, how many are held as possible duplicates: neither matched nor sent until they are settled (`include`, `exclude`)"
  }),
  rows_excluded: Schema.Int.annotate({
    description: "How many of them are movements that a person has taken out before: they stay out (`include`)"
  })
}).annotate({ identifier: "StatementTaken" })

const ScrapeExcluded = Schema.Struct({
  ...scrapeFields,
  movements_excluded: Schema.Int.annotate({ description: "How many were taken out now" }),
  movements_kept: Schema.Int.annotate({
    description: "How many stay, since they pay an order: unmatch it first, and exclude once more"
  })
}).annotate({ identifier: "ScrapeExcluded" })

const ScrapeIncluded = Schema.Struct({
  ...scrapeFields,
  movements_included: Schema.Int.annotate({ description: "How many are in again" })
}).annotate({ identifier: "ScrapeIncluded" })

const ScrapedRow = Schema.Struct({
  date: Schema.String,
  amount: Amount,
  currency: Currency,
  description: Schema.String,
  counterparty: Schema.NullOr(Schema.String),
  counterparty_account: Schema.NullOr(Schema.String),
  balance: Schema.NullOr(Amount),
  pending: Schema.Boolean
})

const ScrapeDetail = Schema.Struct({
  ...scrapeFields,
  rows: Schema.NullOr(Schema.Array(ScrapedRow)).annotate({
    description: "As they were read; null unless it is quarantined"
  })
}).annotate({ identifier: "ScrapeDetail" })

const currency = "currency must be an ISO 4217 code such as EUR"
const isListedCurrency = Schema.makeFilter((text: string) => isCurrencyCode(text.toUpperCase()), { message: currency })
const StatementPayload = body(
  {
    content: Schema.optionalKey(withMessage(Schema.String, "content must be a text")).annotateKey({
      description: "The file as text, if it is in UTF-8. Either this or content_base64"
    }),
    content_base64: Schema.optionalKey(withMessage(Schema.String, "content_base64 must be a text")).annotateKey({
      description: "The file's bytes: a workbook, or a text in UTF-8, in UTF-16 with its mark, or else in Windows-1252"
    }),
    format: Schema.optionalKey(
      withMessage(Schema.Literals(statementFormats), `format must be one of ${statementFormats.join(", ")}`)
    ).annotateKey({ description: "Told from the content where it is left out" }),
    currency: Schema.optionalKey(withMessage(Schema.String.check(isListedCurrency), currency)).annotateKey({
      description: "Of files that don't say it, as CSV and workbooks: an ISO 4217 code in any case"
    }),
    decimal: Schema.optionalKey(withMessage(Schema.Literals([",", "."]), 'decimal must be "," or "."')).annotateKey({
      description:
        "The decimal sign of a CSV or of texts in a workbook. Told from its amounts where it is left out; where none of them shows it, as where all are like 1.250, the refusal asks for it"
    }),
    dates: Schema.optionalKey(
      withMessage(Schema.Literals(["dmy", "mdy", "ymd"]), "dates must be one of dmy, mdy, ymd")
    ).annotateKey({
      description:
        "The order of day, month and year in the dates of a CSV or a workbook. Told from them where it is left out, or as the bank's script has it; where nothing tells it, as of 05/06/2026 in English and dollars, the refusal asks for it"
    }),
    file_name: Schema.optionalKey(withMessage(Schema.String, "file_name must be a text")).annotateKey({
      description: "For people to know the file again: the account's activity names it, without the account's number"
    }),
    anyway: Schema.optionalKey(withMessage(Schema.Boolean, "anyway must be true or false")).annotateKey({
      description:
        "true: the file is of this account, although it names another bank account than the last one of its format, or what is in it is known at another account of the caller"
    })
  },
  "content or content_base64 is required: the file as text, or its bytes in base 64"
).annotate({ identifier: "StatementUpload" })

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
        status: Schema.optionalKey(
          withMessage(Schema.Literals(statuses), `status must be one of ${statuses.join(", ")}`)
        )
      },
      success: Schema.Array(Scrape),
      error: [BadRequest, NotFound]
    }).annotateMerge(summary("List scrapes and uploaded statements, newest first (extension)")),
    HttpApiEndpoint.get("get", "/accounts/:accountId/scrapes/:scrapeId", {
      params,
      success: ScrapeDetail,
      error: NotFound
    }).annotateMerge(summary("Read a scrape, with its rows while it is quarantined (extension)")),
    HttpApiEndpoint.post("accept", "/accounts/:accountId/scrapes/:scrapeId/accept", {
      params,
      success: Scrape,
      error: [NotFound, Conflict]
    }).annotateMerge(summary("Take a quarantined scrape in as it was read (extension)")),
    HttpApiEndpoint.post("exclude", "/accounts/:accountId/scrapes/:scrapeId/exclude", {
      params,
      success: ScrapeExcluded,
      error: NotFound
    }).annotateMerge(
      summary("Take out all movements that a scrape or an uploaded statement brought first (extension)")
    ),
    HttpApiEndpoint.post("include", "/accounts/:accountId/scrapes/:scrapeId/include", {
      params,
      success: ScrapeIncluded,
      error: NotFound
    }).annotateMerge(summary("Take in again what was taken out with its scrape or statement (extension)")),
    HttpApiEndpoint.post("upload", "/accounts/:accountId/statements", {
      params: account,
      payload: StatementPayload,
      success: StatementTaken.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, NotFound, Conflict, TooManyRequestsAnswer]
    }).annotateMerge(
      summary(
        "Take in a statement file: OFX, CAMT.053, MT940, Norma 43, CSV or a workbook (XLSX, XLS, ODS), of one account (extension)"
      )
    )
  )
  .middleware(Authentication)
  .annotateMerge(
    OpenApi.annotations({
      title: "Scrapes",
      description: "What each scrape brought; what was structurally broken is set aside for its owner to look at."
    })
  ) {}
