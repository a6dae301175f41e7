import {
  AccountRepository,
  type CredentialsSpent,
  type LoginRests,
  type LoginSuperseded,
  SessionRepository,
  Transactor,
  uuid
} from "@counterfoil/core"
import { bankPauseUntil } from "@counterfoil/domain"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { loginIdOf, seedAccount, seedBank, seedScript, seedUser } from "../seed.ts"

const attempt = Effect.fnUntraced(function* (accountId: string, version: number, grant: number, restMs = 0) {
  const sessions = yield* SessionRepository
  const sql = yield* SqlClient.SqlClient
  const id = yield* uuid
  yield* Effect.orDie(sql`update accounts set login_grant = ${grant} where id = ${accountId}`)
  yield* Effect.orDie(sql`insert into account_settings (id, account_id, webhook_url, webhook_address, credentials_version, created_at, updated_at)
    values (${yield* uuid}, ${accountId}, ${"https://shop.test/hook"}, ${"https://shop.test/hook"}, ${version}, now(), now())
    on conflict (account_id) do update set credentials_version = excluded.credentials_version`)
  const begun = yield* (yield* Transactor).transact(
    sessions.beginLogin({
      id,
      accountId,
      loginId: yield* loginIdOf(accountId),
      sessionId: yield* uuid,
      credentialsVersion: version,
      loginGrant: grant,
      restMs
    })
  )
  yield* Effect.fromResult(begun)
  return id
})

