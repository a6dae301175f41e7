import { OrderRepository, RequestStatus } from "@counterfoil/core"
import type { PolledOrder } from "@counterfoil/domain"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, Layer, Schema } from "effect"
import { InstantOrNull, Minor, rowAs, rowsAs, run, storableText, touched } from "./rows.ts"

const pollRow = rowAs(
  Schema.Struct({
    lastSuccessAt: InstantOrNull,
    wasEmpty: Schema.NullOr(Schema.Boolean),
    failures: Schema.Int
  })
)

const requestRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    externalId: Schema.String,
    status: RequestStatus,
    missedPolls: Schema.Int,
    amountMinor: Minor,
    currency: Schema.String,
    name: Schema.String,
    reference: Schema.NullOr(Schema.String),
    taxId: Schema.NullOr(Schema.String),
    payerAccount: Schema.NullOr(Schema.String),
    orderedAt: InstantOrNull
  })
)

const json = (id: string, order: PolledOrder) => ({
  id,
  external_id: storableText(order.externalId),
  amount_minor: order.amountMinor.toString(),
  currency: order.currency,
  sender_name: storableText(order.name),
  reference: order.reference === undefined ? null : storableText(order.reference),
  tax_id: order.taxId === undefined ? null : storableText(order.taxId),
  payer_account: order.payerAccount === undefined ? null : storableText(order.payerAccount),
  ordered_at: order.createdAt === undefined ? null : new Date(order.createdAt).toISOString()
})

const recordset = `(id uuid, external_id text, amount_minor numeric, currency text, sender_name text, reference text,
  tax_id text, payer_account text, ordered_at timestamptz)`

const optional = <const Key extends string, Value>(key: Key, value: Value | null) =>
  value === null ? {} : { [key]: value }

export const OrderRepositorySql: Layer.Layer<OrderRepository, never, PgClient.PgClient> = Layer.effect(
  OrderRepository,
  Effect.map(PgClient.PgClient, (sql) =>
    OrderRepository.of({
      holdReconciling: (accountId) =>
        touched(sql`select from users u join accounts a on a.user_id = u.id
          where a.id = ${accountId} and a.deleted_at is null and u.operation_mode = 'reconcile' for share of u`),
      pollState: (accountId) =>
        pollRow(sql`select last_success_at as "lastSuccessAt", failures,
            case when last_success_at is null then null else last_count = 0 end as "wasEmpty"
          from order_polls where account_id = ${accountId}`).pipe(
          Effect.map((row) => row ?? { lastSuccessAt: null, wasEmpty: null, failures: 0 })
        ),
      saveSuccess: (accountId, empty) =>
        run(sql`insert into order_polls (account_id, last_success_at, last_count, failures)
          values (${accountId}, now(), ${empty ? 0 : 1}, 0)
          on conflict (account_id) do update set last_success_at = excluded.last_success_at,
            last_count = excluded.last_count, failures = 0`),
      saveFailure: (accountId) =>
        run(sql`insert into order_polls (account_id, failures) values (${accountId}, 1)
          on conflict (account_id) do update set failures = order_polls.failures + 1`),
      lock: (accountId, externalIds) =>
        requestRows(sql`select id, external_id as "externalId", status, missing_polls as "missedPolls",
            amount_minor as "amountMinor", currency, sender_name as name, reference, tax_id as "taxId",
            payer_account as "payerAccount", ordered_at as "orderedAt"
          from conciliation_requests where account_id = ${accountId}
            and (status in ('pending', 'processing', 'ambiguous', 'not_found', 'failed')
              or external_id = any(${externalIds.map(storableText)}))
          order by id for update`).pipe(
          Effect.map((rows) =>
            rows.map(
              ({ externalId, id, missedPolls, orderedAt, payerAccount, reference, status, taxId, ...order }) => ({
                id,
                externalId,
                status,
                missedPolls,
                order: {
                  externalId,
                  ...order,
                  createdAt: orderedAt === null ? undefined : DateTime.toEpochMillis(orderedAt),
                  ...optional("reference", reference),
                  ...optional("taxId", taxId),
                  ...optional("payerAccount", payerAccount)
                }
              })
            )
          )
        ),
      create: (accountId, userId, absentAt, orders) =>
        orders.length === 0
          ? Effect.void
          : run(sql`insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency,
              sender_name, reference, tax_id, payer_account, ordered_at, first_seen_at, absent_at, created_at, updated_at)
            select id, ${accountId}, ${userId}, external_id, 'pending', amount_minor, currency, sender_name, reference,
              tax_id, payer_account, ordered_at, now(), ${absentAt === null ? null : DateTime.toDateUtc(absentAt)},
              now(), now()
            from jsonb_to_recordset(${sql.json(orders.map(({ id, order }) => json(id, order)))})
              as r ${sql.literal(recordset)}`),
      change: (changes) =>
        changes.length === 0
          ? Effect.void
          : run(sql`update conciliation_requests c set amount_minor = r.amount_minor, currency = r.currency,
              sender_name = r.sender_name, reference = r.reference, tax_id = r.tax_id, payer_account = r.payer_account,
              ordered_at = r.ordered_at, updated_at = now()
            from jsonb_to_recordset(${sql.json(changes.map(({ id, order }) => json(id, order)))})
              as r ${sql.literal(recordset)} where c.id = r.id`),
      setMissed: (missed) =>
        missed.length === 0
          ? Effect.void
          : run(sql`update conciliation_requests c set missing_polls = r.missed
            from jsonb_to_recordset(${sql.json(missed.map(({ id, missedPolls }) => ({ id, missed: missedPolls })))})
              as r (id uuid, missed int) where c.id = r.id`),
      cancel: (ids) =>
        ids.length === 0
          ? Effect.void
          : run(sql`update conciliation_requests set status = 'cancelled', updated_at = now()
            where id = any(${ids}::uuid[])`),
      reopen: (ids) =>
        ids.length === 0
          ? Effect.void
          : run(sql`update conciliation_requests set status = 'pending', missing_polls = 0, misses = 0, updated_at = now()
            where id = any(${ids}::uuid[]) and status = 'cancelled'`)
    })
  )
)
