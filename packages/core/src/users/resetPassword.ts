import { Effect, type Redacted, Schema } from "effect"
import { UserRepository } from "./UserRepository.ts"
import { emailKeyOf, PasswordHasher, passwordProblem } from "./Users.ts"
import { InvalidRegistration } from "./User.ts"

/** Nobody has registered with this e-mail. */
export class UnknownEmail extends Schema.TaggedError<UnknownEmail>()("UnknownEmail", {}) {}

/** Gives a user a new password without the present one, for operators. Tokens given out before end with it. */
export const resetPassword = Effect.fn("resetPassword")(function* (email: string, next: Redacted.Redacted<string>) {
  const repository = yield* UserRepository
  const hasher = yield* PasswordHasher
  const problem = passwordProblem(next)
  if (problem !== undefined) return yield* new InvalidRegistration({ message: problem })
  const user = yield* repository.findByEmailKey(emailKeyOf(email))
  if (user === null) return yield* new UnknownEmail({})
  yield* repository.setPassword(user.id, yield* hasher.hash(next))
})
