/** Deliberate breaks of what holds when the database, the clock or people do something unexpected. */
import { type Break, core, store } from "./Break.ts"

export const surroundingBreaks: Readonly<Record<string, Break>> = {
  "silence-endured": {
    about: "a connection that says nothing is waited for without an end",
    patches: [
      {
        file: "packages/store/src/connections/DatabaseSockets.ts",
        from: "if (one.silentLooks >= most) {",
        to: "if (one.silentLooks < 0) {"
      },
      {
        file: "packages/store/src/connections/ownConnection.ts",
        from: "setTimeout(() => cut(within), Duration.toMillis(within))",
        to: "setTimeout(() => cut, Duration.toMillis(within))"
      }
    ],
    sql: [],
    faults: ["forgotten"],
    cast: ["passes"],
    shows: /not ready \d+ s after forgotten|was not read for/
  },
  "slow-is-away": {
    about: "a database that answers after half a second counts as one that doesn't answer",
    patches: [
      {
        file: "packages/store/src/DatabasePulse.ts",
        from: "const patience = Duration.seconds(2)",
        to: "const patience = Duration.millis(300)"
      }
    ],
    sql: [],
    faults: ["slow"],
    cast: ["passes"],
    shows: /not ready \d+ times of \d+ while the database was slow/
  },
  "no-connection-is-a-bug": {
    about: "that the database has no connection to give counts as a bug",
    patches: [store("faults.ts", '"53300", ', ""), store("faults.ts", '    case "ConnectionError":\n', "")],
    sql: [],
    faults: ["exhausted"],
    cast: ["passes"],
    shows: /GET \/accounts: 500/
  },
  "promoted-in-name": {
    about: "a promotion is answered, but the version that was active goes on",
    patches: [
      core(
        "catalogue/promoteVersion.ts",
        "      yield* repository.promote(script.bankId, script.id, from)\n",
        '      if (script.version === "1.0.0") yield* repository.promote(script.bankId, script.id, from)\n'
      )
    ],
    sql: [],
    faults: ["promote@intake.committed"],
    cast: ["passes"],
    shows: /was read with version 1\.0\.0, not with 1\.1\.0/
  },
  "restarted-in-name": {
    about: "a restart is answered, but allows no further login",
    patches: [store("accounts/DueAccountsSql.ts", "max(login_grant) over () + 1 as", "max(login_grant) over () as")],
    sql: [],
    faults: ["restart@login.answered"],
    cast: ["passes"],
    shows: /was restarted 1 times, 0 of them counted/
  },
  "paused-in-name": {
    about: "a pause is answered, but the account is read on",
    patches: [store("accounts/DueAccountsSql.ts", "set status = ${status} where", "set status = 'active' where")],
    sql: [],
    faults: ["pause@intake.committed"],
    cast: ["passes"],
    shows: /passes was paused, but there was a/
  },
  "password-in-name": {
    about: "a new password is answered, but the old one is kept",
    patches: [
      store(
        "accounts/settingsRows.ts",
        "sql.update(values)",
        "sql.update(Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'bank_password')))"
      )
    ],
    sql: [],
    faults: ["password@intake.committed"],
    cast: ["passes"],
    shows: /a password that was replaced was sent again|passes was not read for/
  },
  "deleted-in-name": {
    about: "a deletion is answered, but the account is read on",
    patches: [
      store("accounts/accountRows.ts", "set deleted_at = ${DateTime.toDateUtc(at)}, next_run_at", "set next_run_at"),
      store(
        "accounts/accountRows.ts",
        "delete from account_settings where",
        "delete from account_settings where false and"
      )
    ],
    sql: [],
    faults: ["delete@read.page"],
    cast: ["passes"],
    shows: /was deleted, but there was a/
  },
  "clock-of-the-server": {
    about: "what is due goes by the server's clock, not by the database's",
    patches: [
      core("actor/facts.ts", "now: agenda.now.epochMilliseconds,", "now: Date.now(),"),
      core("actor/AccountActor.ts", "const now = agenda.now.epochMilliseconds\n", "const now = Date.now()\n")
    ],
    sql: [],
    faults: ["clock"],
    cast: ["passes"],
    shows: /passes was not read for .* \(clock\)/
  }
}
