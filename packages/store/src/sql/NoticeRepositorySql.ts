import { NoticeRepository } from "@counterfoil/core"
import { AskType, OtpDescriptor } from "@counterfoil/domain"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Instant, rowAs, rowsAs, run, touched } from "./rows.ts"

const channelFields = {
  id: Schema.String,
  userId: Schema.String,
  kind: Schema.Literals(["ntfy", "gotify", "telegram", "email", "apprise"]),
  name: Schema.String,
  config: Schema.Uint8Array,
  createdAt: Instant
}
const channel = rowAs(Schema.Struct(channelFields))
const channels = rowsAs(Schema.Struct(channelFields))
const due = rowsAs(
  Schema.Struct({
    ...channelFields,
    assistanceId: Schema.String,
    attempt: Schema.Int,
    accountId: Schema.String,
    bankName: Schema.String,
    type: AskType,
    descriptor: Schema.NullOr(OtpDescriptor),
    number: Schema.NullOr(Schema.String),
    expiresAt: Instant
  })
)
const ended = rowsAs(Schema.Struct({ ...channelFields, bankName: Schema.String, type: AskType, tell: Schema.Boolean }))
const asked = rowsAs(Schema.Struct({ assistanceId: Schema.String, accountId: Schema.String, reference: Schema.String }))

const columns = `c.id, c.user_id as "userId", c.kind, c.name, c.config, c.created_at as "createdAt"`

export const NoticeRepositorySql: Layer.Layer<NoticeRepository, never, SqlClient.SqlClient> = Layer.effect(
  NoticeRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const ofChannel = sql.literal(columns)
    return NoticeRepository.of({
      channels: (userId) =>
        channels(sql`select ${ofChannel} from notice_channels c where user_id = ${userId} order by created_at, id`),
      find: (userId, id) =>
        channel(sql`select ${ofChannel} from notice_channels c where user_id = ${userId} and id = ${id}`),
      add: ({ config, createdAt, id, kind, name, userId }) =>
        run(sql`insert into notice_channels (id, user_id, kind, name, config, created_at)
          values (${id}, ${userId}, ${kind}, ${name}, ${config}, ${DateTime.toDateUtc(createdAt)})`),
      remove: (userId, id) =>
        touched(sql`delete from notice_channels where user_id = ${userId} and id = ${id} returning 1`),
      claimDue: due(sql`with claimed as (
          insert into notices (assistance_id, attempt, channel_id, claimed_at)
          select r.id, r.attempts, c.id, now() from assistance_requests r
            join accounts a on a.id = r.account_id join notice_channels c on c.user_id = a.user_id
          where r.status = 'pending' and r.expires_at > now()
            and not exists (select from notices n where n.assistance_id = r.id and n.attempt = r.attempts and n.channel_id = c.id)
          on conflict do nothing returning assistance_id, attempt, channel_id)
        select ${ofChannel}, r.id as "assistanceId", claimed.attempt, a.id as "accountId", b.name as "bankName",
          r.type, r.descriptor, r.details ->> 'number' as number, r.expires_at as "expiresAt"
        from claimed join notice_channels c on c.id = claimed.channel_id
          join assistance_requests r on r.id = claimed.assistance_id
          join accounts a on a.id = r.account_id join banks b on b.id = a.bank_id`).pipe(
        Effect.map((rows) =>
          rows.map(({ accountId, assistanceId, attempt, bankName, descriptor, expiresAt, number, type, ...of }) => ({
            accountId,
            assistanceId,
            attempt,
            bankName,
            type,
            descriptor,
            number,
            expiresAt,
            channel: of
          }))
        )
      ),
      sent: ({ assistanceId, attempt, channelId }, reference) =>
        run(sql`update notices set sent_at = now(), reference = ${reference}
          where assistance_id = ${assistanceId} and attempt = ${attempt} and channel_id = ${channelId}`),
      claimEnded: ended(sql`with closed as (
          update notices n set closed_at = now() from assistance_requests r
          where r.id = n.assistance_id and n.closed_at is null
            -- One that is being sent is closed when it is; one whose server ended, by and by.
            and (n.sent_at is not null or n.claimed_at < now() - interval '2 minutes') and (r.status <> 'pending' or r.attempts > n.attempt)
          returning n.assistance_id, n.channel_id, r.status <> 'pending' and n.sent_at is not null as tell)
        select ${ofChannel}, b.name as "bankName", r.type, closed.tell
        from closed join notice_channels c on c.id = closed.channel_id
          join assistance_requests r on r.id = closed.assistance_id
          join accounts a on a.id = r.account_id join banks b on b.id = a.bank_id`).pipe(
        Effect.map((rows) =>
          rows.flatMap(({ bankName, tell, type, ...of }) => (tell ? [{ bankName, type, channel: of }] : []))
        )
      ),
      asked: (channelId) =>
        asked(sql`select n.assistance_id as "assistanceId", r.account_id as "accountId", n.reference
          from notices n join assistance_requests r on r.id = n.assistance_id
          where n.channel_id = ${channelId} and n.closed_at is null and n.reference is not null and r.status = 'pending'
            and r.attempts = n.attempt`)
    })
  })
)
