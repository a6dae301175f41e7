/** What a bank may be like on the day of a read: the demo bank's switches, set before the login or between it and the list. */
import type { Reading } from "../../apps/counterfoil/test/script/brandRuns.ts"
import type { Schema } from "effect"

export interface Circumstance {
  readonly name: string
  /** (Default: the bank asks for a second factor) */
  readonly asksCode?: false
  /** Switches that hold from the start. */
  readonly before?: Readonly<Record<string, Schema.Json>>
  readonly reading?: Partial<Pick<Reading, "midway" | "password" | "wrongCodes">>
}

export const circumstances: ReadonlyArray<Circumstance> = [
  { name: "an ordinary day" },
  { name: "rows missing", asksCode: false, before: { truncateRows: 2 } },
  { name: "a balance that doesn't add up", asksCode: false, before: { breakBalance: true } },
  { name: "a wrong password", asksCode: false, reading: { password: "not-the-password" } },
  { name: "no second factor", asksCode: false },
  { name: "a movement arrives while paging", asksCode: false, before: { shiftWhilePaging: 1 } },
  { name: "the list never stands still", asksCode: false, before: { shiftWhilePaging: 99 } },
  { name: "slow pages", asksCode: false, before: { slowMs: 150 } },
  { name: "a code mistyped once", reading: { wrongCodes: 1 } },
  { name: "two wrong codes", reading: { wrongCodes: 2 } },
  { name: "a new password is wanted", asksCode: false, before: { actionRequired: true } },
  { name: "logged in elsewhere", asksCode: false, before: { loggedInElsewhere: true } },
  { name: "taken for a robot", asksCode: false, before: { suspectsRobots: true } },
  { name: "the session ends while reading", asksCode: false, before: { expireAfterPages: 2 } },
  { name: "out of order after the login", asksCode: false, reading: { midway: { unavailable: true } } },
  { name: "maintenance after the login", asksCode: false, reading: { midway: { maintenance: true } } }
]
