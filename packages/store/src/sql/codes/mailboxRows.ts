import type { MailboxRows } from "@counterfoil/core"
import type { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Schema } from "effect"
import { Instant, rowAs, run } from "../rows.ts"

const mailbox = rowAs(
  Schema.Struct({
    config: Schema.Uint8Array,
    senders: Schema.Array(Schema.String),
    subject: Schema.NullOr(Schema.String),
    pattern: Schema.NullOr(Schema.String),
    addedAt: Instant,
    fault: Schema.NullOr(Schema.String),
    refused: Schema.Boolean
  })
)

const owner = rowAs(Schema.Struct({ id: Schema.String }))
const held = rowAs(Schema.Struct({ newest: Schema.NullOr(Schema.Uint8Array) }))

export const mailboxRows = (sql: PgClient.PgClient): MailboxRows => ({
  findMailbox: (accountId) =>
    mailbox(sql`select config, senders, subject, pattern, added_at as "addedAt", fault, refused
      from code_mailboxes where account_id = ${accountId}`),
  saveMailbox: (accountId, { addedAt, config, pattern, senders, subject, tokenPrint }) =>
    run(sql`insert into code_mailboxes (account_id, config, senders, subject, pattern, added_at, token_print)
      values (${accountId}, ${config}, array(select jsonb_array_elements_text(${sql.json(senders)}::jsonb)), ${subject},
        ${pattern}, ${DateTime.toDateUtc(addedAt)}, ${tokenPrint})
      on conflict (account_id) do update set config = excluded.config, senders = excluded.senders,
        subject = excluded.subject, pattern = excluded.pattern, added_at = excluded.added_at,
        token_print = excluded.token_print, fault = null, refused = false`),
  removeMailbox: (accountId) => run(sql`delete from code_mailboxes where account_id = ${accountId}`),
  noteMailbox: (accountId, addedAt, { fault, refused }) =>
    run(sql`update code_mailboxes set fault = ${fault}, refused = ${refused}
      where account_id = ${accountId} and added_at = ${DateTime.toDateUtc(addedAt)}`),
  ownerOf: (accountId) =>
    Effect.map(owner(sql`select user_id as id from accounts where id = ${accountId}`), (row) => row?.id ?? null),
  holdToken: ({ holder, print, userId }, accountId, lease) =>
    held(sql`with marked as (
        -- One that an earlier version has saved doesn't say yet that it has the token.
        update code_mailboxes set token_print = ${print} where account_id = ${accountId} and token_print is null)
      insert into mailbox_tokens as t (user_id, print, holder, held_until)
      values (${userId}, ${print}, ${holder}, clock_timestamp() + ${Duration.toSeconds(lease)}::float8 * interval '1 second')
      on conflict (user_id, print) do update set holder = excluded.holder, held_until = excluded.held_until
        where t.held_until <= clock_timestamp()
      returning newest`),
  leaveToken: ({ holder, print, userId }, newest) =>
    run(sql`update mailbox_tokens set newest = coalesce(${newest}, newest), held_until = '-infinity'
      where user_id = ${userId} and print = ${print} and holder = ${holder}`)
})
