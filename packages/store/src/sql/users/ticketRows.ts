import { Duration, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { TicketRows } from "@counterfoil/core"
import { rowAs, run } from "../rows.ts"

const taken = rowAs(
  Schema.Struct({
    userId: Schema.String,
    sessionVersion: Schema.Int,
    allTypes: Schema.Boolean,
    fresh: Schema.Boolean
  })
)

export const ticketRows = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    ({
      // Waits for a deletion of the owner that is under way: nothing of them is there after it, not even a ticket for nothing.
      insertTicket: (ticketHash, owner, ttl) =>
        run(sql`with expired as (delete from realtime_tickets where expires_at < now())
          insert into realtime_tickets (ticket_hash, user_id, session_version, all_types, expires_at)
          select ${ticketHash}, u.id, u.session_version, ${owner.allTypes}, now() + ${Duration.toSeconds(ttl)}::float8 * interval '1 second'
          from users u where u.id = ${owner.id} and u.session_version = ${owner.sessionVersion} and u.deleted_at is null for share`),
      takeTicket: (ticketHash) =>
        taken(sql`with ticket as (delete from realtime_tickets where ticket_hash = ${ticketHash}
            returning user_id, session_version, all_types, expires_at)
          select u.id as "userId", t.session_version as "sessionVersion", t.all_types as "allTypes", t.expires_at > now() and t.session_version = u.session_version as fresh
          from ticket t join users u on u.id = t.user_id`).pipe(
          Effect.map((row) => {
            if (row?.fresh !== true) return null
            const { allTypes, sessionVersion, userId } = row
            return { allTypes, sessionVersion, userId }
          })
        )
    }) satisfies TicketRows
)
