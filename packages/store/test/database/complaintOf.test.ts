import { expect, it } from "vitest"
import { complaintOf } from "../../src/postgres/cluster.ts"

/** As initdb says it on a full disk. */
const full = `running bootstrap script ... 2026-11-23 12:13:11.379 UTC [29313] FATAL:  could not extend file "base/1/2691": No space left on device
2026-11-23 12:13:11.379 UTC [29313] HINT:  Check free disk space.
Aborted
initdb: removing data directory "/data/postgres"
`

it("what Postgres complains of is told, not that it tidies up", () => {
  expect(complaintOf(full)).toBe('could not extend file "base/1/2691": No space left on device')
  expect(complaintOf("initdb: error: invalid locale settings; check LANG\n")).toBe(
    "invalid locale settings; check LANG"
  )
  expect(complaintOf("initdb: could not look up effective user ID 12345: user does not exist\n")).toBe(
    "could not look up effective user ID 12345: user does not exist; run as a user that the machine knows (/etc/passwd), or set DATABASE_URL"
  )
  expect(complaintOf("it was ended by SIGKILL")).toBe("it was ended by SIGKILL")
})