/** The refusal, which must be one of spent credentials. */
const spentBy = <A, R>(begun: Effect.Effect<A, CredentialsSpent | LoginRests | LoginSuperseded, R>) =>
  Effect.flatMap(Effect.flip(begun), (error) =>
    error._tag === "CredentialsSpent" ? Effect.succeed(error) : Effect.die(error)
  )

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer))("SessionRepository", (it) => {
  it.effect("has no room for a second login with refused credentials, until a restart or new ones", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const { id: accountId } = yield* seedAccount()
      yield* sessions.finishLogin(yield* attempt(accountId, 1, 0), "invalid_credentials")
      const again = yield* spentBy(attempt(accountId, 1, 0))
      yield* attempt(accountId, 1, 1)
      const second = yield* spentBy(attempt(accountId, 1, 1))
      yield* attempt(accountId, 2, 1)

      assert.strictEqual(again.outcome, "invalid_credentials")
      // The restart's one attempt has no answer: it counts as spent.
      assert.strictEqual(second.outcome, "unanswered")
    })
  )

  it.effect("has no room after a login without an answer with credentials that have never logged in", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const { id: accountId } = yield* seedAccount()

      const told = yield* sessions.finishUnanswered(yield* attempt(accountId, 1, 0))

      assert.isFalse(told.again)
      assert.strictEqual((yield* spentBy(attempt(accountId, 1, 0))).outcome, "unanswered")
    })
  )

  it.effect("lets credentials that have logged in rest after a login without an answer, and tries them once more", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const { id: accountId } = yield* seedAccount()
      yield* sessions.finishLogin(yield* attempt(accountId, 1, 0), "authenticated")

      const first = yield* sessions.finishUnanswered(yield* attempt(accountId, 1, 0))
      const rests = yield* Effect.flip(attempt(accountId, 1, 0, 60_000))
      const second = yield* sessions.finishUnanswered(yield* attempt(accountId, 1, 0))
      const spent = yield* spentBy(attempt(accountId, 1, 0))
      const afterRestart = yield* sessions.finishUnanswered(yield* attempt(accountId, 1, 1))

      assert.isTrue(first.again)
      assert.strictEqual(rests._tag, "LoginRests")
      if (rests._tag === "LoginRests") assert.isTrue(rests.restMs > 50_000 && rests.restMs <= 60_000)
      assert.isFalse(second.again)
      assert.strictEqual(spent.outcome, "unanswered")
      assert.isFalse(afterRestart.again, "a restart allows one attempt")
    })
  )

  it.effect("takes a login that its process did not survive for one without an answer", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const { id: accountId } = yield* seedAccount()
      yield* sessions.finishLogin(yield* attempt(accountId, 1, 0), "authenticated")
      yield* attempt(accountId, 1, 0)

      const rests = yield* Effect.flip(attempt(accountId, 1, 0, 60_000))
      yield* attempt(accountId, 1, 0)
      const spent = yield* spentBy(attempt(accountId, 1, 0))

      assert.strictEqual(rests._tag, "LoginRests")
      assert.strictEqual(spent.outcome, "unanswered")
    })
  )

  it.effect("takes such a login of another account for one without an answer, too: nobody is refused for it", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const sql = yield* SqlClient.SqlClient
      const [{ id: first }, { id: mate }] = [yield* seedAccount(), yield* seedAccount()]
      yield* Effect.orDie(sql`update accounts m set login_id = a.login_id, user_id = a.user_id, bank_id = a.bank_id, name = 'mate'
        from accounts a where a.id = ${first} and m.id = ${mate}`)
      yield* sessions.finishLogin(yield* attempt(first, 1, 0), "authenticated")
      yield* attempt(first, 1, 0)

      const says = yield* Effect.flip(attempt(mate, 1, 0, 60_000))

      assert.strictEqual(says._tag, "LoginRests")
    })
  )

  it.effect("counts a login that its process did not survive, also where people restart the account in between", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const lostTwice = Effect.fnUntraced(function* (
        between: (
          accountId: string
        ) => Effect.Effect<unknown, unknown, SessionRepository | SqlClient.SqlClient | Transactor>
      ) {
        const { id: accountId } = yield* seedAccount()
        yield* sessions.finishLogin(yield* attempt(accountId, 1, 0), "authenticated")
        yield* attempt(accountId, 1, 0)
        yield* Effect.ignore(between(accountId))
        yield* attempt(accountId, 1, 1)
        return yield* spentBy(attempt(accountId, 1, 1, 60_000))
      })

      const seenAtOnce = yield* lostTwice((accountId) => attempt(accountId, 1, 0, 60_000))
      const restartedFirst = yield* lostTwice(() => Effect.void)

      assert.strictEqual(seenAtOnce.outcome, "unanswered")
      assert.strictEqual(restartedFirst.outcome, "unanswered")
    })
  )

  it.effect("makes room again once the bank took the credentials or could not be reached", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const { id: accountId } = yield* seedAccount()
      for (const outcome of ["authenticated", "code_asked", "bank_unavailable", "interrupted", "otp_timeout"]) {
        yield* sessions.finishLogin(yield* attempt(accountId, 1, 0), outcome)
      }
      yield* attempt(accountId, 1, 0)
    })
  )

  it.effect(
    "has room for the next session though the end of the one before could not be told, and tells of each once",
    () =>
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const sql = yield* SqlClient.SqlClient
        const account = yield* seedAccount()
        const scriptId = yield* seedScript(account.id)
        const [first, second] = [yield* uuid, yield* uuid]
        const begin = (id: string) =>
          sessions.begin({ id, accountId: account.id, epoch: 1n, scriptId, sessionType: "one-shot" })

        assert.deepStrictEqual(yield* begin(first), { isNew: true, left: [] })
        assert.deepStrictEqual(yield* begin(first), { isNew: false, left: [] })
        assert.deepStrictEqual(yield* begin(second), { isNew: true, left: [first] })
        const open = yield* sql`select id from bank_sessions where account_id = ${account.id} and ended_at is null`
        assert.deepStrictEqual(open, [{ id: second }])
      })
  )

  it.effect("keeps what was asked of a session that is to be logged out while it is left open, until it is not", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const accounts = yield* AccountRepository
      const { id: accountId } = yield* seedAccount()
      const kept = { credentialsVersion: 1, state: new Uint8Array(), leaveInMs: 60_000 }
      const isToLeave = accounts.isToLeave(accountId)
      const sql = yield* SqlClient.SqlClient
      const asked = Effect.map(
        sql`select 1 from browser_states where account_id = ${accountId} and leave_at <= now()`,
        (rows) => rows.length
      )

      yield* sessions.saveBrowserState(accountId, { ...kept, isOpen: true })
      assert.deepStrictEqual([yield* isToLeave, yield* asked], [true, 0])
      yield* accounts.leaveNow(accountId)
      yield* sessions.saveBrowserState(accountId, { ...kept, isOpen: true })
      assert.strictEqual(yield* asked, 1)
      yield* sessions.saveBrowserState(accountId, { ...kept, leaveInMs: null, isOpen: true })
      assert.strictEqual(yield* asked, 1)

      yield* sessions.saveBrowserState(accountId, { ...kept, leaveInMs: null, isOpen: false })
      assert.isFalse(yield* isToLeave)
    })
  )

  it.effect(
    "finds what opens a bank's circuit breaker: known-good credentials of several users refused by one bank",
    () =>
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const bank = yield* seedBank()
        const [one, two] = [yield* seedUser(), yield* seedUser()]
        for (const userId of [one.id, one.id, two.id]) {
          const { id } = yield* seedAccount(userId, bank.id)
          yield* sessions.finishLogin(yield* attempt(id, 1, 0), "authenticated")
          yield* sessions.finishLogin(yield* attempt(id, 1, 0), "invalid_credentials")
        }
        const never = yield* seedAccount(two.id, bank.id)
        yield* sessions.finishLogin(yield* attempt(never.id, 1, 0), "invalid_credentials")

        const rejections = yield* sessions.rejections(bank.id)

        assert.strictEqual(rejections.length, 4)
        assert.strictEqual(rejections.filter(({ hadLoggedIn }) => hadLoggedIn).length, 3)
        const latest = Math.max(...rejections.map(({ at }) => at))
        assert.strictEqual(bankPauseUntil(rejections, latest), latest + 30 * 60_000)
      })
  )
})
