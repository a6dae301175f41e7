import { AccountRepository, DueAccounts, SessionRepository, Transactor, uuid } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Fiber, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccount, seedScript } from "../seed.ts"
import { untilDoneOrWaiting } from "../waiting.ts"

const jobsOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select id, status, reason from scrape_jobs where account_id = ${accountId}`
  return new Map(rows.map((row) => [String(Object(row).id), [Object(row).status, Object(row).reason]]))
})

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer))("an account that is taken over", (it) => {
  it.effect("has the latest job of its dead actor queued again, and older ones failed", () =>
    Effect.gen(function* () {
      const jobs = yield* DueAccounts
      const accounts = yield* AccountRepository
      const { id: accountId } = yield* seedAccount()
      const older = yield* jobs.requestScrape(accountId)
      yield* jobs.takeJob(accountId)
      const latest = yield* jobs.requestScrape(accountId)
      yield* jobs.takeJob(accountId)

      const activation = yield* accounts.activateActor(accountId)

      assert.deepStrictEqual(activation?.left, { sessionId: null, assistanceId: null, lostCycles: 0 })
      const after = yield* jobsOf(accountId)
      assert.deepStrictEqual(after.get(latest.id), ["queued", null])
      assert.deepStrictEqual(after.get(older.id), ["failed", "interrupted"])
    })
  )

  it.effect("keeps the job that waits, and fails the one that its dead actor was doing", () =>
    Effect.gen(function* () {
      const jobs = yield* DueAccounts
      const { id: accountId } = yield* seedAccount()
      const running = yield* jobs.requestScrape(accountId)
      yield* jobs.takeJob(accountId)
      const waiting = yield* jobs.requestScrape(accountId)

      yield* (yield* AccountRepository).activateActor(accountId)

      const after = yield* jobsOf(accountId)
      assert.deepStrictEqual(after.get(waiting.id), ["queued", null])
      assert.deepStrictEqual(after.get(running.id), ["failed", "interrupted; a newer job waits"])
    })
  )

  it.effect(
    "is no more its actor's whose activation the database has lost, as a standby that took its place may have",
    () =>
      Effect.gen(function* () {
        const accounts = yield* AccountRepository
        const sql = yield* SqlClient.SqlClient
        const { id: accountId } = yield* seedAccount()
        const before = (yield* accounts.activateActor(accountId))?.epoch ?? 0n
        const lost = (yield* accounts.activateActor(accountId))?.epoch ?? 0n
        yield* sql`update accounts set epoch = ${before} where id = ${accountId}`

        const next = (yield* accounts.activateActor(accountId))?.epoch ?? 0n
        assert.isTrue(next > lost)
        assert.strictEqual((yield* Effect.flip(accounts.fence(accountId, lost)))._tag, "StaleActor")
        yield* accounts.fence(accountId, next)
      })
  )

  it.effect("says how many cycles in a row ended with their actor, and forgets them when one ends otherwise", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const { id: accountId } = yield* seedAccount()
      const lost = Effect.map(accounts.activateActor(accountId), (activation) => activation?.left.lostCycles)

      yield* lost
      yield* accounts.beginCycle(accountId)
      assert.strictEqual(yield* lost, 1)
      assert.strictEqual(yield* lost, 0)
      yield* accounts.beginCycle(accountId)
      assert.strictEqual(yield* lost, 2)
      yield* accounts.holdBack(accountId, 60_000)
      const held = yield* accounts.agenda(accountId, 1_000)
      assert.strictEqual(held?.lostCycles, 2)
      assert.isNotNull(held?.heldBackUntil)

      yield* accounts.beginCycle(accountId)
      yield* accounts.endCycle(accountId)
      assert.strictEqual(yield* lost, 0)
      const freed = yield* accounts.agenda(accountId, 1_000)
      assert.deepInclude(freed, { lostCycles: 0, heldBackUntil: null })
    })
  )

  it.effect("is not there when it is deleted", () =>
    Effect.gen(function* () {
      assert.isNull(yield* (yield* AccountRepository).activateActor(yield* uuid))
    })
  )
})

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer), { excludeTestServices: true })(
  "an account that is taken over while somebody asks for a read",
  (it) => {
    it.effect("leaves the turn to that one, and is taken over at once", () =>
      Effect.gen(function* () {
        const [accounts, jobs, sql] = [yield* AccountRepository, yield* DueAccounts, yield* SqlClient.SqlClient]
        const { transact } = yield* Transactor
        const { id: accountId } = yield* seedAccount()
        const interrupted = yield* jobs.requestScrape(accountId)
        yield* jobs.takeJob(accountId)
        const asked = yield* Latch.make()
        const takenOver = yield* Effect.forkChild(
          Effect.andThen(asked.await, transact(accounts.activateActor(accountId)))
        )

        const waiting = yield* sql.withTransaction(
          Effect.gen(function* () {
            const job = yield* jobs.requestScrape(accountId)
            yield* asked.open
            yield* untilDoneOrWaiting(takenOver)
            return job
          })
        )

        assert.isNotNull(yield* Fiber.join(takenOver))
        const after = yield* jobsOf(accountId)
        assert.deepStrictEqual(after.get(waiting.id), ["queued", null])
        assert.deepStrictEqual(after.get(interrupted.id), ["failed", "interrupted; a newer job waits"])
      })
    )
  }
)

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer))("an account's rows", (it) => {
  it.effect("tell what its login asks besides a code, as long as nobody has answered", () =>
    Effect.gen(function* () {
      const [accounts, due, sessions] = [yield* AccountRepository, yield* DueAccounts, yield* SessionRepository]
      const account = yield* seedAccount()
      const statuses = Effect.gen(function* () {
        const [overview] = yield* accounts.overviews(account.userId, 1_000)
        return [overview?.actor, yield* due.status(account.id)]
      })
      const expiresAt = DateTime.makeUnsafe("2026-11-20T10:05:00.250Z")
      const asked = {
        accountId: account.id,
        sessionId: yield* uuid,
        prompt: "Approve the login",
        requestedAt: DateTime.makeUnsafe("2026-11-20T10:00:00Z"),
        expiresAt
      }
      const shown = { prompt: asked.prompt, number: null, question: null, choices: null, length: null, attempts: 0 }
      const [approval, question] = [yield* uuid, yield* uuid]

      yield* sessions.openAssistance({
        ...asked,
        id: approval,
        ask: { type: "approval", message: "Choose 42", number: "42" }
      })

      const openAssistance = { ...shown, id: approval, type: "approval" as const, number: "42", expires_at: expiresAt }
      const status = { sessionRunning: false, pendingAssistance: null, openAssistance, state: "awaiting-otp" }
      assert.deepEqual(yield* statuses, [status, status])

      yield* sessions.endAssistance(approval, "fulfilled", { outcome: "accepted", answered: null })
      const choices = ["red", "green"]
      yield* sessions.openAssistance({ ...asked, id: question, ask: { type: "question", question: "Which?", choices } })

      const asks = {
        ...shown,
        id: question,
        type: "question" as const,
        question: "Which?",
        choices,
        expires_at: expiresAt
      }
      assert.deepEqual(
        (yield* statuses).map((one) => one?.openAssistance),
        [asks, asks]
      )
    })
  )
})

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer))("a scrape that is asked for as another one ends", (it) => {
  it.effect("shares its answer only if it was asked for before the session's end was told", () =>
    Effect.gen(function* () {
      const [jobs, sql] = [yield* DueAccounts, yield* SqlClient.SqlClient]
      const account = yield* seedAccount()
      const session = yield* uuid
      yield* sql`insert into bank_sessions (id, account_id, epoch, script_id, session_type, started_at, ended_at)
        values (${session}, ${account.id}, 1, ${yield* seedScript(account.id)}, 'one-shot', now() - interval '1 minute', now())`

      const after = yield* jobs.requestScrape(account.id)
      assert.isNull(yield* jobs.takeJob(account.id, session))
      yield* sql`update scrape_jobs set requested_at = requested_at - interval '1 minute' where id = ${after.id}`
      assert.deepStrictEqual(yield* jobs.takeJob(account.id, session), { id: after.id })
    })
  )
})

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer))("a limit on questions a day", (it) => {
  it.effect("doesn't count those that a clock has dated ahead", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* seedAccount()
      yield* sql`insert into account_settings (id, account_id, webhook_url, login_mode, created_at, updated_at)
        values (${yield* uuid}, ${id}, 'https://shop.test/', 'assisted', now(), now())`
      yield* sql`insert into ask_rules (account_id, most_per_day) values (${id}, 1)`
      const asked = (at: string) =>
        Effect.flatMap(uuid, (request) =>
          sql.unsafe(`insert into assistance_requests (id, account_id, session_id, descriptor, status, requested_at, expires_at)
            values ('${request}', '${id}', '${request}', '{}', 'fulfilled', ${at}, now())`)
        )
      const until = Effect.flatMap(AccountRepository, ({ agenda }) =>
        Effect.map(agenda(id, 1_000), (found) => found?.askedEnoughUntil ?? null)
      )

      yield* asked("now() + interval '1 day'")
      assert.isNull(yield* until)
      yield* asked("now()")
      assert.isNotNull(yield* until)
    })
  )
})
