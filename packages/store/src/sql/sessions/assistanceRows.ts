import { DateTime, Effect } from "effect"
import type { AssistanceRows } from "@counterfoil/core"
import { PgClient } from "@effect/sql-pg"
import { run, storableText, touched } from "../rows.ts"

export const assistanceRows = Effect.map(
  PgClient.PgClient,
  (sql) =>
    ({
      openAssistance: (request) =>
        run(sql`insert into assistance_requests (id, account_id, session_id, descriptor, prompt, requested_at, expires_at)
          values (${request.id}, ${request.accountId}, ${request.sessionId}, ${sql.json(request.descriptor)},
            ${storableText(request.prompt)}, ${DateTime.toDateUtc(request.requestedAt)}, ${DateTime.toDateUtc(request.expiresAt)})`),
      setAssistanceAttempts: (id, attempts) =>
        run(sql`update assistance_requests set attempts = ${attempts} where id = ${id}`),
      endAssistance: (id, status, { answered, outcome }) =>
        touched(sql`update assistance_requests set status = ${status}, ended_at = now(), outcome = ${outcome},
            answered_by = ${answered?.by ?? null}, answered_at = ${answered === null ? null : DateTime.toDateUtc(answered.at)}
          where id = ${id} and status = 'pending' returning id`)
    }) satisfies AssistanceRows
)
