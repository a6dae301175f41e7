import type { PushRows } from "@counterfoil/core"
import { Duration, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { Instant, InstantOrNull, Int8, rowAs, rowsAs, run, touched } from "../rows.ts"
import { transaction } from "../transaction.ts"
import { lockQuota } from "../users/quotaRows.ts"

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

export const pushRows = (sql: SqlClient.SqlClient): PushRows => {
  const columns = sql.literal(`c.id as "channelId", c.user_id as "userId", c.address,
      c.endpoint_sealed as "endpointSealed", c.label, c.page_origin as "pageOrigin", c.language, c.created_at as "createdAt",
      c.last_success_at as "lastSuccessAt", c.last_fault as "lastFault"`)

  return {
    pushIdentity: identityRow(
      sql`select public_key as "publicKey", private_key_sealed as "privateKeySealed" from push_identity`
    ),
    addPushIdentity: ({ privateKeySealed, publicKey }) =>
      run(sql`insert into push_identity (public_key, private_key_sealed) values (${publicKey}, ${privateKeySealed})
          on conflict do nothing`),
    pushChannels: (userId) =>
      Effect.map(
        channelRows(
          sql`select ${columns} from push_channels c where user_id = ${userId} order by created_at desc, id desc`
        ),
        (rows) => rows.map(channelOf)
      ),
    putPushChannel: (channel, most) => {
      const put = channelRow(sql`
          with c as (
            insert into push_channels (id, user_id, address, endpoint_sealed, label, page_origin, language)
            select ${channel.id}::uuid, ${channel.userId}::uuid, ${channel.address},
              ${channel.endpointSealed}::bytea, ${channel.label}, ${channel.pageOrigin}, ${channel.language}
            where (select count(*) from push_channels
              where user_id = ${channel.userId} and address <> ${channel.address}) < ${most}
              and exists (select from users where id = ${channel.userId} and deleted_at is null)
            on conflict (user_id, address) do update set endpoint_sealed = excluded.endpoint_sealed,
              label = excluded.label, page_origin = excluded.page_origin, language = excluded.language, last_fault = null
            returning *
          )
          select ${columns} from c`)
      // Many at once are counted one after the other.
      return transaction(sql)(Effect.andThen(run(lockQuota(sql, channel.userId)), put)).pipe(
        Effect.map((row) => (row === null ? null : channelOf(row)))
      )
    },
    removePushChannel: (userId, id) =>
      touched(sql`delete from push_channels where user_id = ${userId} and id = ${id} returning id`),
    notePushed: (id) =>
      run(sql`update push_channels set last_success_at = clock_timestamp(), last_fault = null where id = ${id}`),
    notePushFault: (id, fault) => run(sql`update push_channels set last_fault = ${fault} where id = ${id}`),
    claimPushes: (limit, lease) =>
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
    endPush: (id) => run(sql`delete from push_messages where id = ${id}`),
    retryPush: (id, wait) =>
      run(sql`update push_messages set due_at = clock_timestamp() + ${seconds(wait)}::float8 * interval '1 second'
          where id = ${id}`)
  }
}
