import { PgClient } from "@effect/sql-pg"
import { type Announcement, EventRepository } from "@counterfoil/core"
import { AnyEventType, isContractEvent, NotificationEvent } from "@counterfoil/domain"
import { DateTime, Effect, Layer, Schema, Stream } from "effect"
import { listening } from "../../connections/listening.ts"
import { defectOf } from "../faults.ts"
import { Instant, Int8, rowAs, rowsAs, storableJson } from "../rows.ts"

const EventRow = Schema.Struct({
  id: Int8,
  accountId: Schema.String,
  userId: Schema.String,
  version: Schema.NullOr(Int8),
  type: AnyEventType,
  data: Schema.Record(Schema.String, Schema.Json),
  occurredAt: Instant
})

const AppendedRow = Schema.Struct({
  ...EventRow.fields,
  bank: Schema.String,
  accountName: Schema.String,
  notifications: Schema.Array(NotificationEvent)
})

const appended = rowAs(AppendedRow)
const events = rowsAs(EventRow)
const ids = rowsAs(Schema.Struct({ id: Int8 }))

/** Its payloads are ids of events. */
const channel = "counterfoil_events"

export const EventRepositorySql: Layer.Layer<EventRepository, never, PgClient.PgClient> = Layer.effect(
  EventRepository,
  Effect.map(PgClient.PgClient, (sql) => {
    const columns = sql.literal(`e.id, e.account_id as "accountId", e.user_id as "userId", e.version, e.type, e.data,
      e.occurred_at as "occurredAt"`)

    const numbered = (accountId: string) =>
      sql`update accounts set event_version = event_version + 1 where id = ${accountId}
        returning id, user_id, bank_id, name, event_version as version`
    /** Leaves the account's row alone: who tells of orders holds these, and others who hold the account wait for orders. */
    const unnumbered = (accountId: string) =>
      sql`select id, user_id, bank_id, name, null::bigint as version from accounts where id = ${accountId}`

    // A node of a later version beside this one may write others.
    const isKnown = sql.literal(`e.type in (${AnyEventType.literals.map((type) => `'${type}'`).join(", ")})`)

    return EventRepository.of({
      append: (event) =>
        appended(sql`
          with told as (${isContractEvent(event.type) ? numbered(event.accountId) : unnumbered(event.accountId)}), e as (
            insert into events (account_id, user_id, version, type, data, occurred_at)
            select id, user_id, version, ${event.type}, ${sql.json(storableJson(event.data))}::jsonb,
              ${DateTime.toDateUtc(event.occurredAt)} from told
            returning *
          )
          select ${columns}, b.code as bank, a.name as "accountName",
            case when s.notification_address is null then '{}'::text[] else s.notification_events end as notifications,
            pg_notify(${channel}, e.id::text)::text as announced
          from e join told a on a.id = e.account_id join banks b on b.id = a.bank_id
            left join account_settings s on s.account_id = a.id`).pipe(
          Effect.flatMap((row) =>
            row === null ? Effect.die(new Error(`there is no account ${event.accountId}`)) : Effect.succeed(row)
          )
        ),
      after: (id, limit) =>
        events(sql`select ${columns} from events e where id > ${id} and ${isKnown} order by id limit ${limit}`),
      some: (wanted) =>
        events(sql`select ${columns} from events e where id = any (${wanted}::bigint[]) and ${isKnown} order by id`),
      ofUser: (userId, { after, limit }) =>
        after === undefined
          ? Effect.map(
              events(
                sql`select ${columns} from events e where user_id = ${userId} and ${isKnown} order by id desc limit ${limit}`
              ),
              (newestFirst) => newestFirst.toReversed()
            )
          : events(sql`select ${columns} from events e where user_id = ${userId} and id > ${after} and ${isKnown}
              order by id limit ${limit}`),
      latestIds: (count) =>
        Effect.map(ids(sql`select e.id from events e where ${isKnown} order by e.id desc limit ${count}`), (rows) =>
          rows.map((row) => row.id).reverse()
        ),
      announcements: Stream.unwrap(
        Effect.map(listening(channel), ({ payloads }) => {
          const listens: Announcement = { _tag: "Listening" }
          return Stream.concat(
            Stream.succeed(listens),
            Stream.mapArray(payloads, (ids) => [{ _tag: "Appended" as const, ids: ids.map((id) => BigInt(id)) }])
          )
        })
      ).pipe(
        Stream.provideService(PgClient.PgClient, sql),
        Stream.catch((error) => Stream.die(defectOf(error, false)))
      )
    })
  })
)
