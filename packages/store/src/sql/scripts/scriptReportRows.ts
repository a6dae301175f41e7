import { DateTime, Effect, Schema } from "effect"
import { PgClient } from "@effect/sql-pg"
import { ComparisonSample, type ScriptReportRows } from "@counterfoil/core"
import { Instant, InstantOrNull, rowAs, rowsAs, run, storableJson, touched } from "../rows.ts"
import { fewestTimed, isAdministrator, todayUtc } from "./coarse.ts"

const HealthRow = Schema.Struct({
  scriptId: Schema.String,
  version: Schema.String,
  status: Schema.Literals(["active", "review"]),
  promotedAt: InstantOrNull,
  runs: Schema.Int,
  succeeded: Schema.Int,
  failures: Schema.Array(Schema.Struct({ kind: Schema.String, count: Schema.Int })),
  medianMillis: Schema.NullOr(Schema.Int),
  p95Millis: Schema.NullOr(Schema.Int)
})

const ComparisonRow = Schema.Struct({
  againstId: Schema.String,
  source: Schema.Literal("recordings"),
  samples: Schema.Array(ComparisonSample),
  comparedAt: Instant
})

const health = rowsAs(HealthRow)
const comparison = rowAs(ComparisonRow)

export const scriptReportRows = Effect.map(PgClient.PgClient, (sql) => {
  const millis = (fraction: string) =>
    sql.literal(`(percentile_cont(${fraction}) within group (order by extract(epoch from finished_at - started_at) * 1000)
        filter (where outcome = 'read' and timed))::int`)
  return {
    addRun: ({ accountId, id, outcome, scriptId, startedAt }) =>
      touched(sql`insert into script_runs (id, script_id, account_id, started_at, finished_at, outcome)
          values (${id}, ${scriptId}, ${accountId}, ${DateTime.toDateUtc(startedAt)},
            greatest(now(), ${DateTime.toDateUtc(startedAt)}::timestamptz), ${outcome})
          on conflict (id) do nothing returning id`),
    health: (bankId, viewerId) =>
      health(sql`with recent as (
            select r.script_id, r.outcome, r.started_at, r.finished_at, r.account_id, a.user_id = ${viewerId} as own
            from script_runs r join scripts s on s.id = r.script_id join accounts a on a.id = r.account_id
            where s.bank_id = ${bankId} and r.finished_at > now() - interval '30 days'),
          many as (
            select script_id, count(distinct account_id) filter (where outcome = 'read') as timed,
              count(distinct account_id) as counted
            from recent where not own group by script_id),
          known as (
            select r.script_id, r.outcome, r.started_at, r.finished_at,
              -- How long a script takes with one account could tell what it knows of it.
              r.own or m.timed >= ${fewestTimed} as timed
            from recent r left join many m on m.script_id = r.script_id
            -- So could when it ends: whoever asks all the time would see it in the count.
            where r.own or m.counted >= ${fewestTimed} or r.finished_at < ${todayUtc(sql)}
              or ${isAdministrator(sql, viewerId)}),
          totals as (
            select script_id, count(*)::int as runs, (count(*) filter (where outcome = 'read'))::int as succeeded,
              ${millis("0.5")} as median, ${millis("0.95")} as p95
            from known group by script_id),
          kinds as (
            select script_id, outcome as kind, count(*)::int as count from known where outcome <> 'read'
            group by script_id, outcome)
          select s.id as "scriptId", s.version, s.status, s.promoted_at as "promotedAt", coalesce(t.runs, 0) as runs,
            coalesce(t.succeeded, 0) as succeeded, t.median as "medianMillis", t.p95 as "p95Millis",
            coalesce((select jsonb_agg(jsonb_build_object('kind', k.kind, 'count', k.count) order by k.count desc, k.kind)
              from kinds k where k.script_id = s.id), '[]') as failures
          from scripts s left join totals t on t.script_id = s.id
          where s.bank_id = ${bankId}
          order by s.promoted_at desc nulls last, s.created_at desc, s.id desc`),
    comparison: (scriptId) =>
      comparison(sql`select against_id as "againstId", source, samples, compared_at as "comparedAt"
          from script_comparisons where script_id = ${scriptId}`),
    saveComparison: (scriptId, { againstId, comparedAt, samples, source }, userId) =>
      run(sql`insert into script_comparisons (script_id, against_id, source, samples, compared_by, compared_at)
          values (${scriptId}, ${againstId}, ${source}, ${sql.json(storableJson(samples))}, ${userId},
            ${DateTime.toDateUtc(comparedAt)})
          on conflict (script_id) do update set against_id = excluded.against_id, source = excluded.source,
            samples = excluded.samples, compared_by = excluded.compared_by, compared_at = excluded.compared_at`)
  } satisfies ScriptReportRows
})
