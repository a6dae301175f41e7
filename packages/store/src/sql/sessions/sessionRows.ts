import { DateTime, Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CredentialsSpent, LoginRests, LoginSuperseded, type SessionRows } from "@counterfoil/core"
import { Instant, rowAs, rowsAs, run, touched } from "../rows.ts"
import { spentOutcomes } from "../spentOutcomes.ts"

const ids = rowsAs(Schema.Struct({ id: Schema.String }))
const openedRow = rowAs(Schema.Struct({ isNew: Schema.Boolean }))
const restRow = rowAs(Schema.Struct({ restMs: Schema.Number }))
const outcomeRow = rowAs(Schema.Struct({ outcome: Schema.NullOr(Schema.String) }))
const rejectionRows = rowsAs(
  Schema.Struct({ accountId: Schema.String, userId: Schema.String, at: Instant, hadLoggedIn: Schema.Boolean })
)
/** Of one account: a hundred pictures of ordinary pages, or a few of pages that are made to have large ones. */
const mostEvidenceBytes = 16 * 1024 * 1024

const evidenceFields = {
  id: Schema.String,
  sessionId: Schema.String,
  kind: Schema.String,
  createdAt: Instant,
  expiresAt: Instant
}
const evidenceRows = rowsAs(Schema.Struct(evidenceFields))
const contentRow = rowAs(Schema.Struct({ ...evidenceFields, content: Schema.Uint8Array }))
const stateRow = rowAs(Schema.Struct({ credentialsVersion: Schema.Int, state: Schema.Uint8Array }))

const sharedStateRow = rowAs(
  Schema.Struct({ accountId: Schema.String, credentialsVersion: Schema.Int, state: Schema.Uint8Array })
)

