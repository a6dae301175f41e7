import { type AskRules, CodeRepository, type LoginMoment } from "@counterfoil/core"
import { AskType, AssistanceOutcome, Channel, OtpDescriptor } from "@counterfoil/domain"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, Layer, Schema } from "effect"
import type { Statement } from "effect/sql"
import { mailboxRows } from "./mailboxRows.ts"
import { Instant, InstantOrNull, rowAs, rowsAs, run, storableText, touched } from "../rows.ts"

const settingsRow = rowAs(
  Schema.Struct({
    senders: Schema.Array(Schema.String),
    pattern: Schema.NullOr(Schema.String),
    totp: Schema.NullOr(Schema.Uint8Array),
    totpAddedAt: InstantOrNull
  })
)

const momentRow = rowAs(
  Schema.Struct({
    questionId: Schema.NullOr(Schema.String),
    descriptor: Schema.NullOr(OtpDescriptor),
    loginAt: InstantOrNull,
    earlierUnanswered: Schema.Boolean,
    otherLogin: Schema.Boolean,
    otherLoginAtBank: Schema.Boolean,
    codesElsewhere: Schema.Array(
      Schema.Struct({ accountId: Schema.String, atBank: Schema.Boolean, endedAt: Schema.DateTimeUtcFromMillis })
    )
  })
)
const noLogin: LoginMoment = {
  question: null,
  loginAt: null,
  earlierUnanswered: false,
  otherLogin: false,
  otherLoginAtBank: false,
  codesElsewhere: []
}

/** The further columns of all types of assistance together; each type uses some of them. */
const Details = Schema.Struct({
  message: Schema.optionalKey(Schema.String),
  number: Schema.optionalKey(Schema.NullOr(Schema.String)),
  question: Schema.optionalKey(Schema.String),
  choices: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.String))),
  purpose: Schema.optionalKey(Schema.String),
  length: Schema.optionalKey(Schema.NullOr(Schema.Int))
})

const records = rowsAs(
  Schema.Struct({
    id: Schema.String,
    type: AskType,
    descriptor: Schema.NullOr(OtpDescriptor),
    details: Schema.NullOr(Details),
    status: Schema.Literals(["pending", "fulfilled", "cancelled"]),
    outcome: Schema.NullOr(AssistanceOutcome),
    prompt: Schema.NullOr(Schema.String),
    attempts: Schema.Int,
    requestedAt: Instant,
    expiresAt: Instant,
    endedAt: InstantOrNull,
    answeredBy: Schema.NullOr(Channel),
    answeredAt: InstantOrNull
  })
)

const askRow = rowAs(
  Schema.Struct({
    from: Schema.NullOr(Schema.String),
    to: Schema.NullOr(Schema.String),
    zone: Schema.NullOr(Schema.String),
    mostPerDay: Schema.NullOr(Schema.Int),
    snoozedUntil: InstantOrNull
  })
)
const noRules: AskRules = { hours: null, zone: null, mostPerDay: null, snoozedUntil: null }

const none = { sms: { senders: [], pattern: null }, totp: null }

/** Longer than a login lasts, its wait for a code included. */
const longestLogin = "interval '15 minutes'"

