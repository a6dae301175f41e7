/** People: registration, log-in, operation mode. */
import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { isUuid } from "@counterfoil/domain"
import { randomBytes } from "node:crypto"
import { uuid } from "../ids.ts"
import { nameProblem, shownNameProblem } from "../storable.ts"
import { Transactor } from "../Transactor.ts"
import { type NewUser, UserRepository, type UserWithPassword } from "./UserRepository.ts"
import type { OperationMode, Overloaded } from "./User.ts"
import { EmailAlreadyExists, InvalidCredentials, InvalidRegistration, RegistrationClosed, type User } from "./User.ts"

/** argon2id, at most two at a time with a short queue. */
export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    readonly hash: (password: Redacted.Redacted<string>) => Effect.Effect<string, Overloaded>
    readonly verify: (hash: string, password: Redacted.Redacted<string>) => Effect.Effect<boolean, Overloaded>
  }
>()("@counterfoil/core/users/PasswordHasher") {}

export interface UsersOptions {
  /** Who may register: everybody, only the first, or nobody. */
  readonly registration: "open" | "first-user" | "closed"
  /** E-mails of future administrators: nobody else may take them once there is an administrator. */
  readonly administrators: ReadonlyArray<string>
}

export class Users extends Context.Service<
  Users,
  {
    readonly register: (input: {
      readonly email: string
      readonly password: Redacted.Redacted<string>
      readonly name?: string
    }) => Effect.Effect<User, InvalidRegistration | EmailAlreadyExists | RegistrationClosed | Overloaded>
    /** Whether somebody may register now, and would be the first. */
    readonly registration: Effect.Effect<{ readonly isOpen: boolean; readonly isFirst: boolean }>
    /** Takes as long for an unknown user as for a wrong password. */
    readonly logIn: (
      email: string,
      password: Redacted.Redacted<string>
    ) => Effect.Effect<User, InvalidCredentials | Overloaded>
    /** Null when there is no such user (any more). */
    readonly find: (userId: string) => Effect.Effect<User | null>
    /** Answers the user in the session that begins with it: of no later one, which somebody else's change may have begun. */
    readonly changePassword: (
      userId: string,
      present: Redacted.Redacted<string>,
      next: Redacted.Redacted<string>
    ) => Effect.Effect<User, InvalidCredentials | InvalidRegistration | Overloaded>
    /**
     * Applies to every account of the user from the next cycle. Leaving `reconcile` cancels open requests without a
     * webhook; coming back reopens those that are still listed (at the next poll).
     */
    readonly setOperationMode: (userId: string, mode: OperationMode) => Effect.Effect<void>
  }
>()("@counterfoil/core/users/Users") {
  static readonly layer = (
    options: UsersOptions
  ): Layer.Layer<Users, never, UserRepository | PasswordHasher | Transactor> => Layer.effect(Users, makeUsers(options))
}

const passwordLength = { minimum: 8, maximum: 256 }
const emailLength = 254
const nameLength = 200

/** The e-mail as it is compared. */
export const emailKeyOf = (email: string): string => email.trim().normalize("NFC").toLowerCase()

const isEmail = (text: string): boolean =>
  text.length <= emailLength && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}.]+(\.[^\s@\p{Cc}.]+)*$/u.test(text) && text.isWellFormed()

/** What is wrong with a new password, in the contract's words. */
export const passwordProblem = (password: Redacted.Redacted<string>): string | undefined => {
  const length = [...Redacted.value(password)].length
  return length < passwordLength.minimum || length > passwordLength.maximum
    ? `password must be between ${passwordLength.minimum} and ${passwordLength.maximum} characters`
    : undefined
}

/** All that is wrong; undefined: nothing is. */
export const registrationProblem = (
  email: string,
  password: Redacted.Redacted<string>,
  name: string
): string | undefined => {
  const problems = [
    isEmail(email) ? shownNameProblem("email", email, emailLength) : "email must be an e-mail address",
    passwordProblem(password),
    name === "" ? undefined : nameProblem("name", name, nameLength)
  ].filter((problem) => problem !== undefined)
  return problems.length === 0 ? undefined : problems.join("; ")
}

const userOf = ({ email, id, name, operationMode, sessionVersion }: UserWithPassword): User => ({
  id,
  email,
  name,
  operationMode,
  sessionVersion
})

