import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ScrapeRows, ScriptManifest, StatementFormat } from "@counterfoil/core"
import { Instant, InstantOrNull, rowAs, rowsAs, rowsMadeOf, run, storableText, touched } from "../rows.ts"

const recordFields = {
  id: Schema.String,
  accountId: Schema.String,
  status: Schema.Literals(["ingested", "quarantined"]),
  format: Schema.NullOr(StatementFormat),
  coverage: Schema.Struct({ from: Schema.String, to: Schema.String, complete: Schema.Boolean }),
  rowsRead: Schema.Int,
  rowsNew: Schema.Int,
  fault: Schema.NullOr(Schema.String),
  finishedAt: Instant,
  acceptedAt: InstantOrNull,
  excludedAt: InstantOrNull
}
const records = rowsAs(Schema.Struct(recordFields))
const detail = rowAs(
  Schema.Struct({
    ...recordFields,
    statement: Schema.NullOr(Schema.Json),
    manifest: Schema.NullOr(ScriptManifest)
  })
)

const named = rowAs(Schema.Struct({ name: Schema.String }))
const fileAccount = rowAs(Schema.Struct({ account: Schema.NullOr(Schema.String) }))
const brought = rowsAs(Schema.Struct({ id: Schema.String, isPaying: Schema.Boolean }))
const ids = rowsMadeOf(Schema.Struct({ id: Schema.String }), ({ id }) => id)
const elsewhere = rowAs(Schema.Struct({ name: Schema.String, count: Schema.Int }))

const count = rowAs(Schema.Struct({ count: Schema.Int }))

export const scrapeRows = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(`r.id, r.account_id as "accountId", r.status, r.format,
      json_build_object('from', r.coverage_from, 'to', r.coverage_to, 'complete', r.complete) as coverage,
      r.rows_read as "rowsRead", r.rows_new as "rowsNew", r.fault, r.finished_at as "finishedAt",
      r.accepted_at as "acceptedAt", r.excluded_at as "excludedAt"`)

  return {
    listScrapes: (accountId, { limit, offset, status }) =>
      records(sql`select ${columns} from scrapes r where r.account_id = ${accountId}
          ${status === undefined ? sql`` : sql`and r.status = ${status}`}
          order by r.finished_at desc, r.id desc limit ${limit} offset ${offset}`),
    findScrape: (accountId, scrapeId) =>
      detail(sql`select ${columns}, r.statement,
            coalesce(s.manifest, (select n.manifest from scripts n join accounts a on a.bank_id = n.bank_id
              where a.id = r.account_id and n.status = 'active')) as manifest
          from scrapes r left join scripts s on s.id = r.script_id
          where r.id = ${scrapeId} and r.account_id = ${accountId}`),
    accountOfLastFile: (accountId, format) =>
      Effect.map(
        fileAccount(sql`select file_account as account from scrapes
          where account_id = ${accountId} and format = ${format} and file_account is not null
          order by finished_at desc, id desc limit 1`),
        (row) => row?.account ?? null
      ),
    // By its digest, which core makes alike: numbers are not kept.
    otherOfNumber: (accountId, number) =>
      Effect.map(
        named(sql`select a.name from accounts own
            join accounts a on a.user_id = own.user_id and a.id <> own.id and a.deleted_at is null
          where own.id = ${accountId} and exists (select from scrapes s where s.account_id = a.id
            and s.file_account = encode(sha256(convert_to(a.id::text || ' ' || ${number}::text, 'UTF8')), 'hex'))
          order by a.id limit 1`),
        (row) => row?.name ?? null
      ),
    knownElsewhere: (accountId, rows) => {
      const same = (account: string) =>
        sql.literal(`select from movements m where m.account_id = ${account}
              and m.booked_date = r.day and m.amount_minor = r.amount and m.currency = r.currency and m.description = r.description`)
      const json = rows.map(({ amountMinor, bookedDate, currency, description }) => ({
        day: bookedDate,
        amount: amountMinor.toString(),
        currency,
        description: storableText(description)
      }))
      return elsewhere(sql`select a.name, count(*)::int as count
          from json_to_recordset(${JSON.stringify(json)}::text::json) as r (day date, amount numeric, currency text, description text)
            join accounts own on own.id = ${accountId}
            join accounts a on a.user_id = own.user_id and a.id <> own.id and a.deleted_at is null
          where exists (${same("a.id")}) and not exists (${same("own.id")})
          group by a.id, a.name order by count(*) desc, a.id limit 1`)
    },
    lockAccount: (accountId) =>
      touched(sql`select from accounts where id = ${accountId} and deleted_at is null for no key update`),
    broughtBy: (accountId, scrapeId) =>
      brought(sql`select m.id, exists (select from matches x where x.movement_id = m.id and x.active) as "isPaying"
          from movements m
          where m.account_id = ${accountId} and m.first_scrape_id = ${scrapeId} and m.excluded_at is null
          order by m.id`),
    excludedIn: (accountId, scrapeId, from) =>
      Effect.map(
        count(sql`select count(*)::int as count from movements where account_id = ${accountId}
            and booked_date >= ${from}::date and last_scrape_id = ${scrapeId} and excluded_at is not null`),
        (row) => row?.count ?? 0
      ),
    excludeTogether: (scrapeId, movementIds) =>
      run(sql`with scrape as (
            update scrapes set excluded_at = coalesce(excluded_at, now()) where id = ${scrapeId} returning excluded_at)
          update movements set excluded_at = scrape.excluded_at from scrape where id = any(${movementIds}::uuid[])`),
    includeTogether: (accountId, scrapeId) =>
      ids(sql`with scrape as (
            update scrapes n set excluded_at = null from scrapes o
            where n.id = ${scrapeId} and o.id = n.id returning o.excluded_at)
          update movements m set excluded_at = null from scrape
          where m.account_id = ${accountId} and m.first_scrape_id = ${scrapeId} and m.excluded_at = scrape.excluded_at
          returning m.id`),
    acceptScrape: (scrapeId, userId, rowsNew) =>
      run(sql`update scrapes set status = 'ingested', statement = null, rows_new = ${rowsNew},
          accepted_by = ${userId}, accepted_at = now() where id = ${scrapeId}`)
  } satisfies ScrapeRows
})
