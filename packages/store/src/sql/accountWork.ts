/**
 * What is to be done with an account's orders, as rows of three kinds: scrapes to match (those that need no attempt noted, or wait
 * for later, don't count), requests to run, and a poll. A run that doesn't count is a look at an order.
 */
import type { DueAccounts, QueuedWork, Work } from "@counterfoil/core"
import { currentRuleset } from "@counterfoil/domain"
import type { PgClient } from "@effect/sql-pg"
import { type Context, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { piecesOf } from "./piecesOf.ts"
import { plainRows, text } from "./plainRows.ts"
import { Int8, rowsAs, run, touched } from "./rows.ts"
import { timeToChoose } from "./timeToChoose.ts"

const queued = { id: Int8, trace: Schema.NullOr(Schema.String) }
const workRows = rowsAs(
  Schema.Union([
    Schema.Struct({
      ...queued,
      kind: Schema.Literal("match"),
      scrapeId: Schema.String,
      complete: Schema.Boolean,
      counts: Schema.Boolean,
      ofFile: Schema.Boolean,
      isFresh: Schema.Boolean
    }),
    Schema.Struct({ ...queued, kind: Schema.Literals(["run", "look"]), requestId: Schema.String }),
    Schema.Struct({ ...queued, kind: Schema.Literal("poll") })
  ])
)

const lookRows = plainRows((row) => BigInt(text(row["id"])))

const jobs = rowsAs(Schema.Struct({ id: Schema.String }))

/** However many wait, a lane does so much before it looks around. */
const workAtOnce = 100
const unattemptedAtOnce = 1_000
/** One statement's. */
const looksAtOnce = 1_000

const columnsOf = (work: Work) => ({
  kind: work.kind,
  scrape_id: work.kind === "match" ? work.scrapeId : null,
  complete: work.kind === "match" && work.complete,
  counts: work.kind !== "match" || work.isAttempt !== false,
  request_id: work.kind === "run" ? work.requestId : null
})

/** Of a row `w`: a run that is no attempt. */
const isLook = "w.kind = 'run' and not w.counts"

/** Of a row `w` of an account `a`: what was tried already waits while nothing may be matched. */
export const isWanted = "(w.counts or a.status = 'active' and a.scrape_blocked_at is null)"
export const canBeDone = `((w.not_before is null or w.not_before <= now()) and ${isWanted})`

/** Of a scrape `s`: until when its payments are fresh. A minute more, for two clocks. */
const freshUntil = `s.finished_at + interval '${currentRuleset.knownBeforeMillis + 60_000} milliseconds'`

/** The last one of an account, whatever brought it. */
const lastScrape = "status = 'ingested' order by finished_at desc, id desc limit 1"

export const accountWork = (
  sql: PgClient.PgClient,
  wake: (accountIds: ReadonlyArray<string>) => Effect.Effect<void>
) => {
  /** Once more what these scrapes brought: what waits for later already is for now; what is seen for now is left as it is. */
  const again = (accountId: string, scrapes: Statement.Fragment) =>
    run(sql`with s as (${scrapes}),
      sooner as (
        update account_work w set not_before = null from s
        where w.account_id = ${accountId} and w.kind = 'match' and w.scrape_id = s.id and w.not_before > now())
      insert into account_work (account_id, kind, scrape_id, counts)
      select ${accountId}, 'match', s.id, false from s
      where not exists (
        select from account_work w where w.account_id = ${accountId} and w.kind = 'match' and w.scrape_id = s.id)
      on conflict (account_id, kind, scrape_id, request_id) do nothing`)

  return {
    // With a new id: whoever works on the earlier item removes it by its id, and this one is done after it.
    add: (accountId, work) =>
      run(sql`insert into account_work as w ${sql.insert({ account_id: accountId, ...columnsOf(work) })}
          on conflict (account_id, kind, scrape_id, request_id)
          do update set id = default, complete = w.complete or excluded.complete, counts = w.counts or excluded.counts,
            not_before = null`).pipe(Effect.andThen(wake([accountId]))),
    // One that waits to be run is not waited for: a pass that removes it holds it, and waits for the orders that are locked here.
    // If it isn't seen any more, its pass had them before.
    addLooks: Effect.fnUntraced(function* (accountId, requestIds) {
      const added: Array<bigint> = []
      for (const part of piecesOf(requestIds, looksAtOnce)) {
        const rows = yield* lookRows(sql`insert into account_work (account_id, kind, request_id, counts)
            select ${accountId}, 'run', r.id, false from unnest(${part}::uuid[]) r (id)
            where not exists (select from account_work w
              where w.account_id = ${accountId} and w.kind = 'run' and w.scrape_id is null and w.request_id = r.id)
            on conflict (account_id, kind, scrape_id, request_id) do nothing returning id::text`)
        added.push(...rows)
      }
      return added
    }),
    work: (accountId) =>
      workRows(sql`select w.id, case when ${sql.literal(isLook)} then 'look' else w.kind end as kind, w.scrape_id as "scrapeId",
            w.complete, w.counts, w.request_id as "requestId", s.trace, s.format is not null as "ofFile",
            s.format is not null and ${sql.literal(freshUntil)} > now() as "isFresh"
          from account_work w join accounts a on a.id = w.account_id left join scrapes s on s.id = w.scrape_id
          where w.account_id = ${accountId} and ${sql.literal(canBeDone)} order by w.id limit ${workAtOnce}`).pipe(
        Effect.map((rows): ReadonlyArray<QueuedWork> => rows)
      ),
    done: (workIds) =>
      workIds.length === 0
        ? Effect.succeed(true)
        : touched(sql`delete from account_work where id = any(${workIds.map(String)}::bigint[]) returning 1`),
    leave: (workId) => touched(sql`update account_work set counts = false where id = ${String(workId)} returning 1`),
    leaveFresh: (workId) =>
      touched(sql`update account_work w set counts = false, not_before = ${sql.literal(freshUntil)}
          from scrapes s where w.id = ${String(workId)} and s.id = w.scrape_id returning 1`),
    // As looks are added: whoever holds an item that is seen waits for the turn, and decides by this change then.
    matchAgain: (accountId, movementIds) =>
      again(
        accountId,
        sql`select distinct m.last_scrape_id as id from movements m
          where m.account_id = ${accountId} and m.id = any(${movementIds}::uuid[])`
      ).pipe(Effect.andThen(wake([accountId]))),
    // An undo after an undo begins the time anew. One that is due by now isn't touched: a pass may hold it.
    lookLater: (accountId, requestId) =>
      run(sql`with later as (
            update account_work w set not_before = now() + ${sql.literal(timeToChoose)}
            where w.account_id = ${accountId} and w.request_id = ${requestId} and ${sql.literal(isLook)} and w.not_before > now())
          insert into account_work (account_id, kind, request_id, counts, not_before)
          select ${accountId}, 'run', ${requestId}::uuid, false, now() + ${sql.literal(timeToChoose)}
          where not exists (select from account_work w
            where w.account_id = ${accountId} and w.kind = 'run' and w.scrape_id is null and w.request_id = ${requestId})
          on conflict (account_id, kind, scrape_id, request_id) do nothing`),
    // As later looks are added.
    matchFreed: (accountId, movementIds) =>
      run(sql`with later as (
            update account_work w set not_before = now() + ${sql.literal(timeToChoose)} from movements m
            where w.account_id = ${accountId} and w.kind = 'match' and not w.counts and w.not_before > now()
              and m.account_id = w.account_id and m.last_scrape_id = w.scrape_id and m.id = any(${movementIds}::uuid[]))
          insert into account_work (account_id, kind, scrape_id, counts, not_before)
          select distinct m.account_id, 'match', m.last_scrape_id, false, now() + ${sql.literal(timeToChoose)} from movements m
          where m.account_id = ${accountId} and m.id = any(${movementIds}::uuid[]) and not exists (
            select from account_work w
            where w.account_id = ${accountId} and w.kind = 'match' and w.scrape_id = m.last_scrape_id)
          on conflict (account_id, kind, scrape_id, request_id) do nothing`),
    matchFiles: (accountId) =>
      again(
        accountId,
        sql`select id from (select id, format from scrapes where account_id = ${accountId} and ${sql.literal(lastScrape)}) s
          where s.format is not null`
      ),
    matchAnew: (accountId) =>
      run(sql`insert into account_work as w (account_id, kind, scrape_id, counts)
          select account_id, 'match', id, false from scrapes where account_id = ${accountId} and ${sql.literal(lastScrape)}
          on conflict (account_id, kind, scrape_id, request_id) do update set id = default, not_before = null`).pipe(
        Effect.andThen(wake([accountId]))
      ),
    unattempted: (accountId) =>
      jobs(sql`select id from conciliation_requests
          where account_id = ${accountId} and status = 'pending' and attempts_made = 0 limit ${unattemptedAtOnce}`).pipe(
        Effect.map((rows) => rows.map(({ id }) => id))
      )
  } satisfies Partial<Context.Service.Shape<typeof DueAccounts>>
}
