import { Administrators, seedAdministrators, UserRepository, Users, type UsersOptions } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { counted, QuickHasher } from "../passwords.ts"
import { seedAccount, seedRequest } from "../seed.ts"

const password = Redacted.make("correct horse")
const registering = (options: Partial<UsersOptions>) =>
  Layer.fresh(Users.layer({ registration: "open", administrators: [], ...options }))

let count = 0
const newEmail = () => `somebody-${++count}@example.test`

const Base = Layer.provideMerge(Layer.merge(StoreLayers, QuickHasher), TestDatabase.layer)

layer(Layer.provideMerge(registering({ registration: "open" }), Base))("Users", (it) => {
  it.effect("registers and logs in, whatever the case and the spaces around the e-mail", () =>
    Effect.gen(function* () {
      const users = yield* Users

      const user = yield* users.register({ email: " Ana.Gomez@Example.test ", password, name: " Ana " })
      const loggedIn = yield* users.logIn("ana.gomez@EXAMPLE.test", password)

      assert.deepStrictEqual(loggedIn, user)
      assert.deepInclude(user, { email: "Ana.Gomez@Example.test", name: "Ana", operationMode: null, sessionVersion: 1 })
      assert.deepStrictEqual(yield* users.find(user.id), user)
    })
  )

  it.effect("refuses an e-mail that is taken, in any case of letters, also of several at once", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const email = newEmail()

      const results = yield* Effect.all(
        [email, email.toUpperCase(), ` ${email}`].map((each) =>
          Effect.result(users.register({ email: each, password }))
        ),
        { concurrency: "unbounded" }
      )

      assert.lengthOf(
        results.filter((result) => result._tag === "Success"),
        1
      )
      for (const result of results) {
        if (result._tag === "Failure") assert.strictEqual(result.failure._tag, "EmailAlreadyExists")
      }
    })
  )

  it.effect("says what is wrong with an e-mail, a password or a name", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const problemOf = (email: string, word: string, name?: string) =>
        users.register({ email, password: Redacted.make(word), ...(name === undefined ? {} : { name }) }).pipe(
          Effect.flip,
          Effect.map((error) => (error._tag === "InvalidRegistration" ? error.message : error._tag))
        )

      const emails = yield* Effect.forEach(
        ["nobody", "a@", "@b.test", "a b@c.test", "a@b..c", "a@b\0.c", "a@b@c"],
        (email) => problemOf(email, "correct horse")
      )
      const passwords = yield* Effect.forEach(["1234567", "x".repeat(257)], (word) => problemOf(newEmail(), word))
      const name = yield* problemOf(newEmail(), "correct horse", "A\0na")

      assert.deepStrictEqual(new Set(emails), new Set(["email must be an e-mail address"]))
      // Who reads the list of users takes such a one for another.
      for (const looksLikeAnother of [
        "bo\u00adss@example.test",
        "boss\u200b@example.test",
        "\u202essob@example.test"
      ]) {
        assert.strictEqual(
          yield* problemOf(looksLikeAnother, "correct horse"),
          "email must not contain characters that can't be seen"
        )
      }
      assert.deepStrictEqual(new Set(passwords), new Set(["password must be between 8 and 256 characters"]))
      assert.strictEqual(name, "name must not contain control characters")
    })
  )

  it.effect("accepts passwords of 8 and of 256 characters", () =>
    Effect.gen(function* () {
      const users = yield* Users

      const registered = yield* Effect.forEach(["12345678", "ñ".repeat(256)], (word) =>
        users.register({ email: newEmail(), password: Redacted.make(word) })
      )

      assert.lengthOf(registered, 2)
    })
  )

  it.effect("checks a password also for an unknown e-mail, and answers as for a wrong one", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const email = newEmail()
      yield* users.register({ email, password })
      const before = counted.verifications

      const errors = yield* Effect.forEach([newEmail(), email, "no\0body"], (each) =>
        Effect.flip(users.logIn(each, Redacted.make("another horse")))
      )

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        Array(3).fill("InvalidCredentials")
      )
      assert.strictEqual(counted.verifications - before, 3)
    })
  )

  it.effect("changes a password only with the present one, and ends earlier sessions", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const email = newEmail()
      const user = yield* users.register({ email, password })
      const next = Redacted.make("a better horse")

      const refused = yield* Effect.flip(users.changePassword(user.id, next, next))
      const short = yield* Effect.flip(users.changePassword(user.id, password, Redacted.make("short")))
      yield* users.changePassword(user.id, password, next)

      assert.strictEqual(refused._tag, "InvalidCredentials")
      assert.strictEqual(short._tag, "InvalidRegistration")
      assert.strictEqual((yield* Effect.flip(users.logIn(email, password)))._tag, "InvalidCredentials")
      assert.strictEqual((yield* users.logIn(email, next)).sessionVersion, user.sessionVersion + 1)
    })
  )

  it.effect("of two changes of a password at once only one counts", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const email = newEmail()
      const user = yield* users.register({ email, password })
      const next = ["a thief's horse", "an owner's horse"].map((word) => Redacted.make(word))

      const changed = yield* Effect.forEach(
        next,
        (word) => Effect.result(users.changePassword(user.id, password, word)),
        {
          concurrency: "unbounded"
        }
      )

      const won = changed.findIndex(({ _tag }) => _tag === "Success")
      assert.deepStrictEqual(changed.map(({ _tag }) => _tag).sort(), ["Failure", "Success"])
      const fits = yield* Effect.forEach(next, (word) => Effect.result(users.logIn(email, word)))
      assert.strictEqual(
        fits.findIndex(({ _tag }) => _tag === "Success"),
        won
      )
    })
  )

  it.effect("finds nobody by an unknown or malformed id", () =>
    Effect.gen(function* () {
      const users = yield* Users

      const found = yield* Effect.forEach(["not a uuid", "01990000-0000-7000-8000-000000000000"], users.find)

      assert.deepStrictEqual(found, [null, null])
    })
  )

  it.effect("cancels the user's open requests, and nobody else's, when the mode leaves reconcile", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const sql = yield* SqlClient.SqlClient
      const user = yield* users.register({ email: newEmail(), password })
      yield* users.setOperationMode(user.id, "reconcile")
      const account = yield* seedAccount(user.id)
      const statuses = ["pending", "ambiguous", "not_found", "failed", "matched", "expired", "processing"] as const
      for (const status of statuses) yield* seedRequest(account, { status })
      const stranger = yield* seedRequest(yield* seedAccount(), { status: "pending" })

      yield* users.setOperationMode(user.id, "reconcile")
      const untouched = yield* sql`select 1 from conciliation_requests where status = 'cancelled'`
      yield* users.setOperationMode(user.id, "passthrough")

      const rows = yield* sql<{ status: string }>`
        select status from conciliation_requests where account_id = ${account.id} order by status`
      const [other] = yield* sql<{ status: string }>`select status from conciliation_requests where id = ${stranger.id}`
      assert.lengthOf(untouched, 0)
      assert.deepStrictEqual(
        rows.map((row) => row.status),
        [...Array(5).fill("cancelled"), "expired", "matched"]
      )
      assert.strictEqual(other?.status, "pending")
      assert.strictEqual((yield* users.find(user.id))?.operationMode, "passthrough")
    })
  )

  it.effect(
    "cancels however many there are, with no statement for more than a few thousand: each has a time limit",
    () =>
      Effect.gen(function* () {
        const users = yield* Users
        const sql = yield* SqlClient.SqlClient
        const user = yield* users.register({ email: newEmail(), password })
        yield* users.setOperationMode(user.id, "reconcile")
        const account = yield* seedAccount(user.id)
        yield* sql`insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency,
          sender_name, first_seen_at, created_at, updated_at)
        select gen_random_uuid(), ${account.id}, ${user.id}, 'many-' || n, 'pending', n, 'EUR', 'Ana Gomez', now(), now(), now()
        from generate_series(1, 6000) n`

        yield* users.setOperationMode(user.id, "passthrough")

        const told = yield* sql<{ count: number }>`select (data ->> 'count')::int as count from events
        where account_id = ${account.id} and type = 'orders.cancelled' order by version`
        assert.deepStrictEqual(
          told.map((event) => event.count),
          [5000, 1000]
        )
      })
  )
})

