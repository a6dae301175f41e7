import { PushRepository } from "@counterfoil/core"
import { Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Instant, InstantOrNull, Int8, rowAs, rowsAs, run, touched } from "../sql/rows.ts"

const identityRow = rowAs(Schema.Struct({ publicKey: Schema.String, privateKeySealed: Schema.Uint8Array }))

const ChannelFields = {
  userId: Schema.String,
  address: Schema.String,
  endpointSealed: Schema.Uint8Array,
  label: Schema.String,
  pageOrigin: Schema.String,
  language: Schema.Literals(["en", "es"]),
  createdAt: Instant,
  lastSuccessAt: InstantOrNull,
  lastFault: Schema.NullOr(Schema.String)
}
const ChannelRow = Schema.Struct({ channelId: Schema.String, ...ChannelFields })
const MessageRow = Schema.Struct({
  ...ChannelRow.fields,
  id: Int8,
  kind: Schema.Literals(["code", "asked", "blocked"]),
  assistanceId: Schema.NullOr(Schema.String),
  attempts: Schema.Int,
  expiresAt: Instant
})

const channelRow = rowAs(ChannelRow)
const channelRows = rowsAs(ChannelRow)
const messageRows = rowsAs(MessageRow)

const channelOf = ({ channelId, ...row }: typeof ChannelRow.Type) => ({ ...row, id: channelId })

const messageOf = ({ assistanceId, attempts, expiresAt, id, kind, ...channel }: typeof MessageRow.Type) => ({
  id,
  kind,
  assistanceId,
  attempts,
  expiresAt,
  channel: channelOf(channel)
})

const seconds = (span: Duration.Duration) => Duration.toSeconds(span)

export const PushRepositorySql: Layer.Layer<PushRepository, never, SqlClient.SqlClient> = Layer.effect(
  PushRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(`c.id as "channelId", c.user_id as "userId", c.address,
      c.endpoint_sealed as "endpointSealed", c.label, c.page_origin as "pageOrigin", c.language, c.created_at as "createdAt",
      c.last_success_at as "lastSuccessAt", c.last_fault as "lastFault"`)

    return PushRepository.of({
      identity: identityRow(
        sql`select public_key as "publicKey", private_key_sealed as "privateKeySealed" from push_identity`
      ),
      addIdentity: ({ privateKeySealed, publicKey }) =>
        run(sql`insert into push_identity (public_key, private_key_sealed) values (${publicKey}, ${privateKeySealed})
          on conflict do nothing`),
      channels: (userId) =>
        Effect.map(
          channelRows(
            sql`select ${columns} from push_channels c where user_id = ${userId} order by created_at desc, id desc`
          ),
          (rows) => rows.map(channelOf)
        ),
      put: (channel, most) =>
        // Two at once may make one more than the most: no harm.
        channelRow(sql`
          with c as (
            insert into push_channels (id, user_id, address, endpoint_sealed, label, page_origin, language)
            select ${channel.id}::uuid, ${channel.userId}::uuid, ${channel.address},
              ${channel.endpointSealed}::bytea, ${channel.label}, ${channel.pageOrigin}, ${channel.language}
            where (select count(*) from push_channels
              where user_id = ${channel.userId} and address <> ${channel.address}) < ${most}
            on conflict (user_id, address) do update set endpoint_sealed = excluded.endpoint_sealed,
              label = excluded.label, page_origin = excluded.page_origin, language = excluded.language, last_fault = null
            returning *
          )
          select ${columns} from c`).pipe(Effect.map((row) => (row === null ? null : channelOf(row)))),
      remove: (userId, id) =>
        touched(sql`delete from push_channels where user_id = ${userId} and id = ${id} returning id`),
      noteSuccess: (id) =>
        run(sql`update push_channels set last_success_at = clock_timestamp(), last_fault = null where id = ${id}`),
      noteFault: (id, fault) => run(sql`update push_channels set last_fault = ${fault} where id = ${id}`),
      claim: (limit, lease) =>
        Effect.map(
          messageRows(sql`
            with late as (delete from push_messages where expires_at <= clock_timestamp()),
            m as (
              update push_messages set attempts = attempts + 1,
                due_at = clock_timestamp() + ${seconds(lease)}::float8 * interval '1 second'
              where id in (
                select id from push_messages where due_at <= clock_timestamp() and expires_at > clock_timestamp()
                order by due_at limit ${limit} for update skip locked)
              returning *
            )
            select m.id, m.kind, m.assistance_id as "assistanceId", m.attempts, m.expires_at as "expiresAt", ${columns}
            from m join push_channels c on c.id = m.channel_id`),
          (rows) => rows.map(messageOf)
        ),
      done: (id) => run(sql`delete from push_messages where id = ${id}`),
      retryIn: (id, wait) =>
        run(sql`update push_messages set due_at = clock_timestamp() + ${seconds(wait)}::float8 * interval '1 second'
          where id = ${id}`)
    })
  })
)
