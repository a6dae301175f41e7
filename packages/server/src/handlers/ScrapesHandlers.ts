import { Api, CurrentUser } from "@counterfoil/api"
import { type ScrapeRecord, Scrapes, Statements } from "@counterfoil/core"
import { accountNumberText, type ScrapedMovement } from "@counterfoil/domain"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { UploadLimits } from "../limits/UploadLimits.ts"
import { accountNotFound, badRequest, conflict, notFound, overLimit, pathUuid } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"

export const ScrapesHandlers = HttpApiBuilder.group(
  Api,
  "scrapes",
  Effect.fnUntraced(function* (handlers) {
    const scrapes = yield* Scrapes
    const statements = yield* Statements
    const limits = yield* UploadLimits
    const own = yield* ownAccount

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        const { id } = yield* own(params.accountId)
        return (yield* scrapes.list(id, query)).map(present)
      }),

      get: Effect.fnUntraced(
        function* ({ params }) {
          const { id } = yield* own(params.accountId)
          const scrape = yield* scrapes.get(id, yield* pathUuid(params.scrapeId, notFound))
          const rows = scrape.status === "quarantined" ? scrape.statement?.movements : undefined
          return { ...present(scrape), rows: rows === undefined ? null : rows.map(presentRow) }
        },
        Effect.catchTag("ScrapeNotFound", notFound)
      ),

      accept: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const { id } = yield* own(params.accountId)
          const scrapeId = yield* pathUuid(params.scrapeId, notFound)
          yield* scrapes.accept(user, id, scrapeId)
          return present(yield* scrapes.get(id, scrapeId))
        },
        Effect.catchTags({ ScrapeNotFound: notFound, CannotAccept: conflict })
      ),

      exclude: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const { id } = yield* own(params.accountId)
          const scrapeId = yield* pathUuid(params.scrapeId, notFound)
          const { excluded, kept } = yield* scrapes.exclude(user, id, scrapeId)
          return { ...present(yield* scrapes.get(id, scrapeId)), movements_excluded: excluded, movements_kept: kept }
        },
        Effect.catchTag("ScrapeNotFound", notFound)
      ),

      include: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const { id } = yield* own(params.accountId)
          const scrapeId = yield* pathUuid(params.scrapeId, notFound)
          const included = yield* scrapes.include(user, id, scrapeId)
          return { ...present(yield* scrapes.get(id, scrapeId)), movements_included: included }
        },
        Effect.catchTag("ScrapeNotFound", notFound)
      ),

      upload: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { anyway, content, content_base64, currency, dates, decimal, file_name: fileName, format } = payload
          const user = yield* CurrentUser
          const { id } = yield* own(params.accountId)
          const file = yield* fileOf(content, content_base64)
          const upload = { accountId: id, content: file, currency, dates, decimal, format, fileName, isSure: anyway }
          const taken = yield* limits.admit(user.id)(statements.upload(user, upload))
          return {
            ...present(yield* scrapes.get(id, taken.scrapeId)),
            rows_held: taken.held,
            rows_excluded: taken.excluded
          }
        },
        Effect.catchTags({
          AccountNotFound: accountNotFound,
          ScrapeNotFound: notFound,
          StatementUnreadable: badRequest,
          StatementOfAnother: conflict,
          TooManyUploads: overLimit
        })
      )
    })
  })
)

/** What whoever takes bytes for UTF-8 puts where they are none. As a file's bytes it is taken: the bank itself may have written it. */
const lostLetter = "\uFFFD"
const lostLetters =
  "content has letters that were lost (\uFFFD) where the file, which is not in UTF-8, was read as UTF-8: send its bytes as content_base64"

/** As its text or as its bytes, and not as both. */
const fileOf = (content: string | undefined, base64: string | undefined) => {
  if (content !== undefined && base64 !== undefined) {
    return badRequest({ message: "content_base64 must be left out where content is given" })
  }
  if (content !== undefined) {
    return content.includes(lostLetter) ? badRequest({ message: lostLetters }) : Effect.succeed(content)
  }
  if (base64 === undefined) {
    return badRequest({
      message: "content or content_base64 is required: the file as text, or its bytes in base 64"
    })
  }
  const bytes = bytesOf(base64)
  if (bytes === undefined) return badRequest({ message: "content_base64 must be the file's bytes in base 64" })
  return Effect.succeed(bytes)
}

const signsAtOnce = 65_536

/** Piece by piece: over megabytes an expression may run out of stack. */
const isOfBase64 = (text: string): boolean => {
  for (let at = 0; at < text.length; at += signsAtOnce) {
    if (!/^[A-Za-z0-9+/]*$/.test(text.slice(at, at + signsAtOnce))) return false
  }
  return true
}

/** Undefined: not base 64. Browsers read a file as a URL (`data:text/csv;base64,…`). */
const bytesOf = (base64: string): Uint8Array | undefined => {
  const packed = base64
    .replace(/^data:[^,]{0,200};base64,/i, "")
    .replaceAll(/\s{1,1000}/g, "")
    .replace(/={1,2}$/, "")
  return isOfBase64(packed) ? Buffer.from(packed, "base64") : undefined
}

const present = (scrape: ScrapeRecord) => ({
  id: scrape.id,
  account_id: scrape.accountId,
  status: scrape.status,
  format: scrape.format,
  coverage: scrape.coverage,
  rows_read: scrape.rowsRead,
  rows_new: scrape.rowsNew,
  fault: scrape.fault,
  finished_at: scrape.finishedAt,
  accepted_at: scrape.acceptedAt,
  excluded_at: scrape.excludedAt
})

/** As the bank printed it: a row that is quarantined may not even be an amount of its currency. */
const presentRow = (row: ScrapedMovement) => ({
  date: row.date,
  amount: row.amount,
  currency: row.currency,
  description: row.description,
  counterparty: row.counterparty ?? null,
  counterparty_account: accountNumberText(row.counterpartyAccount) ?? null,
  balance: row.balance ?? null,
  pending: row.pending === true
})
