/**
 * Deliberate breaks: each takes one promise of the service away, and the fault run must say so. They are patches of the
 * source as the server under test loads it (`breakHook.ts`), so nothing of them is in the product. docs/chaos.md lists them.
 */
import { type Break, core, type Patch, store } from "./Break.ts"
import { surroundingBreaks } from "./surroundingBreaks.ts"

export const breaks: Readonly<Record<string, Break>> = {
  "spent-credentials": {
    about: "credentials whose attempt has no known outcome are sent again",
    patches: [store("sessions/sessionRows.ts", "if (begun) return Result", "if (begun || !begun) return Result")],
    sql: [],
    faults: ["login.password-submitted@refused"],
    cast: ["refused"],
    shows: /a refused password was sent 2 times|logins at the bank, \d+ written down/
  },
  "attempt-not-written": {
    about: "a login is tried without having been written down",
    patches: [
      core(
        "sessions/logIn.ts",
        '  yield* failpoint("login.attempt-written")\n',
        '  yield* failpoint("login.attempt-written")\n  yield* repository.finishLogin(attemptId, "interrupted")\n'
      )
    ],
    sql: [],
    faults: ["login.password-submitted@refused"],
    cast: ["refused"],
    shows: /a refused password was sent/
  },
  "match-without-outbox": {
    about: "a match and its outbox row are not one commit",
    patches: [
      core(
        "conciliation/pass/conciliatorLayer.ts",
        "const result = yield* transactor.transact(",
        "const result = yield* Effect.suspend(() =>"
      )
    ],
    sql: [],
    faults: ["match.written"],
    cast: ["stays"],
    shows: /messages about order \S+: 1 expected, 0 found/
  },
  "match-twice": {
    about: "nothing stands in the way of a second match of an order with its payment, and there is one",
    patches: [],
    sql: [
      "drop index matches_one_per_movement",
      "drop index matches_one_per_request",
      `create function match_again() returns trigger language plpgsql as $$ begin
        if pg_trigger_depth() = 1 then
          insert into matches (id, request_id, movement_id, active, created_at)
          values (gen_random_uuid(), new.request_id, new.movement_id, true, now());
        end if;
        return null;
      end $$`,
      "create trigger match_again after insert on matches for each row execute function match_again()"
    ],
    faults: ["match.committed"],
    cast: ["stays"],
    shows: /has \d+ active matches/
  },
  "delivered-before-sent": {
    about: "a message counts as delivered before it is sent",
    patches: [
      core(
        "delivery/deliver.ts",
        '    yield* failpoint("delivery.begun")\n',
        '    const end = { outcome: "delivered", httpStatus: 200, response: "", fault: null }\n' +
          '    yield* settle(attempt, { kind: "delivered", end })\n    yield* failpoint("delivery.begun")\n'
      )
    ],
    sql: [],
    faults: ["delivery.begun"],
    cast: ["passes"],
    shows: /never arrived/
  },
  "other-bytes": {
    about: "the body differs between attempts",
    patches: [
      core(
        "delivery/deliver.ts",
        "      const body = yield* Effect.orDie(openBody(vault, delivery))\n",
        "      const opened = yield* Effect.orDie(openBody(vault, delivery))\n" +
          "      const attempted = new TextEncoder().encode(` `.repeat(delivery.attempt - 1))\n" +
          "      const body = Uint8Array.from([...opened, ...attempted])\n"
      )
    ],
    sql: [],
    faults: ["delivery.answered"],
    cast: ["passes"],
    shows: /arrived \d+ times with another body/
  },
  "second-session": {
    about: "a session that is open at the bank is never resumed, nor its browser state used",
    patches: [
      core("sessions/tryResume.ts", 'if (!run.has("resume")) return false', "if (run.script !== null) return false"),
      // Else the bank knows the browser again and closes its old session at the new login.
      core("sessions/BankSession.ts", "    stored === null ||", "    stored === null || stored !== null ||")
    ],
    sql: [],
    faults: ["match.committed"],
    cast: ["stays"],
    shows: /had two sessions at the bank/
  },
  "row-lost": {
    about: "a row of each read is dropped",
    patches: [
      core("movements/movementIntakeLayer.ts", "bookedDate >= input.since)\n", "bookedDate >= input.since).slice(1)\n")
    ],
    sql: [],
    faults: ["random"],
    cast: ["passes"],
    shows: /movements of \w+ over \S+: \d expected, \d found/
  },
  "twins-merged": {
    about: "two equal payments of one day count as one",
    patches: [
      {
        file: "packages/domain/src/movements/identity.ts",
        from: "textOf(parts.balanceMinor)",
        to: "textOf(undefined)"
      },
      core(
        "movements/movementIntakeLayer.ts",
        "bookedDate >= input.since)\n",
        "bookedDate >= input.since).filter((row, nth, all) => all.findIndex(({ key }) => key === row.key) === nth)\n"
      )
    ],
    sql: [],
    faults: ["intake.committed"],
    cast: ["passes"],
    shows: /movements of \w+ over \S+: 2 expected, 1 found/
  },
  "rows-doubled": {
    about: "a movement that is read again is another one",
    patches: [
      {
        file: "packages/domain/src/movements/identity.ts",
        from: '    "movement 1",\n',
        to: '    "movement 1",\n    String(Date.now()),\n    parts.description.length > 0,\n'
      },
      core(
        "movements/ingest.ts",
        "compare({ known, later, rows, coverage, origin, late, reachesBack, shownBack })",
        "compare({ known: [], later, rows, coverage, origin, late, reachesBack, shownBack })"
      )
    ],
    sql: [],
    faults: ["intake.committed"],
    cast: ["passes"],
    shows: /movements of \w+ over \S+: (1 expected, [2-9]|2 expected, [3-9])/
  },
  "job-forgotten": {
    about: "a scrape that was running when its actor died is not done again",
    patches: [
      store(
        "accounts/actorRows.ts",
        "from interrupted i where j.id = i.id)",
        "from interrupted i where j.id = i.id and false)"
      )
    ],
    sql: [],
    faults: ["job.taken"],
    cast: ["passes"],
    shows: /job \S+ is running/
  },
  "lost-session-untold": {
    about: "a session that a crash ended is ended without telling so in the same commit",
    patches: [
      core(
        "actor/takeOver.ts",
        "  const activation = yield* transactor.transact(\n    Effect.tap(accountRows.activateActor",
        "  const activation = yield* Effect.suspend(() =>\n    Effect.tap(accountRows.activateActor"
      )
    ],
    sql: [],
    faults: ["session.started", "actor.lease-written"],
    cast: ["passes"],
    shows: /session\.started of \S+ after session\.started/
  },
  ...surroundingBreaks,
  "password-logged": {
    about: "the password is written into the log",
    patches: [
      core(
        "sessions/BankSession.ts",
        '  yield* page.putSecret("password", context.credentials.password)\n',
        '  yield* page.putSecret("password", context.credentials.password)\n  yield* Effect.log(Redacted.value(context.credentials.password))\n'
      )
    ],
    sql: [],
    faults: ["random"],
    cast: ["passes"],
    shows: /secret \d is in the server's log/
  }
}

/** The source with the patch in it; throws when the patch no longer fits. */
export const patched = (source: string, { file, from, to }: Patch): string => {
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`the break's text is ${parts.length - 1} times in ${file}, not once: ${from}`)
  return parts.join(to)
}
