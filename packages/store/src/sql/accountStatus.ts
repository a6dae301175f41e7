/** What an account does, as its rows have it. */
import { type AccountStatus, Assistance } from "@counterfoil/core"
import { Schema } from "effect"

export const StatusRow = Schema.Struct({
  sessionRunning: Schema.Boolean,
  blocked: Schema.Boolean,
  status: Schema.Literals(["active", "paused"]),
  assistance: Schema.NullOr(Assistance)
})

/** The open question for a code of an account `a`, as JSON; null: there is none. */
export const pendingAssistance = `(select jsonb_strip_nulls(jsonb_build_object('id', r.id, 'type', 'otp',
    'descriptor', r.descriptor, 'prompt', r.prompt, 'attempts', r.attempts,
    'expires_at', to_char(r.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from assistance_requests r where r.account_id = a.id and r.status = 'pending' and r.type = 'otp')`

const stateOf = (row: typeof StatusRow.Type): string => {
  if (row.assistance !== null) return "awaiting-otp"
  if (row.sessionRunning) return "monitoring"
  if (row.blocked) return "blocked"
  return row.status === "paused" ? "paused" : "idle"
}

export const statusOf = (row: typeof StatusRow.Type): AccountStatus => ({
  sessionRunning: row.sessionRunning,
  pendingAssistance: row.assistance,
  state: stateOf(row)
})
