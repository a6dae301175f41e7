import { DateTime, Effect, Schema } from "effect"
import { PgClient } from "@effect/sql-pg"
import { ScriptManifest, type ShadowRows } from "@counterfoil/core"
import { Instant, InstantOrNull, rowAs, rowsAs, run, touched } from "../rows.ts"
import { fewestTimed, isAdministrator, todayUtc } from "./coarse.ts"

const counts = {
  movementsBefore: Schema.Int,
  movementsAfter: Schema.Int,
  identitiesChanged: Schema.Int,
  signsChanged: Schema.Int
}

const RunRow = Schema.Struct({
  scriptId: Schema.String,
  version: Schema.String,
  startedAt: Instant,
  finishedAt: InstantOrNull,
  outcome: Schema.NullOr(Schema.String),
  ...counts
})

const SummaryRow = Schema.Struct({
  accounts: Schema.Int,
  compared: Schema.Int,
  outcomes: Schema.Array(Schema.Struct({ kind: Schema.String, count: Schema.Int })),
  lastAt: Instant,
  ...counts
})

const CandidateRow = Schema.Struct({
  id: Schema.String,
  bankId: Schema.String,
  version: Schema.String,
  bundle: Schema.String,
  manifest: ScriptManifest
})

const agreement = rowAs(Schema.Struct({ agreedAt: InstantOrNull }))
const runs = rowsAs(RunRow)
const summary = rowAs(SummaryRow)
const candidate = rowAs(CandidateRow)

export const shadowRows = Effect.map(
  PgClient.PgClient,
  (sql) =>
    ({
      shadowAgreedAt: (accountId) =>
        Effect.map(
          agreement(sql`select shadow_agreed_at as "agreedAt" from accounts where id = ${accountId}`),
          (row) => row?.agreedAt ?? null
        ),
      agreeToShadow: (accountId, at) =>
        touched(sql`update accounts set shadow_agreed_at = ${DateTime.toDateUtc(at)}
          where id = ${accountId} and shadow_agreed_at is null returning 1`),
      withdrawFromShadow: (accountId) =>
        touched(sql`update accounts set shadow_agreed_at = null
          where id = ${accountId} and shadow_agreed_at is not null returning 1`),
      listShadowRuns: (accountId) =>
        runs(sql`select r.script_id as "scriptId", s.version, r.started_at as "startedAt",
            r.finished_at as "finishedAt", r.outcome, r.movements_before as "movementsBefore",
            r.movements_after as "movementsAfter", r.identities_changed as "identitiesChanged",
            r.signs_changed as "signsChanged"
          from shadow_runs r join scripts s on s.id = r.script_id
          where r.account_id = ${accountId} order by r.started_at desc, r.script_id limit 50`),
      shadowSummary: (scriptId, viewerId) =>
        summary(sql`with every_one as (
            select r.*, a.user_id = ${viewerId} as own from shadow_runs r join accounts a on a.id = r.account_id
            where r.script_id = ${scriptId} and r.outcome is not null),
          ended as (
            select * from (select *, count(*) filter (where not own) over () >= ${fewestTimed} as many from every_one) r
            where own or many or finished_at < ${todayUtc(sql)} or ${isAdministrator(sql, viewerId)}),
          others as (
            select outcome as kind, count(*)::int as count from ended where outcome <> 'read' group by outcome)
          select count(*)::int as accounts, (count(*) filter (where outcome = 'read'))::int as compared,
            coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'count', count) order by count desc, kind)
              from others), '[]') as outcomes,
            -- When somebody's account was read is nobody else's business.
            max(case when own or many then finished_at else date_trunc('day', finished_at, 'UTC') end) as "lastAt",
            coalesce(sum(movements_before), 0)::int as "movementsBefore",
            coalesce(sum(movements_after), 0)::int as "movementsAfter",
            coalesce(sum(identities_changed), 0)::int as "identitiesChanged",
            coalesce(sum(signs_changed), 0)::int as "signsChanged"
          from ended having count(*) > 0`),
      beginShadow: ({ accountId, activeId, at, every }) =>
        candidate(sql`with newest as (
            select s.id from accounts a
            join scripts active on active.id = ${activeId}
            join scripts s on s.bank_id = active.bank_id
            where a.id = ${accountId} and a.shadow_agreed_at is not null and a.deleted_at is null
              and s.status = 'review' and s.promoted_at is null and s.created_at >= active.created_at
            order by s.created_at desc, s.id desc limit 1),
          begun as (
            insert into shadow_runs as earlier (script_id, account_id, against_id, started_at)
            select id, ${accountId}, ${activeId}, ${DateTime.toDateUtc(at)} from newest
            on conflict (script_id, account_id) do update set against_id = excluded.against_id,
              started_at = excluded.started_at, finished_at = null, outcome = null, movements_before = 0,
              movements_after = 0, identities_changed = 0, signs_changed = 0
            where earlier.started_at <= ${DateTime.toDateUtc(DateTime.subtractDuration(at, every))}
            returning script_id)
          select s.id, s.bank_id as "bankId", s.version, s.bundle, s.manifest
          from begun join scripts s on s.id = begun.script_id`),
      endShadow: (end) =>
        run(sql`update shadow_runs set finished_at = greatest(now(), started_at), outcome = ${end.outcome},
            movements_before = ${end.movementsBefore}, movements_after = ${end.movementsAfter},
            identities_changed = ${end.identitiesChanged}, signs_changed = ${end.signsChanged}
          where script_id = ${end.scriptId} and account_id = ${end.accountId}`)
    }) satisfies ShadowRows
)
