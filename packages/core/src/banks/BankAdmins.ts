/** The people who look after banks and scripts on this installation, where there are any (`BANK_ADMINS`). */
import { Context, Effect, Layer } from "effect"
import { UserRepository } from "../users/UserRepository.ts"
import { emailKeyOf } from "../users/Users.ts"

export interface BankAdminsOptions {
  /** Empty: there are none; creating banks and promoting is open to every user then. */
  readonly emails: ReadonlyArray<string>
}

export class BankAdmins extends Context.Service<
  BankAdmins,
  {
    /** Whether the user may create banks and promote scripts. */
    readonly mayManage: (userId: string) => Effect.Effect<boolean>
    readonly isAdmin: (userId: string) => Effect.Effect<boolean>
  }
>()("@counterfoil/core/banks/BankAdmins") {
  static readonly layer = (options: BankAdminsOptions): Layer.Layer<BankAdmins, never, UserRepository> =>
    Layer.effect(
      BankAdmins,
      Effect.map(UserRepository, (users) => {
        const admins = new Set(options.emails.map(emailKeyOf))
        const isAdmin = (userId: string) =>
          admins.size === 0
            ? Effect.succeed(false)
            : Effect.map(users.find(userId), (user) => user !== null && admins.has(emailKeyOf(user.email)))
        return BankAdmins.of({
          isAdmin,
          mayManage: (userId) => (admins.size === 0 ? Effect.succeed(true) : isAdmin(userId))
        })
      })
    )
}
