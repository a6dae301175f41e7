/** What happens at the same moment as the deletion of a user. */
import { Accounts, deleteUser, emailKeyOf, UserRepository, Vault } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { AccountsLayer } from "../enrolment.ts"
import { seedBank, seedUser } from "../seed.ts"

layer(AccountsLayer, { excludeTestServices: true })("the deletion of a user", (it) => {
  it.effect("leaves an administrator where two of them delete themselves at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* UserRepository
      const both = [yield* seedUser(), yield* seedUser()]
      yield* sql`update users set is_administrator = true where id = any(${both.map(({ id }) => id)}::uuid[])`
      const ends = yield* Effect.forEach(both, ({ email }) => Effect.exit(deleteUser(email, false)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(ends.filter(Exit.isSuccess).length, 1)
      const left = yield* users.administrators
      assert.lengthOf(left, 1)
      assert.strictEqual(yield* deleteUser(left[0] ?? "", true), 0)
    })
  )

  it.effect("leaves no account of theirs, however many are being enrolled meanwhile", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* Accounts
      const bank = yield* seedBank()
      const { email, id } = yield* seedUser()
      const enrol = Effect.exit(accounts.create(id, { bankId: bank.id, name: "One more" }))
      const [, ...enrolled] = yield* Effect.all(
        [deleteUser(email, false), ...Array.from({ length: 12 }, () => enrol)],
        { concurrency: "unbounded" }
      )
      const late = yield* Effect.flip(accounts.create(id, { bankId: bank.id, name: "Too late" }))
      assert.strictEqual(late.message, "This user has been deleted")
      const living = yield* sql`select from accounts where user_id = ${id} and deleted_at is null`
      assert.lengthOf(living, 0, `${enrolled.filter(Exit.isSuccess).length} were enrolled before`)
    })
  )

  it.effect("takes the key of their devices along", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { email, id } = yield* seedUser()
      yield* (yield* Vault).fingerprint(id, "https://push.test/device")
      yield* deleteUser(email, false)
      assert.lengthOf(yield* sql`select from account_keys where account_id = ${id}`, 0)
    })
  )

  it.effect("forgets who it was, and keeps nothing by which they could come back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* UserRepository
      const { email, id } = yield* seedUser()
      yield* sql`insert into mailbox_tokens (user_id, print) values (${id}, 'of a mailbox')`
      yield* deleteUser(email.toUpperCase(), false)
      assert.lengthOf(yield* sql`select from mailbox_tokens where user_id = ${id}`, 0)
      assert.isNull(yield* users.find(id))
      assert.isNull(yield* users.findByEmailKey(emailKeyOf(email)))
      const [row] = yield* sql`select email, name, password_hash as hash from users where id = ${id}`
      assert.deepStrictEqual(row, { email: "", name: null, hash: "" })
      const again = yield* Effect.flip(deleteUser(email, false))
      assert.strictEqual(again._tag, "UnknownEmail")
      yield* users.insert({
        id: "018f2d7e-0000-7000-8000-000000000001",
        email,
        emailKey: emailKeyOf(email),
        name: null,
        passwordHash: "-",
        createdAt: yield* DateTime.now,
        isAdministrator: false
      })
    })
  )
})
