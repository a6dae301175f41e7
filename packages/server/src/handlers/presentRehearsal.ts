import type { RehearsedChange, RehearsalResult } from "@counterfoil/core"

/** Enough to look through; whoever wants more rehearses an account or a time by itself. */
const mostChanges = 200

export const presentRehearsal = ({ changes, counts, ...rehearsal }: RehearsalResult) => ({
  preset: rehearsal.preset,
  preset_in_force: rehearsal.presetInForce,
  ruleset: rehearsal.ruleset,
  orders: counts.orders,
  movements: rehearsal.movements,
  matched_now: counts.matchedNow,
  matched_rehearsed: counts.matchedRehearsed,
  same: counts.same,
  different: counts.different,
  lost: counts.lost,
  gained: counts.gained,
  ambiguous_now: counts.ambiguousNow,
  ambiguous_rehearsed: counts.ambiguousRehearsed,
  against_person: counts.againstPerson,
  changes: changes.slice(0, mostChanges).map(presentChange),
  changes_left_off: Math.max(0, changes.length - mostChanges)
})

const presentChange = (change: RehearsedChange) => ({
  request_id: change.requestId,
  account_id: change.accountId,
  external_id: change.externalId,
  change: change.change,
  against_person: change.againstPerson,
  before: {
    status: change.before.status,
    movement_id: change.before.movementId,
    result: change.before.result,
    reason: change.before.reason
  },
  after: {
    movement_id: change.after.movementId,
    result: change.after.result,
    reason: change.after.reason
  }
})
