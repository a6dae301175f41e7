/** A person with an account of the service, and why one can't register or log in. */
import { Schema } from "effect"

export const OperationMode = Schema.Literals(["reconcile", "passthrough"])
export type OperationMode = typeof OperationMode.Type

export interface User {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly operationMode: OperationMode | null
  /** Part of every token; a token with another one is no longer valid. */
  readonly sessionVersion: number
}

/** The e-mail or the password doesn't follow the rules; `message` says which and how. */
export class InvalidRegistration extends Schema.TaggedError<InvalidRegistration>()("InvalidRegistration", {
  message: Schema.String
}) {}

export class EmailAlreadyExists extends Schema.TaggedError<EmailAlreadyExists>()("EmailAlreadyExists", {}) {}

/** `REGISTRATION` does not allow it. */
export class RegistrationClosed extends Schema.TaggedError<RegistrationClosed>()("RegistrationClosed", {}) {}
export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>()("InvalidCredentials", {}) {}

/** Too much work waits already. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", { retryAfterSeconds: Schema.Int }) {}
