import { Accounts, AccountRepository, DueAccounts, Transactor, UserRepository, uuid } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Latch } from "effect"
import { SqlClient } from "effect/sql"
import { AccountsLayer, credentials, newAccount, settings } from "../enrolment.ts"
import { seedAccount, seedMovement, seedRequest } from "../seed.ts"
import { untilDoneOrWaiting } from "../waiting.ts"

const rowOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ wakes: bigint; due: boolean; seconds: number | null }>`
    select wakes, coalesce(due_at <= clock_timestamp(), false) as due,
      extract(epoch from due_at - clock_timestamp())::float8 as seconds
    from account_due where account_id = ${accountId}`
  return row ?? { wakes: -1n, due: false, seconds: null }
})

const ids = (accounts: ReadonlyArray<{ readonly accountId: string }>) => accounts.map(({ accountId }) => accountId)

/** Taken over, and at rest for an hour. */
const resting = Effect.fnUntraced(function* () {
  const accounts = yield* AccountRepository
  const made = yield* newAccount("passthrough")
  const { id } = made.account
  const epoch = (yield* accounts.activateActor(id))?.epoch ?? 0n
  const rest = Effect.gen(function* () {
    const agenda = yield* accounts.agenda(id, 60_000)
    const seen = { epoch, wakes: agenda?.wakes ?? -1n }
    return yield* accounts.restActor(id, seen, { afterMs: 3_600_000, because: "schedule" })
  })
  assert.isTrue((yield* rest).rests)
  return { ...made, epoch, id, rest }
})

layer(AccountsLayer)("an account at rest", (it) => {
  it.effect("is woken by whatever a person changes, in the commit of the change", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const due = yield* DueAccounts
      const users = yield* UserRepository
      const { id, rest, user } = yield* resting()
      const changes: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
        settings: accounts.saveSettings(user.id, id, settings(credentials)),
        scrape: due.requestScrape(id),
        work: due.add(id, { kind: "poll" }),
        mode: users.setOperationMode(user.id, "reconcile"),
        deletion: accounts.remove(user.id, id, "Main")
      }
      for (const [name, change] of Object.entries(changes)) {
        const before = yield* rowOf(id)
        assert.isFalse(before.due, name)
        yield* change
        const after = yield* rowOf(id)
        assert.isTrue(after.due, name)
        assert.isTrue(after.wakes > before.wakes, name)
        assert.include(ids((yield* due.due(1_000)).accounts), id)
        if (name !== "deletion") assert.isTrue((yield* rest).rests, name)
      }
    })
  )

  it.effect("is left alone by a mode that stays as it is", () =>
    Effect.gen(function* () {
      const users = yield* UserRepository
      const { id, user } = yield* resting()
      const before = yield* rowOf(id)
      yield* users.setOperationMode(user.id, "passthrough")
      assert.strictEqual((yield* rowOf(id)).wakes, before.wakes)
    })
  )

  it.effect("doesn't rest if something changed since its actor looked, or if that actor was replaced", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const due = yield* DueAccounts
      const { epoch, id } = yield* resting()
      const until = { afterMs: null, because: "impediment" } as const
      const { wakes } = yield* rowOf(id)

      yield* due.wake([id])
      assert.isFalse((yield* accounts.restActor(id, { epoch, wakes }, until)).rests)
      const next = (yield* accounts.activateActor(id))?.epoch ?? 0n
      assert.isFalse((yield* accounts.restActor(id, { epoch, wakes: wakes + 1n }, until)).rests)
      assert.isTrue((yield* rowOf(id)).due)
      assert.isTrue((yield* accounts.restActor(id, { epoch: next, wakes: wakes + 1n }, until)).rests)
      assert.isNull((yield* rowOf(id)).seconds)
    })
  )

  it.effect("is put off by a clock that was ahead for no longer than was meant", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const due = yield* DueAccounts
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* resting()
      yield* accounts.schedule(id, { delayMs: 600_000, failureKind: null, failureCount: 0 })
      // Written while the clock was an hour ahead.
      yield* sql`update accounts set next_run_at = next_run_at + interval '1 hour',
        scheduled_at = scheduled_at + interval '1 hour' where id = ${id}`
      yield* sql`update account_due set due_at = due_at + interval '1 hour', rested_at = rested_at + interval '1 hour'
        where account_id = ${id}`

      assert.isAtLeast(yield* due.afterClockWentBack, 1)

      const agenda = yield* accounts.agenda(id, 60_000)
      const wait = (agenda?.nextRunAt?.epochMilliseconds ?? 0) - (agenda?.now.epochMilliseconds ?? 0)
      assert.isTrue((yield* rowOf(id)).due)
      assert.isAtMost(wait, 600_000)
      assert.isAtLeast(wait, 500_000)
    })
  )
})

