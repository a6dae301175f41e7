import { NoticeRepository } from "@counterfoil/core"
import { AskType, OtpDescriptor } from "@counterfoil/domain"
import { DateTime, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { pushRows } from "./pushRows.ts"
import { Instant, InstantOrNull, Int8, rowAs, rowsAs, run, touched } from "../rows.ts"
import { lockQuota } from "../users/quotaRows.ts"

const channelFields = {
  id: Schema.String,
  userId: Schema.String,
  kind: Schema.Literals(["ntfy", "gotify", "telegram", "email", "apprise"]),
  name: Schema.String,
  config: Schema.Uint8Array,
  createdAt: Instant,
  language: Schema.Literals(["en", "es"]),
  pageOrigin: Schema.NullOr(Schema.String),
  lastSuccessAt: InstantOrNull,
  lastFault: Schema.NullOr(Schema.String)
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
    choices: Schema.NullOr(Schema.Int),
    expiresAt: Instant
  })
)
const ended = rowsAs(Schema.Struct({ ...channelFields, bankName: Schema.String, type: AskType, tell: Schema.Boolean }))
const stopped = rowsAs(Schema.Struct({ ...channelFields, noticeId: Int8, bankName: Schema.String }))
const asked = rowsAs(
  Schema.Struct({
    ...channelFields,
    assistanceId: Schema.String,
    accountId: Schema.String,
    attempt: Schema.Int,
    reference: Schema.NullOr(Schema.String),
    type: AskType,
    choices: Schema.NullOr(Schema.Array(Schema.String))
  })
)
const turn = rowAs(Schema.Struct({ nextUpdate: Schema.NullOr(Int8) }))
const moved = rowsAs(
  Schema.Struct({
    id: Schema.String,
    userId: Schema.String,
    address: Schema.String,
    endpointSealed: Schema.Uint8Array
  })
)

const columns = `c.id, c.user_id as "userId", c.kind, c.name, c.config, c.created_at as "createdAt", c.language,
  c.page_origin as "pageOrigin", c.last_success_at as "lastSuccessAt", c.last_fault as "lastFault"`

