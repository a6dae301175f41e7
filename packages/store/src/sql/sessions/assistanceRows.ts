import { DateTime, Effect } from "effect"
import type { AssistanceRows } from "@counterfoil/core"
import type { Ask } from "@counterfoil/domain"
import { PgClient } from "@effect/sql-pg"
import { storableJson, storableText, touched } from "../rows.ts"

/** What is asked beyond what the contract knows. */
const detailsOf = (ask: Ask) => {
  if (ask.type === "otp") return ask.via === undefined ? null : storableJson({ via: ask.via })
  const { type: _, ...details } = ask
  return storableJson(details)
}

export const assistanceRows = Effect.map(PgClient.PgClient, (sql): AssistanceRows => {
  const jsonOrNull = (value: ReturnType<typeof detailsOf>) => (value === null ? null : sql.json(value))
  return {
    openAssistance: (request) =>
      touched(sql`insert into assistance_requests (id, account_id, session_id, type, descriptor, details, prompt, requested_at, expires_at)
          values (${request.id}, ${request.accountId}, ${request.sessionId}, ${request.ask.type},
            ${request.ask.type === "otp" ? sql.json(request.ask.descriptor) : null}, ${jsonOrNull(detailsOf(request.ask))},
            ${storableText(request.prompt)}, ${DateTime.toDateUtc(request.requestedAt)}, ${DateTime.toDateUtc(request.expiresAt)})
          on conflict (id) do nothing returning id`),
    setAssistanceAttempts: (id, attempts) =>
      touched(sql`update assistance_requests set attempts = ${attempts}
          where id = ${id} and attempts < ${attempts} returning id`),
    endAssistance: (id, status, { answered, outcome }) =>
      touched(sql`update assistance_requests set status = ${status}, ended_at = now(), outcome = ${outcome},
            answered_by = ${answered?.by ?? null}, answered_at = ${answered === null ? null : DateTime.toDateUtc(answered.at)}
          where id = ${id} and status = 'pending' returning id`)
  }
})
