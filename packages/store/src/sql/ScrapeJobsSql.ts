import { ScrapeJobs, uuid } from "@counterfoil/core"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowAs, run, touched } from "./rows.ts"

const job = rowAs(Schema.Struct({ id: Schema.String }))

export const ScrapeJobsSql: Layer.Layer<ScrapeJobs, never, SqlClient.SqlClient> = Layer.effect(
  ScrapeJobs,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const request = (accountId: string): Effect.Effect<{ readonly id: string }> =>
      Effect.gen(function* () {
        const id = yield* uuid
        const inserted = yield* job(sql`insert into scrape_jobs (id, account_id, requested_at)
          values (${id}, ${accountId}, now())
          on conflict (account_id) where status = 'queued' do nothing returning id`)
        if (inserted !== null) return inserted
        const waiting = yield* job(
          sql`select id from scrape_jobs where account_id = ${accountId} and status = 'queued'`
        )
        // The one that waited was taken between the two statements: ask again.
        return waiting ?? (yield* request(accountId))
      })

    return ScrapeJobs.of({
      request,
      hasQueued: (accountId) =>
        touched(sql`select 1 from scrape_jobs where account_id = ${accountId} and status = 'queued'`),
      take: (accountId) =>
        job(sql`update scrape_jobs set status = 'running', started_at = now()
          where account_id = ${accountId} and status = 'queued' returning id`),
      finish: (jobId, status, reason) =>
        run(sql`update scrape_jobs set status = ${status}, reason = ${reason}, finished_at = now() where id = ${jobId}`)
    })
  })
)