layer(Base)("Users, with a registration policy", (it) => {
  it.effect("lets exactly one first user in, of several at once", () =>
    Effect.gen(function* () {
      const users = yield* Users

      const results = yield* Effect.all(
        [1, 2, 3, 4].map(() => Effect.result(users.register({ email: newEmail(), password }))),
        { concurrency: "unbounded" }
      )

      assert.lengthOf(
        results.filter((result) => result._tag === "Success"),
        1
      )
      for (const result of results) {
        if (result._tag === "Failure") assert.strictEqual(result.failure._tag, "RegistrationClosed")
      }
    }).pipe(Effect.provide(registering({ registration: "first-user" })))
  )

  it.effect("lets nobody in where it is closed", () =>
    Effect.gen(function* () {
      const users = yield* Users

      const error = yield* Effect.flip(users.register({ email: newEmail(), password }))

      assert.strictEqual(error._tag, "RegistrationClosed")
    }).pipe(Effect.provide(registering({ registration: "closed" })))
  )
})

const isAdministrator = (userId: string) =>
  Effect.flatMap(Administrators, (administrators) => administrators.isAdministrator(userId))
const register = (email: string) => Effect.flatMap(Users, (users) => users.register({ email, password }))
const fresh = Layer.provideMerge(
  Layer.merge(registering({ administrators: ["Boss@example.test"] }), Administrators.layer({ banks: "everybody" })),
  Layer.fresh(Base)
)

