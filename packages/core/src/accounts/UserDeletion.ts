/**
 * The end of a user: their accounts go as if each had been deleted, their keys, channels and tickets with them, and the user's
 * row forgets who it was. What the accounts had read is erased later (`Erasure`).
 */
import { Context, DateTime, Effect, Layer, type Redacted, Schema } from "effect"
import { OutboxRepository } from "../outbox/OutboxRepository.ts"
import { KeyRepository } from "../security/KeyRepository.ts"
import { UserVault } from "../security/UserVault.ts"
import { Vault } from "../security/Vault.ts"
import { Transactor } from "../Transactor.ts"
import { InvalidCredentials, type Overloaded } from "../users/User.ts"
import { UserRepository, type UserWithPassword } from "../users/UserRepository.ts"
import { UnknownEmail } from "../users/resetPassword.ts"
import { emailKeyOf, PasswordHasher } from "../users/Users.ts"
import { AccountRepository } from "./AccountRepository.ts"
import { DueAccounts } from "./DueAccounts.ts"
import { makeLeaveBeforeRemoval } from "./leaveBeforeRemoval.ts"

/** Nobody could look after the installation any more. */
export class LastAdministrator extends Schema.TaggedError<LastAdministrator>()("LastAdministrator", {}) {
  override get message(): string {
    return "you are the last administrator: make somebody else one first (counterfoil admins add), or let the operator delete you (counterfoil users delete)"
  }
}

/** Deletes one user in a transaction. Answers how many accounts went too; null: there is no such user (any more). */
const makeDelete = Effect.gen(function* () {
  const users = yield* UserRepository
  const accounts = yield* AccountRepository
  const outbox = yield* OutboxRepository
  const due = yield* DueAccounts
  const transactor = yield* Transactor
  const leaveBeforeRemoval = yield* makeLeaveBeforeRemoval

  /** `passwordHash`: the one that the leaver proved to know. (Default: the operator asks, whom nobody has to prove it to) */
  const remove = (
    userId: string,
    evenLastAdministrator: boolean,
    eraseKey: (ownerId: string) => Effect.Effect<void>,
    passwordHash?: string
  ) =>
    transactor.transact(
      Effect.gen(function* () {
        const at = yield* DateTime.now
        // Of two administrators who delete themselves at once, the second is the last one.
        yield* users.lockInserts
        const found = yield* users.lockForDeletion(userId)
        if (found === null) return null
        // Checking a password and leaving the banks take their time: what was changed meanwhile, say after a theft, counts.
        if (passwordHash !== undefined && found.passwordHash !== passwordHash) return yield* new InvalidCredentials({})
        if (found.isLastAdministrator && !evenLastAdministrator) return yield* new LastAdministrator()
        const owned = yield* accounts.list(userId)
        for (const { id } of owned) {
          yield* accounts.lock(id)
          yield* outbox.cancel({ accountId: id })
          yield* accounts.remove(id, at)
          yield* eraseKey(id)
        }
        // The user's own key seals the devices that rang; the accounts' keys are erased above.
        yield* eraseKey(userId)
        yield* users.remove(userId, at)
        // Their actors leave the banks and close their sessions.
        yield* due.wake(owned.map(({ id }) => id))
        return owned.length
      })
    )

  return Effect.fnUntraced(function* (...leaver: Parameters<typeof remove>) {
    const [userId, evenLastAdministrator] = leaver
    const found = yield* transactor.transact(users.lockForDeletion(userId))
    if (found !== null && (evenLastAdministrator || !found.isLastAdministrator)) {
      yield* leaveBeforeRemoval((yield* accounts.list(userId)).map(({ id }) => id))
    }
    return yield* remove(...leaver)
  })
})

export class UserDeletion extends Context.Service<
  UserDeletion,
  {
    /** Whoever asks proves it once more by the password. */
    readonly deleteMe: (
      userId: string,
      password: Redacted.Redacted<string>
    ) => Effect.Effect<void, InvalidCredentials | LastAdministrator | Overloaded>
  }
>()("@counterfoil/core/accounts/UserDeletion") {
  static readonly layer: Layer.Layer<
    UserDeletion,
    never,
    | UserRepository
    | AccountRepository
    | OutboxRepository
    | DueAccounts
    | Transactor
    | PasswordHasher
    | Vault
    | UserVault
  > = Layer.effect(
    UserDeletion,
    Effect.gen(function* () {
      const users = yield* UserRepository
      const hasher = yield* PasswordHasher
      const [vault, userVault] = [yield* Vault, yield* UserVault]
      const remove = yield* makeDelete
      return UserDeletion.of({
        deleteMe: Effect.fn("UserDeletion.deleteMe")(function* (userId, password) {
          const found = yield* users.find(userId)
          if (found === null || !(yield* hasher.verify(found.passwordHash, password))) {
            return yield* new InvalidCredentials({})
          }
          yield* remove(userId, false, vault.erase, found.passwordHash)
          yield* userVault.erase(userId)
        })
      })
    })
  )
}

/** Who a deletion by the operator would take, and what goes with them. */
export interface Leaver extends Pick<UserWithPassword, "id" | "email"> {
  readonly accounts: ReadonlyArray<string>
  readonly isLastAdministrator: boolean
}

const named = Effect.fnUntraced(function* (email: string) {
  const user = yield* (yield* UserRepository).findByEmailKey(emailKeyOf(email))
  return user ?? (yield* new UnknownEmail({}))
})

/** For operators who look before they delete. */
export const leaver = Effect.fn("leaver")(function* (email: string) {
  const user = yield* named(email)
  const accounts = yield* (yield* AccountRepository).list(user.id)
  const transactor = yield* Transactor
  const users = yield* UserRepository
  const locked = yield* transactor.transact(users.lockForDeletion(user.id))
  return {
    id: user.id,
    email: user.email,
    accounts: accounts.map(({ name }) => name),
    isLastAdministrator: locked?.isLastAdministrator ?? false
  } satisfies Leaver
})

/** Deletes a user for the operator, without a password. A process beside this one finds the erased keys gone. */
export const deleteUser = Effect.fn("deleteUser")(function* (email: string, evenLastAdministrator: boolean) {
  const user = yield* named(email)
  const keys = (yield* KeyRepository).accounts
  const remove = yield* makeDelete
  const removed = remove(user.id, evenLastAdministrator, keys.remove)
  return (yield* Effect.catchTag(removed, "InvalidCredentials", Effect.die)) ?? (yield* new UnknownEmail({}))
})