layer(AccountsLayer)("a clock that was ahead and is set back", (it) => {
  it.effect("keeps what waits for a person's choice, or after lost cycles, for no longer than was meant", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const due = yield* DueAccounts
      const sql = yield* SqlClient.SqlClient
      const { id, user } = yield* resting()
      const request = yield* seedRequest({ id, userId: user.id }, { status: "pending" })
      yield* due.lookLater(id, request.id)
      yield* accounts.holdBack(id, 3_600_000)
      // Written while the clock was five hours ahead.
      yield* sql`update accounts set held_back_until = held_back_until + interval '5 hours' where id = ${id}`
      yield* sql`update account_work set not_before = not_before + interval '5 hours' where account_id = ${id}`
      yield* sql`update conciliation_requests set separated_at = now() + interval '5 hours' where id = ${request.id}`

      yield* due.afterClockWentBack

      const [waits] = yield* sql`select
        (select held_back_until <= clock_timestamp() + interval '1 hour' and held_back_until > clock_timestamp() + interval '50 minutes'
          from accounts where id = ${id}) as "heldBack",
        (select not_before <= clock_timestamp() + interval '15 minutes' from account_work where account_id = ${id}) as look,
        (select separated_at <= clock_timestamp() from conciliation_requests where id = ${request.id}) as separated`
      assert.deepStrictEqual(waits, { heldBack: true, look: true, separated: true })
    })
  )
})

layer(AccountsLayer)("work that waits for an account", (it) => {
  it.effect("waits once however often it is asked for, and again once it was begun", () =>
    Effect.gen(function* () {
      const due = yield* DueAccounts
      const { id } = yield* resting()
      const scrapeId = yield* uuid
      const requestId = yield* uuid
      const ask = Effect.forEach(
        [
          { kind: "poll" },
          { kind: "run", requestId },
          { kind: "match", scrapeId, complete: false, counts: true }
        ] as const,
        (work) => due.add(id, work),
        { discard: true }
      )
      yield* ask
      yield* ask
      const begun = yield* due.work(id)
      assert.strictEqual(begun.length, 3)

      yield* ask
      yield* due.done(begun.map((work) => work.id))

      assert.deepStrictEqual(
        (yield* due.work(id)).map(({ kind }) => kind),
        ["poll", "run", "match"]
      )
    })
  )

  it.effect("is queued again if another scrape arrives while the first one's movements are matched", () =>
    Effect.gen(function* () {
      const due = yield* DueAccounts
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* resting()
      const scrapeId = yield* uuid
      const bring = seedMovement(id, { toMatchFrom: scrapeId })
      yield* bring
      const begun = yield* due.work(id)
      yield* bring
      yield* due.done(begun.map((work) => work.id))

      const rows = yield* sql`select 1 from movements where last_scrape_id = ${scrapeId}`
      assert.strictEqual(rows.length, 2)
      assert.deepStrictEqual(
        (yield* due.work(id)).map(({ kind }) => kind),
        ["match"]
      )
    })
  )
})

layer(AccountsLayer)("more accounts that are due than can be looked at", (it) => {
  it.effect("are looked at in turns of their users, so that one user's many keep no other's waiting", () =>
    Effect.gen(function* () {
      const due = yield* DueAccounts
      const sql = yield* SqlClient.SqlClient
      const { bankId, id: first, userId: greedy } = yield* seedAccount()
      const many = yield* Effect.forEach(Array.from({ length: 20 }), () => seedAccount(greedy, bankId))
      const modest = [(yield* seedAccount()).id, (yield* seedAccount()).id]
      for (const [since, accounts] of [
        ["1 hour", [first, ...many.map(({ id }) => id)]],
        ["1 second", modest]
      ] as const) {
        yield* sql`insert into account_due (account_id, due_at)
          select id, clock_timestamp() - ${since}::interval from unnest(${accounts}::uuid[]) id`
      }

      const looked = ids((yield* due.due(5)).accounts)

      assert.strictEqual(looked.length, 5)
      assert.includeMembers(looked, modest)
    })
  )
})

layer(AccountsLayer, { excludeTestServices: true })("a job that is given back", (it) => {
  const jobsOf = (accountId: string) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`select id, status, reason from scrape_jobs where account_id = ${accountId} order by requested_at`
    )

  it.effect("leaves the turn to one that is asked for at the same moment", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const due = yield* DueAccounts
      const { transact } = yield* Transactor
      const { id } = yield* seedAccount()
      const interrupted = yield* due.requestScrape(id)
      yield* due.takeJob(id)
      const asked = yield* Latch.make()
      const givenBack = yield* Effect.forkChild(
        Effect.andThen(asked.await, transact(due.requeueJobs(id, [interrupted.id])))
      )

      const job = yield* sql.withTransaction(
        Effect.gen(function* () {
          const job = yield* due.requestScrape(id)
          yield* asked.open
          yield* untilDoneOrWaiting(givenBack)
          return job
        })
      )
      yield* Fiber.join(givenBack)

      assert.deepStrictEqual(yield* jobsOf(id), [
        { id: interrupted.id, status: "failed", reason: "interrupted; a newer job waits" },
        { id: job.id, status: "queued", reason: null }
      ])
    })
  )
})