export const CodeRepositorySql: Layer.Layer<CodeRepository, never, PgClient.PgClient> = Layer.effect(
  CodeRepository,
  Effect.map(PgClient.PgClient, (sql) => {
    const soon = sql.literal(longestLogin)
    /** What lies far ahead was used by a clock that has been set back since. */
    const usedBeyond = (until: Statement.Fragment, from: DateTime.Utc, to: DateTime.Utc) =>
      sql`coalesce(${until} > ${DateTime.toDateUtc(from)}
        and ${until} <= ${DateTime.toDateUtc(to)}::timestamptz + interval '10 minutes', false)`

    return CodeRepository.of({
      ...mailboxRows(sql),
      settings: (accountId) =>
        settingsRow(sql`select sms_senders as senders, sms_pattern as pattern, totp, totp_added_at as "totpAddedAt"
          from code_settings where account_id = ${accountId}`).pipe(
          Effect.map((row) =>
            row === null
              ? none
              : {
                  sms: { senders: row.senders, pattern: row.pattern },
                  totp:
                    row.totp === null || row.totpAddedAt === null ? null : { cell: row.totp, addedAt: row.totpAddedAt }
                }
          )
        ),
      saveSms: (accountId, { pattern, senders }) =>
        run(sql`insert into code_settings (account_id, sms_senders, sms_pattern)
          values (${accountId}, array(select jsonb_array_elements_text(${sql.json(senders)}::jsonb)), ${pattern})
          on conflict (account_id) do update set sms_senders = excluded.sms_senders, sms_pattern = excluded.sms_pattern`),
      saveTotp: (accountId, totp) =>
        run(sql`insert into code_settings (account_id, totp, totp_added_at)
          values (${accountId}, ${totp?.cell ?? null}, ${totp === null ? null : DateTime.toDateUtc(totp.addedAt)})
          on conflict (account_id) do update set totp = excluded.totp, totp_added_at = excluded.totp_added_at`),
      askRules: (accountId) =>
        askRow(sql`select hours_from as "from", hours_to as "to", zone, most_per_day as "mostPerDay",
            snoozed_until as "snoozedUntil" from ask_rules where account_id = ${accountId}`).pipe(
          Effect.map((row) => {
            if (row === null) return noRules
            const { from, to, ...rest } = row
            return { ...rest, hours: from === null || to === null ? null : { from, to } }
          })
        ),
      saveAskRules: (accountId, { hours, mostPerDay, snoozedUntil, zone }) =>
        run(sql`insert into ask_rules (account_id, hours_from, hours_to, zone, most_per_day, snoozed_until)
          values (${accountId}, ${hours?.from ?? null}, ${hours?.to ?? null}, ${zone}, ${mostPerDay},
            ${snoozedUntil === null ? null : DateTime.toDateUtc(snoozedUntil)})
          on conflict (account_id) do update set hours_from = excluded.hours_from, hours_to = excluded.hours_to,
            zone = excluded.zone, most_per_day = excluded.most_per_day, snoozed_until = excluded.snoozed_until`),
      useStep: (accountId, from, to) =>
        touched(sql`update code_settings set totp_used_until = ${DateTime.toDateUtc(to)}
          where account_id = ${accountId} and totp is not null
            and not (${usedBeyond(sql.literal("totp_used_until"), from, to)})
            -- Accounts of one login have one authenticator; its sessions come one after the other.
            and not exists (select from accounts a join accounts mate on mate.login_id = a.login_id and mate.id <> a.id
              join code_settings theirs on theirs.account_id = mate.id
              where a.id = ${accountId} and ${usedBeyond(sql.literal("theirs.totp_used_until"), from, to)})
          returning 1`),
      record: ({ answered, ...request }) =>
        run(sql`insert into assistance_requests (id, account_id, session_id, descriptor, prompt, status, outcome,
            requested_at, expires_at, answered_by, answered_at, ended_at)
          values (${request.id}, ${request.accountId}, ${request.sessionId}, ${sql.json(request.descriptor)},
            ${storableText(request.prompt)}, ${request.outcome === "accepted" ? "fulfilled" : "cancelled"}, ${request.outcome},
            ${DateTime.toDateUtc(answered.askedAt)}, ${DateTime.toDateUtc(answered.at)}, ${answered.by},
            ${DateTime.toDateUtc(answered.at)}, now())`),
      moment: (accountId) =>
        momentRow(sql`with
          asked as (select * from assistance_requests where account_id = ${accountId} and status = 'pending'),
          latest as (select * from login_attempts where account_id = ${accountId} order by started_at desc limit 1),
          login as (
            select l.session_id, l.started_at from latest l
            where l.session_id = (select session_id from asked)
              or (l.finished_at is null and l.started_at > now() - ${soon})),
          others as (
            select o.id, o.bank_id from accounts a join accounts o on o.user_id = a.user_id and o.id <> a.id
            where a.id = ${accountId} and o.deleted_at is null),
          busy as (
            select o.bank_id, under_way or asked_code as sends from others o
              cross join lateral (select exists (
                select from login_attempts l
                where l.account_id = o.id and l.finished_at is null and l.started_at > now() - ${soon}) as under_way) as logins
              cross join lateral (
                select count(*) > 0 as asked, coalesce(bool_or(r.type = 'otp'), false) as asked_code
                from assistance_requests r where r.account_id = o.id
                  and (r.ended_at is null or r.ended_at >= (select started_at from login)
                    -- Its message may still come, and be of a clock that is a little behind.
                    or (r.answered_at is null
                      and r.ended_at > coalesce((select started_at from login), now()) - ${soon}))) as requests
            where under_way or asked),
          elsewhere as (
            select r.account_id, o.bank_id = (select bank_id from accounts where id = ${accountId}) as at_bank, max(r.ended_at) as ended_at
            from others o join assistance_requests r on r.account_id = o.id
            where r.type = 'otp' and r.answered_by is distinct from 'totp'
              and r.ended_at > coalesce((select started_at from login), now()) - ${soon}
            group by 1, 2)
          select
            (select id from asked where type = 'otp') as "questionId",
            (select descriptor from asked where type = 'otp') as descriptor,
            (select started_at from login) as "loginAt",
            exists (select from login_attempts l where l.account_id = ${accountId} and l.started_at > now() - interval '1 day'
              and l.session_id is distinct from (select session_id from login)
              and (l.outcome is null or l.outcome not in ('authenticated', 'invalid_credentials', 'interrupted', 'bank_unavailable')
                or exists (select from assistance_requests r where r.account_id = l.account_id
                  and r.session_id = l.session_id and r.attempts > 0))) as "earlierUnanswered",
            -- Of an approval, a question or a picture no message comes.
            exists (select from busy where sends) as "otherLogin",
            exists (select from busy where bank_id = (select bank_id from accounts where id = ${accountId})) as "otherLoginAtBank",
            (select coalesce(jsonb_agg(jsonb_build_object('accountId', account_id, 'atBank', at_bank,
              'endedAt', ceil(extract(epoch from ended_at) * 1000))), '[]') from elsewhere) as "codesElsewhere"
        `).pipe(
          Effect.map((row) => {
            if (row === null) return noLogin
            const { descriptor, questionId, ...rest } = row
            return {
              ...rest,
              question: questionId === null || descriptor === null ? null : { id: questionId, descriptor }
            }
          })
        ),
      spend: (accountId, fingerprint) =>
        Effect.andThen(
          run(sql`delete from spent_codes where account_id = ${accountId} and spent_at < now() - interval '2 days'`),
          touched(sql`insert into spent_codes (account_id, fingerprint, spent_at) values (${accountId}, ${fingerprint}, now())
            on conflict do nothing returning 1`)
        ),
      isSpent: (accountId, fingerprint) =>
        touched(sql`select 1 from spent_codes where account_id = ${accountId} and fingerprint = ${fingerprint}`),
      unspend: (accountId, fingerprint) =>
        run(sql`delete from spent_codes
          where account_id = ${accountId} and fingerprint = ${fingerprint} and not settled`),
      settle: (accountId, fingerprint) =>
        run(sql`insert into spent_codes (account_id, fingerprint, spent_at, settled)
          values (${accountId}, ${fingerprint}, now(), true)
          on conflict (account_id, fingerprint) do update set settled = true`),
      noteRefused: (accountId, fingerprint) =>
        run(sql`insert into spent_codes (account_id, fingerprint, spent_at, settled, refused)
          values (${accountId}, ${fingerprint}, now(), true, true)
          on conflict (account_id, fingerprint) do update set settled = true, refused = true, spent_at = excluded.spent_at`),
      isRefused: (accountId, fingerprint) =>
        touched(sql`select 1 from spent_codes where account_id = ${accountId} and fingerprint = ${fingerprint}
          and refused and spent_at >= now() - interval '2 days'`),
      hasAssistance: (accountId, id) =>
        touched(sql`select 1 from assistance_requests where id = ${id} and account_id = ${accountId}`),
      assistances: (accountId, { before, limit }) =>
        records(sql`select r.id, r.type, r.descriptor, r.details, r.status, r.outcome, r.prompt, r.attempts, r.requested_at as "requestedAt",
            r.expires_at as "expiresAt", r.ended_at as "endedAt", r.answered_by as "answeredBy", r.answered_at as "answeredAt"
          from assistance_requests r where r.account_id = ${accountId}
            ${
              before === undefined
                ? sql``
                : sql`and (r.requested_at, r.id) < (select b.requested_at, b.id from assistance_requests b
                    where b.id = ${before} and b.account_id = ${accountId})`
            }
          order by r.requested_at desc, r.id desc limit ${limit}`).pipe(
          Effect.map((rows) =>
            rows.map(({ descriptor, details, ...row }) => ({
              ...row,
              number: details?.number ?? null,
              question: details?.question ?? null,
              choices: details?.choices ?? null,
              length: descriptor?.length ?? details?.length ?? null
            }))
          )
        )
    })
  })
)