const makeUsers = Effect.fnUntraced(function* (options: UsersOptions) {
  const repository = yield* UserRepository
  const hasher = yield* PasswordHasher
  const transactor = yield* Transactor
  const nobodysHash = yield* Effect.orDie(hasher.hash(Redacted.make(randomBytes(32).toString("base64url"))))

  const admits =
    options.registration === "open"
      ? Effect.succeed(true)
      : options.registration === "closed"
        ? Effect.succeed(false)
        : repository.isEmpty

  const listed = new Set(options.administrators.map(emailKeyOf))

  /** The first user is the administrator, and so is one whom the operator has named while there is none. */
  const insertSpecial = (user: NewUser) =>
    transactor.transact(
      Effect.gen(function* () {
        yield* repository.lockInserts
        const isFirst = yield* repository.isEmpty
        const isListed = listed.has(user.emailKey)
        // Otherwise a stranger could register with the address of a future administrator.
        const isTaken = isListed && (yield* repository.hasAdministrator)
        if (options.registration === "first-user" && !isFirst) return yield* new RegistrationClosed({})
        // Answered like an address that is taken: a stranger doesn't learn which ones are reserved.
        if (isTaken) return yield* new EmailAlreadyExists({})
        yield* repository.insert({ ...user, isAdministrator: isFirst || isListed })
      })
    )
  /** Of several first ones at once only one is the first. */
  const insert = Effect.fnUntraced(function* (user: NewUser) {
    const isUsual = options.registration === "open" && !listed.has(user.emailKey) && !(yield* repository.isEmpty)
    yield* isUsual ? repository.insert(user) : insertSpecial(user)
  })

  return Users.of({
    registration: Effect.map(Effect.all([admits, repository.isEmpty]), ([isOpen, isFirst]) => ({ isOpen, isFirst })),

    register: Effect.fn("Users.register")(function* (input) {
      const email = input.email.trim()
      const name = input.name?.trim() ?? ""
      const problem = registrationProblem(email, input.password, name)
      if (problem !== undefined) return yield* new InvalidRegistration({ message: problem })
      if (!(yield* admits)) return yield* new RegistrationClosed({})
      const emailKey = emailKeyOf(email)
      // A known address is found out by the insert, after the hash: the time that takes tells nothing.
      const user = {
        id: yield* uuid,
        email,
        emailKey,
        name: name === "" ? null : name,
        passwordHash: yield* hasher.hash(input.password),
        createdAt: yield* DateTime.now,
        isAdministrator: false
      }
      yield* insert(user)
      return userOf({ ...user, operationMode: null, sessionVersion: 1 })
    }),

    logIn: Effect.fn("Users.logIn")(function* (email, password) {
      const found = isEmail(email.trim()) ? yield* repository.findByEmailKey(emailKeyOf(email)) : null
      const fits = yield* hasher.verify(found?.passwordHash ?? nobodysHash, password)
      return found !== null && fits ? userOf(found) : yield* new InvalidCredentials({})
    }),

    find: Effect.fn("Users.find")(function* (userId) {
      const found = isUuid(userId) ? yield* repository.find(userId) : null
      return found === null ? null : userOf(found)
    }),

    changePassword: Effect.fn("Users.changePassword")(function* (userId, present, next) {
      const problem = passwordProblem(next)
      if (problem !== undefined) return yield* new InvalidRegistration({ message: problem })
      const found = yield* repository.find(userId)
      if (found === null || !(yield* hasher.verify(found.passwordHash, present))) {
        return yield* new InvalidCredentials({})
      }
      // Hashing takes its time: what an operator has reset meanwhile, say after a theft, isn't the thief's to change back.
      const sessionVersion = yield* repository.replacePassword(userId, found.passwordHash, yield* hasher.hash(next))
      if (sessionVersion === null) return yield* new InvalidCredentials({})
      return { ...userOf(found), sessionVersion }
    }),

    setOperationMode: Effect.fn("Users.setOperationMode")(function* (userId, mode) {
      const at = yield* DateTime.now
      // The mode and what it ends change together: no open request is left that nothing polls any more.
      yield* transactor.transact(
        Effect.gen(function* () {
          const change = yield* repository.setOperationMode(userId, mode)
          if (change?.before === "reconcile" && mode !== "reconcile") yield* repository.cancelOpenRequests(userId, at)
        })
      )
    })
  })
})
