import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ScrapeRows, ScriptManifest, StatementFormat } from "@counterfoil/core"
import { Instant, InstantOrNull, rowAs, rowsAs, run, touched } from "../rows.ts"

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
  acceptedAt: InstantOrNull
}
const records = rowsAs(Schema.Struct(recordFields))
const detail = rowAs(
  Schema.Struct({
    ...recordFields,
    statement: Schema.NullOr(Schema.Json),
    manifest: Schema.NullOr(ScriptManifest)
  })
)

export const scrapeRows = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(`r.id, r.account_id as "accountId", r.status, r.format,
      json_build_object('from', r.coverage_from, 'to', r.coverage_to, 'complete', r.complete) as coverage,
      r.rows_read as "rowsRead", r.rows_new as "rowsNew", r.fault, r.finished_at as "finishedAt",
      r.accepted_at as "acceptedAt"`)

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
    lockAccount: (accountId) =>
      touched(sql`select from accounts where id = ${accountId} and deleted_at is null for no key update`),
    acceptScrape: (scrapeId, userId, rowsNew) =>
      run(sql`update scrapes set status = 'ingested', statement = null, rows_new = ${rowsNew},
          accepted_by = ${userId}, accepted_at = now() where id = ${scrapeId}`)
  } satisfies ScrapeRows
})
