/** What an account does, as its rows have it. */
import { type AccountStatus, Assistance, FurtherAssistance } from "@counterfoil/core"
import { Schema } from "effect"

export const StatusRow = Schema.Struct({
  sessionRunning: Schema.Boolean,
  blocked: Schema.Boolean,
  status: Schema.Literals(["active", "paused"]),
  assistance: Schema.NullOr(Assistance),
  further: Schema.NullOr(FurtherAssistance)
})

const expiry = `to_char(r.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const openOf = "assistance_requests r where r.account_id = a.id and r.status = 'pending' and r.type"

/** Of an account `a` as JSON: its open question for a code, and what else it asks; null: nothing. */
export const pendingAssistance = `(select jsonb_strip_nulls(jsonb_build_object('id', r.id, 'type', 'otp',
    'descriptor', r.descriptor, 'prompt', r.prompt, 'attempts', r.attempts,
    'expires_at', ${expiry})) from ${openOf} = 'otp') as assistance,
  (select jsonb_build_object('id', r.id, 'type', r.type, 'prompt', r.prompt, 'number', r.details -> 'number',
    'question', r.details -> 'question', 'choices', r.details -> 'choices', 'length', r.details -> 'length',
    'attempts', r.attempts, 'expires_at', ${expiry}) from ${openOf} <> 'otp') as further`

const stateOf = (row: typeof StatusRow.Type): string => {
  if (row.assistance !== null || row.further !== null) return "awaiting-otp"
  if (row.sessionRunning) return "monitoring"
  if (row.blocked) return "blocked"
  return row.status === "paused" ? "paused" : "idle"
}

export const statusOf = (row: typeof StatusRow.Type): AccountStatus => ({
  sessionRunning: row.sessionRunning,
  pendingAssistance: row.assistance,
  openAssistance: row.further,
  state: stateOf(row)
})
