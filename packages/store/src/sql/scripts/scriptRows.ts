import { DateTime, Duration, Effect, Schema } from "effect"
import { PgClient } from "@effect/sql-pg"
import {
  DeclaredRequest,
  type Script,
  ScriptManifest,
  ScriptNotFound,
  type ScriptRows,
  ScriptVersionTaken
} from "@counterfoil/core"
import { Instant, onTaken, rowAs, rowsAs, run } from "../rows.ts"

const ScriptRow = Schema.Struct({
  id: Schema.String,
  bank: Schema.String,
  bankId: Schema.String,
  flowType: Schema.Literal("extract_transactions"),
  version: Schema.String,
  status: Schema.Literals(["active", "review"]),
  origin: Schema.Literal("manual"),
  createdAt: Instant
})

const OneScriptRow = Schema.Struct({
  ...ScriptRow.fields,
  requests: Schema.Array(DeclaredRequest),
  passwordFields: Schema.NullOr(Schema.Literal("text"))
})

/** What isn't declared is absent. */
const oneOf = ({ passwordFields, ...row }: typeof OneScriptRow.Type): Script => ({
  ...row,
  ...(passwordFields === null ? {} : { passwordFields })
})

const VersionRow = Schema.Struct({
  id: Schema.String,
  bankId: Schema.String,
  version: Schema.String,
  manifest: ScriptManifest
})

const scripts = rowsAs(ScriptRow)
const script = rowAs(OneScriptRow)
const version = rowAs(VersionRow)
const manifestRow = rowAs(Schema.Struct({ manifest: ScriptManifest }))
const bundleRow = rowAs(Schema.Struct({ bundle: Schema.String }))

/** However many accounts a bank has, the last of them waits no longer than this after a promotion. */
const longestStagger = Duration.minutes(10)

export const scriptRows = Effect.map(PgClient.PgClient, (sql) => {
  // The code is looked up, not joined: so the scripts come out of their index in order.
  const columns = sql.literal(`s.id, (select code from banks where id = s.bank_id) as bank, s.bank_id as "bankId",
      s.flow_type as "flowType", s.version, s.status, s.origin, s.created_at as "createdAt"`)
  return {
    list: (bankId) =>
      scripts(sql`select ${columns} from scripts s
          ${bankId === undefined ? sql`` : sql`where s.bank_id = ${bankId}`} order by s.created_at desc, s.id desc`),
    find: (scriptId) =>
      Effect.map(
        script(sql`select ${columns}, coalesce(s.manifest -> 'requests', '[]') as requests,
              s.manifest ->> 'passwordFields' as "passwordFields"
            from scripts s where s.id = ${scriptId}`),
        (row) => (row === null ? null : oneOf(row))
      ),
    active: (bankId) =>
      version(sql`select id, bank_id as "bankId", version, manifest from scripts
          where bank_id = ${bankId} and status = 'active'`),
    manifest: (scriptId) =>
      manifestRow(sql`select manifest from scripts where id = ${scriptId}`).pipe(
        Effect.flatMap((row) => (row === null ? Effect.fail(new ScriptNotFound({})) : Effect.succeed(row.manifest)))
      ),
    bundle: (scriptId) =>
      bundleRow(sql`select bundle from scripts where id = ${scriptId}`).pipe(
        Effect.flatMap((row) => (row === null ? Effect.fail(new ScriptNotFound({})) : Effect.succeed(row.bundle)))
      ),
    insert: (row) =>
      sql`insert into scripts (id, bank_id, version, flow_type, status, origin, manifest, bundle, bundle_sha256,
            published_by, created_at)
          values (${row.id}, ${row.bankId}, ${row.version}, ${row.flowType}, ${row.status}, ${row.origin},
            ${sql.json(row.manifest)}, ${row.bundle}, ${row.bundleSha256}, ${row.publishedBy},
            ${DateTime.toDateUtc(row.createdAt)})`.pipe(
        onTaken("scripts_bank_id_version_key", () => new ScriptVersionTaken({ version: row.version })),
        Effect.asVoid
      ),
    promote: (bankId, scriptId, at) =>
      run(sql`update scripts set status = 'review'
          where bank_id = ${bankId} and status = 'active' and id <> ${scriptId}`).pipe(
        Effect.andThen(
          run(sql`update scripts set status = 'active', promoted_at = ${DateTime.toDateUtc(at)}
            where id = ${scriptId} and status <> 'active'`)
        )
      ),
    resetBackoff: (bankId, { from, kept, step }) =>
      run(sql`
          with resting as (
            select id, row_number() over (order by next_run_at nulls first, id) - 1 as place, count(*) over () as total
            from accounts
            where bank_id = ${bankId} and deleted_at is null and scrape_blocked_at is null and failure_kind is not null
              and failure_kind <> all (${kept}::text[])
          )
          update accounts set failure_kind = null, failure_count = 0, next_run_at = least(
            next_run_at,
            ${DateTime.toDateUtc(from)}::timestamptz + interval '1 second'
              * (place * least(${Duration.toSeconds(step)}::float8, ${Duration.toSeconds(longestStagger)}::float8 / total))
          )
          from resting where accounts.id = resting.id`)
  } satisfies ScriptRows
})
