/** Users as rows. */
import { Context, type DateTime, type Effect } from "effect"
import type { EmailAlreadyExists, OperationMode, User } from "./User.ts"

export interface NewUser {
  readonly id: string
  readonly email: string
  /** The e-mail as it is compared. */
  readonly emailKey: string
  readonly name: string | null
  readonly passwordHash: string
  readonly createdAt: DateTime.Utc
  readonly isAdministrator: boolean
}

export interface UserWithPassword extends User {
  readonly passwordHash: string
}

export class UserRepository extends Context.Service<
  UserRepository,
  {
    readonly insert: (user: NewUser) => Effect.Effect<void, EmailAlreadyExists>
    readonly isEmpty: Effect.Effect<boolean>
    /** Inside a transaction: nobody else inserts a user until it ends. */
    readonly lockInserts: Effect.Effect<void>
    readonly find: (userId: string) => Effect.Effect<UserWithPassword | null>
    readonly findByEmailKey: (emailKey: string) => Effect.Effect<UserWithPassword | null>
    readonly isAdministrator: (userId: string) => Effect.Effect<boolean>
    readonly hasAdministrator: Effect.Effect<boolean>
    /** The e-mails of all, in the order in which they registered. */
    readonly administrators: Effect.Effect<ReadonlyArray<string>>
    /** False: nobody has registered with that e-mail. */
    readonly setAdministrator: (emailKey: string, is: boolean) => Effect.Effect<boolean>
    /** The e-mail of the first user, who is an administrator now; null: there is no user. */
    readonly makeFirstAdministrator: Effect.Effect<string | null>
    /** Bumps the session version, so that earlier tokens end. */
    readonly setPassword: (userId: string, passwordHash: string) => Effect.Effect<void>
    /** Locks the user's row, and wakes the user's accounts if the mode changes; answers the mode before. Null: no such user. */
    readonly setOperationMode: (
      userId: string,
      mode: OperationMode
    ) => Effect.Effect<{ readonly before: OperationMode | null } | null>
    /** Every request of the user that still waits for its payment becomes `cancelled`. */
    readonly cancelOpenRequests: (userId: string, at: DateTime.Utc) => Effect.Effect<void>
  }
>()("@counterfoil/core/users/UserRepository") {}