export const NoticeRepositorySql: Layer.Layer<NoticeRepository, never, SqlClient.SqlClient> = Layer.effect(
  NoticeRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const ofChannel = sql.literal(columns)
    return NoticeRepository.of({
      ...pushRows(sql),
      lock: (userId) =>
        Effect.andThen(
          run(lockQuota(sql, userId)),
          touched(sql`select from users where id = ${userId} and deleted_at is null`)
        ),
      channels: (userId) =>
        channels(sql`select ${ofChannel} from notice_channels c where user_id = ${userId} order by created_at, id`),
      find: (userId, id) =>
        channel(sql`select ${ofChannel} from notice_channels c where user_id = ${userId} and id = ${id}`),
      add: ({ config, createdAt, id, kind, language, name, pageOrigin, userId }) =>
        run(sql`insert into notice_channels (id, user_id, kind, name, config, created_at, language, page_origin)
          values (${id}, ${userId}, ${kind}, ${name}, ${config}, ${DateTime.toDateUtc(createdAt)}, ${language}, ${pageOrigin})`),
      remove: (userId, id) =>
        touched(sql`delete from notice_channels where user_id = ${userId} and id = ${id} returning 1`),
      note: (channelId, fault) =>
        run(sql`update notice_channels set last_fault = ${fault},
          last_success_at = case when ${fault}::text is null then now() else last_success_at end where id = ${channelId}`),
      claimDue: due(sql`with claimed as (
          insert into notices (assistance_id, attempt, channel_id, claimed_at)
          select r.id, r.attempts, c.id, now() from assistance_requests r
            join accounts a on a.id = r.account_id join notice_channels c on c.user_id = a.user_id
          where r.status = 'pending' and r.expires_at > now()
            and not exists (select from notices n where n.assistance_id = r.id and n.attempt = r.attempts and n.channel_id = c.id)
          on conflict do nothing returning assistance_id, attempt, channel_id),
        -- Whoever claimed them has ended, or could not reach the channel.
        claimed_anew as (
          update notices n set claimed_at = now() from assistance_requests r
          where r.id = n.assistance_id and n.sent_at is null and n.closed_at is null and n.claimed_at < now() - interval '2 minutes'
            and r.status = 'pending' and r.expires_at > now() and r.attempts = n.attempt
          returning n.assistance_id, n.attempt, n.channel_id)
        select ${ofChannel}, r.id as "assistanceId", claimed.attempt, a.id as "accountId", b.name as "bankName",
          r.type, r.descriptor, r.details ->> 'number' as number,
          jsonb_array_length(nullif(r.details -> 'choices', 'null')) as choices, r.expires_at as "expiresAt"
        from (select * from claimed union all select * from claimed_anew) claimed
          join notice_channels c on c.id = claimed.channel_id
          join assistance_requests r on r.id = claimed.assistance_id
          join accounts a on a.id = r.account_id join banks b on b.id = a.bank_id`).pipe(
        Effect.map((rows) =>
          rows.map(
            ({ accountId, assistanceId, attempt, bankName, choices, descriptor, expiresAt, number, type, ...of }) => ({
              accountId,
              assistanceId,
              attempt,
              bankName,
              type,
              descriptor,
              number,
              choices,
              expiresAt,
              channel: of
            })
          )
        )
      ),
      sent: ({ assistanceId, attempt, channelId }, reference) =>
        run(sql`update notices set sent_at = now(), reference = ${reference}
          where assistance_id = ${assistanceId} and attempt = ${attempt} and channel_id = ${channelId}`),
      unsendable: ({ assistanceId, attempt, channelId }) =>
        run(sql`update notices set closed_at = now()
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
      claimStopped: (lease) =>
        stopped(sql`with late as (
            delete from stop_notices
            where expires_at <= clock_timestamp() or told_at < clock_timestamp() - interval '2 minutes'),
          claimed as (
            update stop_notices set due_at = clock_timestamp() + ${Duration.toSeconds(lease)}::float8 * interval '1 second'
            where id in (
              select id from stop_notices where due_at <= clock_timestamp() and expires_at > clock_timestamp() and told_at is null
              order by due_at limit 100 for update skip locked)
            returning id, channel_id, bank_id)
          select ${ofChannel}, claimed.id as "noticeId", b.name as "bankName"
          from claimed join notice_channels c on c.id = claimed.channel_id join banks b on b.id = claimed.bank_id`).pipe(
          Effect.map((rows) => rows.map(({ bankName, noticeId, ...of }) => ({ id: noticeId, bankName, channel: of })))
        ),
      toldOfStop: (id) => run(sql`update stop_notices set told_at = clock_timestamp() where id = ${id}`),
      movedTopics: moved(sql`select id, user_id as "userId", address, endpoint_sealed as "endpointSealed"
        from moved_topics order by created_at, id`),
      settleTopic: ({ id }, made) =>
        made === null
          ? run(sql`delete from moved_topics where id = ${id}`)
          : run(sql`with topic as (delete from moved_topics where id = ${id} returning *),
              channel as (
                insert into notice_channels (id, user_id, kind, name, config, created_at, language, page_origin,
                  last_success_at, last_fault)
                select id, user_id, ${made.kind}, label, ${made.config}::bytea, created_at, language, page_origin,
                  last_success_at, last_fault from topic)
              insert into notices (assistance_id, attempt, channel_id, claimed_at, sent_at)
              select r.id, r.attempts, topic.id, now(), now()
              from topic join assistance_requests r on r.id = any(topic.told)`),
      asked:
        asked(sql`select ${ofChannel}, n.assistance_id as "assistanceId", r.account_id as "accountId", n.attempt, n.reference, r.type,
          nullif(r.details -> 'choices', 'null') as choices
        from notices n join assistance_requests r on r.id = n.assistance_id join notice_channels c on c.id = n.channel_id
        where n.closed_at is null and c.kind = 'telegram' and r.status = 'pending' and r.attempts = n.attempt`).pipe(
          Effect.map((rows) =>
            rows.map(({ accountId, assistanceId, attempt, choices, reference, type, ...of }) => ({
              accountId,
              assistanceId,
              attempt,
              choices,
              reference,
              type,
              channel: of
            }))
          )
        ),
      holdBot: ({ bot, holder }, lease) =>
        turn(sql`with gone as (
            delete from telegram_bots where bot <> ${bot} and held_until < clock_timestamp() - interval '1 day')
          insert into telegram_bots as b (bot, holder, held_until)
          values (${bot}, ${holder}, clock_timestamp() + ${Duration.toSeconds(lease)}::float8 * interval '1 second')
          on conflict (bot) do update set holder = excluded.holder, held_until = excluded.held_until
            where b.holder = excluded.holder or b.held_until <= clock_timestamp()
          -- Telegram keeps an update for a day; after a quiet week its numbers begin anew.
          returning case when b.noted_at > clock_timestamp() - interval '1 day' then b.next_update end as "nextUpdate"`),
      noteUpdate: ({ bot, holder }, next) =>
        run(sql`update telegram_bots set next_update = ${next}, noted_at = clock_timestamp()
          where bot = ${bot} and holder = ${holder}`),
      leaveBot: ({ bot, holder }) =>
        run(sql`update telegram_bots set held_until = clock_timestamp() where bot = ${bot} and holder = ${holder}`)
    })
  })
)
