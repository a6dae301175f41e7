import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { EndpointRows } from "@counterfoil/core"
import { InstantOrNull, rowAs, run } from "../rows.ts"

const endpointRow = rowAs(
  Schema.Struct({
    state: Schema.Literals(["active", "disabled", "paused"]),
    failures: Schema.Int,
    lastSuccessAt: InstantOrNull,
    lastFailureAt: InstantOrNull,
    waiting: Schema.Int,
    lastTest: Schema.NullOr(Schema.Struct({ at: Schema.DateTimeUtcFromString, outcome: Schema.String }))
  })
)

export const endpointRows = Effect.map(SqlClient.SqlClient, (sql) => {
  // Counted apart: each status has an index of its own.
  const waiting = sql.literal(
    ["pending", "delivering", "held"]
      .map(
        (status) => `(select count(*) from outbox o
            where o.account_id = s.account_id and o.lane = 'result' and o.status = '${status}')`
      )
      .join(" + ")
  )

  return {
    findEndpoint: (accountId) =>
      endpointRow(sql`select e.last_success_at as "lastSuccessAt",
            e.last_failure_at as "lastFailureAt", coalesce(e.failures, 0) as failures, (${waiting})::int as waiting,
            case when e.paused_at is not null then 'paused' when e.disabled_at is not null then 'disabled'
              else 'active' end as state,
            case when e.tested_at is not null
              then jsonb_build_object('at', e.tested_at, 'outcome', e.test_outcome) end as "lastTest"
          from account_settings s left join endpoints e on e.account_id = s.account_id and e.address = s.webhook_address
          where s.account_id = ${accountId} and s.webhook_address <> ''`),
    noteTest: (accountId, address, outcome) =>
      run(sql`insert into endpoints (account_id, address, tested_at, test_outcome)
          values (${accountId}, ${address}, now(), ${outcome})
          on conflict (account_id, address) do update set tested_at = excluded.tested_at, test_outcome = excluded.test_outcome`),
    pauseEndpoint: (accountId) =>
      Effect.andThen(
        run(sql`insert into endpoints (account_id, address, paused_at)
            select account_id, webhook_address, now() from account_settings
            where account_id = ${accountId} and webhook_address <> ''
            on conflict (account_id, address) do update set paused_at = coalesce(endpoints.paused_at, now())`),
        run(sql`update outbox set status = 'held' where id in (select id from outbox
            where account_id = ${accountId} and lane = 'result' and status = 'pending' order by id for update)`)
      ),
    resumeEndpoint: (accountId) =>
      run(sql`update endpoints e set paused_at = null, allowance = 1 from account_settings s
          where e.account_id = ${accountId} and s.account_id = e.account_id and s.webhook_address = e.address`)
  } satisfies EndpointRows
})