layer(fresh)("the administrators of an installation", (it) => {
  it.effect("are its first user alone, of several at once", () =>
    Effect.gen(function* () {
      const users = yield* Effect.all(
        [1, 2, 3, 4].map(() => register(newEmail())),
        { concurrency: "unbounded" }
      )
      const are = yield* Effect.forEach(users, ({ id }) => isAdministrator(id))
      assert.strictEqual(are.filter((is) => is).length, 1)
    })
  )

  it.effect("don't include somebody who takes the address of a future one, in any case of letters", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.forEach(["boss@example.test", " BOSS@example.test"], (email) =>
        Effect.flip(register(email))
      )
      assert.deepStrictEqual(
        refused.map(({ _tag }) => _tag),
        ["EmailAlreadyExists", "EmailAlreadyExists"]
      )
    })
  )

  it.effect("include users whom the operator names, as soon as they have registered", () =>
    Effect.gen(function* () {
      const repository = yield* UserRepository
      for (const email of yield* repository.administrators) yield* repository.setAdministrator(email, false)
      // While there is none, who registers with a named address is the one.
      const boss = yield* register("boss@example.test")
      const user = yield* register(newEmail())
      yield* seedAdministrators([user.email, "nobody@example.test"], "open")

      assert.deepStrictEqual(yield* Effect.forEach([boss.id, user.id], isAdministrator), [true, true])
      assert.deepStrictEqual(yield* repository.administrators, [boss.email, user.email])
    })
  )

  it.effect(
    "are the first user where there were users before there were administrators, and not everybody registers",
    () =>
      Effect.gen(function* () {
        const repository = yield* UserRepository
        for (const email of yield* repository.administrators) yield* repository.setAdministrator(email, false)

        yield* seedAdministrators([], "open")
        assert.isFalse(yield* repository.hasAdministrator)
        yield* seedAdministrators([], "first-user")
        assert.strictEqual((yield* repository.administrators).length, 1)
      })
  )
})
