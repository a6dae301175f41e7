import { DateTime, Effect, type Redacted } from "effect"
import { uuid } from "../ids.ts"
import { Transactor } from "../Transactor.ts"
import { UserRepository } from "./UserRepository.ts"
import { emailKeyOf, PasswordHasher, registrationProblem } from "./Users.ts"
import { InvalidRegistration } from "./User.ts"

/** Makes a user for an operator, whatever `REGISTRATION` says. The first user of an installation is its administrator. */
export const addUser = Effect.fn("addUser")(function* (email: string, password: Redacted.Redacted<string>) {
  const repository = yield* UserRepository
  const hasher = yield* PasswordHasher
  const transactor = yield* Transactor
  const problem = registrationProblem(email.trim(), password, "")
  if (problem !== undefined) return yield* new InvalidRegistration({ message: problem })
  const user = {
    id: yield* uuid,
    email: email.trim(),
    emailKey: emailKeyOf(email),
    name: null,
    passwordHash: yield* hasher.hash(password),
    createdAt: yield* DateTime.now
  }
  // Of several users added at once to an empty installation, only one is its first.
  yield* transactor.transact(
    Effect.gen(function* () {
      yield* repository.lockInserts
      yield* repository.insert({ ...user, isAdministrator: yield* repository.isEmpty })
    })
  )
})