export const sessionRows = Effect.map(SqlClient.SqlClient, (sql) => {
  const spent = sql.literal(spentOutcomes)
  const same = (attempt: Parameters<SessionRows["beginLogin"]>[0]) =>
    sql`login_id = ${attempt.loginId} and credentials_version = ${attempt.credentialsVersion}
        and login_grant = ${attempt.loginGrant}`

  const finishUnanswered = (attemptId: string) =>
    // One more try is due to credentials of which the last that is known is that they logged in.
    outcomeRow(sql`update login_attempts l set finished_at = now(), outcome =
          case when coalesce((
            select e.outcome in ('authenticated', 'code_asked') from login_attempts e
            where e.login_id = l.login_id and e.credentials_version = l.credentials_version and e.id <> l.id
              and e.outcome in ('authenticated', 'code_asked', 'unanswered', 'unanswered_once')
            order by e.started_at desc, e.id desc limit 1), l.outcome = 'code_asked', false)
          then 'unanswered_once' else 'unanswered' end
        where l.id = ${attemptId} returning outcome`).pipe(
      Effect.map((row) => ({ again: row?.outcome === "unanswered_once" }))
    )

  const sayLeft = (accountId: string) =>
    run(sql`update browser_states set leave_at = null, is_open = false
        where account_id = ${accountId} and (is_open or leave_at is not null)`)

  return {
    begin: Effect.fnUntraced(function* (session) {
      // A statement of its own: the constraint has room for the new one only then.
      const left = yield* ids(sql`update bank_sessions set ended_at = now(), end_reason = 'lost'
          where account_id = ${session.accountId} and id <> ${session.id} and ended_at is null returning id`)
      const opened = yield* openedRow(sql`with opened as (
            insert into bank_sessions (id, account_id, epoch, script_id, session_type, started_at)
            values (${session.id}, ${session.accountId}, ${session.epoch}, ${session.scriptId}, ${session.sessionType}, now())
            on conflict (id) do update set ended_at = null returning id, account_id, xmax = 0 as is_new)
          update accounts set session_id = opened.id from opened where accounts.id = opened.account_id
          returning opened.is_new as "isNew"`)
      yield* run(sql`update browser_states b set leave_at = null, is_open = b.is_open and b.account_id = own.id
          from accounts own join accounts a on a.login_id = own.login_id
          where own.id = ${session.accountId} and b.account_id = a.id and b.leave_at is not null`)
      return { isNew: opened?.isNew === true, left: left.map(({ id }) => id) }
    }),
    end: (sessionId, reason) =>
      touched(sql`update bank_sessions set ended_at = now(), end_reason = ${reason}
          where id = ${sessionId} and ended_at is null returning id`).pipe(
        Effect.tap(() => run(sql`update accounts set session_id = null where session_id = ${sessionId}`))
      ),
    isRunning: (accountId) =>
      touched(sql`select 1 from bank_sessions where account_id = ${accountId} and ended_at is null`),
    beginLogin: (attempt) =>
      Effect.gen(function* () {
        // The login's turn is ours: one that nobody finished is of a process that died during it, or lost its turn, whichever account
        // it was for. If that one goes on after all, it writes its own outcome over this.
        const left = yield* ids(sql`select id from login_attempts
            where outcome is null and login_id = ${attempt.loginId} and credentials_version = ${attempt.credentialsVersion}
            order by started_at, id`)
        yield* Effect.forEach(left, ({ id }) => finishUnanswered(id), { discard: true })
        const rest = yield* restRow(sql`select case when outcome = 'unanswered_once' then
              ${attempt.restMs}::float8 - extract(epoch from now() - started_at)::float8 * 1000 else 0 end as "restMs"
            from login_attempts where ${same(attempt)} order by started_at desc, id desc limit 1`)
        if (rest !== null && rest.restMs > 0) return Result.fail(new LoginRests({ restMs: rest.restMs }))
        // The partial unique index decides; a row that is there already says why.
        const begun = yield* touched(sql`insert into login_attempts
              (id, account_id, login_id, session_id, credentials_version, login_grant, started_at)
            select ${attempt.id}, a.id, a.login_id, ${attempt.sessionId}, s.credentials_version, a.login_grant, now()
            from accounts a join account_settings s on s.account_id = a.id
            where a.id = ${attempt.accountId} and a.login_id = ${attempt.loginId} and a.login_grant = ${attempt.loginGrant}
              and s.credentials_version = ${attempt.credentialsVersion}
            on conflict (login_id, credentials_version, login_grant) where ${spent}
            do nothing returning id`)
        // A new login is only begun where no session was left to go on with: what was left open is over.
        if (begun) return Result.succeed(yield* sayLeft(attempt.accountId))
        const refused = yield* outcomeRow(sql`select outcome from login_attempts where ${same(attempt)} and (${spent})`)
        return Result.fail(
          refused === null ? new LoginSuperseded() : new CredentialsSpent({ outcome: refused.outcome })
        )
      }),
    finishLogin: (attemptId, outcome) =>
      run(sql`update login_attempts set outcome = ${outcome}, finished_at = now() where id = ${attemptId}`),
    finishUnanswered,
    rejections: (bankId) =>
      rejectionRows(sql`select l.account_id as "accountId", a.user_id as "userId", l.finished_at as at,
            exists (select 1 from login_attempts e where e.login_id = l.login_id
              and e.credentials_version = l.credentials_version
              and e.outcome in ('authenticated', 'code_asked') and e.started_at < l.started_at) as "hadLoggedIn"
          from login_attempts l join accounts a on a.id = l.account_id
          where a.bank_id = ${bankId} and l.outcome = 'invalid_credentials'
            and l.finished_at > now() - interval '15 minutes'`).pipe(
        Effect.map((rows) => rows.map(({ at, ...rejection }) => ({ ...rejection, at: DateTime.toEpochMillis(at) })))
      ),
    pauseBank: (bankId, until) =>
      run(sql`update banks set paused_until = ${DateTime.toDateUtc(until)} where id = ${bankId}`),
    // By the clock, not by when this transaction began: what was asked meanwhile is asked too.
    saveBrowserState: (accountId, { credentialsVersion, isOpen, leaveInMs, state }) =>
      run(sql`insert into browser_states as kept (account_id, credentials_version, state, saved_at, is_open, leave_at)
          values (${accountId}, ${credentialsVersion}, ${state}, now(), ${isOpen},
            now() + interval '1 millisecond' * ${leaveInMs}::float8)
          on conflict (account_id) do update set credentials_version = excluded.credentials_version,
            state = excluded.state, saved_at = excluded.saved_at, is_open = excluded.is_open,
            leave_at = case when excluded.is_open and kept.leave_at <= clock_timestamp() then kept.leave_at
              else excluded.leave_at end`),
    leaveIn: (accountId, forMs) =>
      run(sql`update browser_states set leave_at = now() + interval '1 millisecond' * ${forMs}::float8
          where account_id = ${accountId}`),
    left: sayLeft,
    browserState: (accountId) =>
      stateRow(sql`select credentials_version as "credentialsVersion", state from browser_states
          where account_id = ${accountId}`),
    browserStateOfLogin: (accountId) =>
      sharedStateRow(sql`select b.account_id as "accountId", b.credentials_version as "credentialsVersion", b.state
          from accounts own join accounts a on a.login_id = own.login_id and a.deleted_at is null
            join browser_states b on b.account_id = a.id
          where own.id = ${accountId} order by b.saved_at desc, b.account_id limit 1`),
    forgetBrowserStatesOfLogin: (accountId) =>
      run(sql`delete from browser_states where account_id in (
          select a.id from accounts own join accounts a on a.login_id = own.login_id where own.id = ${accountId})`),
    forgetBrowserState: (accountId) => run(sql`delete from browser_states where account_id = ${accountId}`),
    saveEvidence: (evidence) =>
      Effect.andThen(
        run(sql`insert into evidence (id, account_id, session_id, kind, content, created_at, expires_at)
            values (${evidence.id}, ${evidence.accountId}, ${evidence.sessionId}, ${evidence.kind}, ${evidence.content},
              now(), now() + interval '7 days')`),
        run(sql`delete from evidence where id in (
            select id from (
              select id, sum(octet_length(content)) over newest as bytes, row_number() over newest as nth
              from evidence where account_id = ${evidence.accountId}
              window newest as (order by created_at desc, id desc)) e
            where e.nth > 1 and e.bytes > ${mostEvidenceBytes})`)
      ),
    evidence: (accountId) =>
      evidenceRows(sql`select id, session_id as "sessionId", kind, created_at as "createdAt", expires_at as "expiresAt"
          from evidence where account_id = ${accountId} and expires_at > now() order by created_at desc limit 200`),
    evidenceContent: (accountId, id) =>
      contentRow(sql`select id, session_id as "sessionId", kind, created_at as "createdAt", expires_at as "expiresAt", content
          from evidence where account_id = ${accountId} and id = ${id} and expires_at > now()`)
  } satisfies SessionRows
})
