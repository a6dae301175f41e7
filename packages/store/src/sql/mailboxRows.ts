import type { MailboxRows } from "@counterfoil/core"
import type { PgClient } from "@effect/sql-pg"
import { DateTime, Schema } from "effect"
import { Instant, rowAs, run } from "./rows.ts"

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

export const mailboxRows = (sql: PgClient.PgClient): MailboxRows => ({
  findMailbox: (accountId) =>
    mailbox(sql`select config, senders, subject, pattern, added_at as "addedAt", fault, refused
      from code_mailboxes where account_id = ${accountId}`),
  saveMailbox: (accountId, { addedAt, config, pattern, senders, subject }) =>
    run(sql`insert into code_mailboxes (account_id, config, senders, subject, pattern, added_at)
      values (${accountId}, ${config}, array(select jsonb_array_elements_text(${sql.json(senders)}::jsonb)), ${subject},
        ${pattern}, ${DateTime.toDateUtc(addedAt)})
      on conflict (account_id) do update set config = excluded.config, senders = excluded.senders,
        subject = excluded.subject, pattern = excluded.pattern, added_at = excluded.added_at, fault = null, refused = false`),
  resealMailbox: (accountId, addedAt, config) =>
    run(sql`update code_mailboxes set config = ${config}
      where account_id = ${accountId} and added_at = ${DateTime.toDateUtc(addedAt)}`),
  removeMailbox: (accountId) => run(sql`delete from code_mailboxes where account_id = ${accountId}`),
  noteMailbox: (accountId, addedAt, { fault, refused }) =>
    run(sql`update code_mailboxes set fault = ${fault}, refused = ${refused}
      where account_id = ${accountId} and added_at = ${DateTime.toDateUtc(addedAt)}`)
})
