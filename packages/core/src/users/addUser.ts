import { DateTime, Effect, type Redacted } from "effect"
import { uuid } from "../ids.ts"
import { UserRepository } from "./UserRepository.ts"
import { emailKeyOf, InvalidRegistration, PasswordHasher, registrationProblem } from "./Users.ts"

/** Makes a user for an operator, whatever `REGISTRATION` says. The first user of an installation is its administrator. */
export const addUser = Effect.fn("addUser")(function* (email: string, password: Redacted.Redacted<string>) {
  const repository = yield* UserRepository
  const hasher = yield* PasswordHasher
  const problem = registrationProblem(email.trim(), password, "")
  if (problem !== undefined) return yield* new InvalidRegistration({ message: problem })
  yield* repository.insert({
    id: yield* uuid,
    email: email.trim(),
    emailKey: emailKeyOf(email),
    name: null,
    passwordHash: yield* hasher.hash(password),
    createdAt: yield* DateTime.now,
    isAdministrator: yield* repository.isEmpty
  })
})
