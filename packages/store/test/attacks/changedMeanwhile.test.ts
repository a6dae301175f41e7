/** A password takes its time to be checked: whoever has changed it meanwhile is asked for the new one. */
import {
  emailKeyOf,
  PasswordHasher,
  resetPassword,
  UserDeletion,
  UserRepository,
  UserVault,
  Users
} from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { AccountsLayer } from "../enrolment.ts"
import { QuickHasher } from "../passwords.ts"
import { seedUser } from "../seed.ts"
import { testRing } from "../vault.ts"

const open = Users.layer({ registration: "open", administrators: [] })
const Base = Layer.provideMerge(
  Layer.mergeAll(open, Layer.orDie(UserVault.layer(testRing))),
  Layer.merge(AccountsLayer, QuickHasher)
)

const password = Redacted.make("a thief's horse")
const owners = Redacted.make("the owner's horse")

layer(Base, { excludeTestServices: true })("somebody who knows the password that was", (it) => {
  it.effect("deletes nobody whose password is changed while theirs is looked at", () =>
    Effect.gen(function* () {
      const users = yield* UserRepository
      const context = yield* Effect.context<UserRepository | PasswordHasher>()
      // The first one is the administrator.
      yield* seedUser()
      const user = yield* (yield* Users).register({ email: "deleted-meanwhile@example.com", password })
      const hasher = yield* PasswordHasher
      const slow = PasswordHasher.of({
        ...hasher,
        verify: (hash, given) =>
          Effect.tap(hasher.verify(hash, given), () =>
            Effect.provideContext(Effect.orDie(resetPassword(user.email, owners)), context)
          )
      })
      const { deleteMe } = yield* Effect.provide(
        UserDeletion,
        Layer.provide(UserDeletion.layer, Layer.succeed(PasswordHasher, slow))
      )

      const refused = yield* Effect.flip(deleteMe(user.id, password))

      assert.strictEqual(refused._tag, "InvalidCredentials")
      assert.isNotNull(yield* users.findByEmailKey(emailKeyOf(user.email)))
      assert.strictEqual((yield* (yield* Users).logIn(user.email, owners)).id, user.id)
    })
  )

  it.effect("gets the session that their own change began, and none of a later one", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const user = yield* users.register({ email: "changed-meanwhile@example.com", password })
      const session = yield* users.changePassword(user.id, password, Redacted.make("another horse"))
      yield* resetPassword(user.email, owners)

      assert.strictEqual(session.sessionVersion, user.sessionVersion + 1)
      assert.strictEqual((yield* users.find(user.id))?.sessionVersion, user.sessionVersion + 2)
    })
  )
})
