/** The people who look after an installation: its first user, and whom an operator has named. */
import { Context, Effect, Layer } from "effect"
import { UserRepository } from "./UserRepository.ts"
import { emailKeyOf } from "./Users.ts"

export interface AdministratorsOptions {
  /** Who may create banks and promote scripts (`BANKS`). */
  readonly banks: "everybody" | "administrators"
}

export class Administrators extends Context.Service<
  Administrators,
  {
    readonly isAdministrator: (userId: string) => Effect.Effect<boolean>
    /** Whether the user may create banks and promote scripts. */
    readonly mayManageBanks: (userId: string) => Effect.Effect<boolean>
  }
>()("@counterfoil/core/users/Administrators") {
  static readonly layer = (options: AdministratorsOptions): Layer.Layer<Administrators, never, UserRepository> =>
    Layer.effect(
      Administrators,
      Effect.map(UserRepository, ({ isAdministrator }) =>
        Administrators.of({
          isAdministrator,
          mayManageBanks: (userId) => (options.banks === "everybody" ? Effect.succeed(true) : isAdministrator(userId))
        })
      )
    )
}

/**
 * At a start: those whom `BANK_ADMINS` names and who have registered become administrators. Where that leaves none and not
 * everybody may register, the first user is one: installations from before there were administrators have that user.
 */
export const seedAdministrators = Effect.fn("seedAdministrators")(function* (
  emails: ReadonlyArray<string>,
  registration: "open" | "first-user" | "closed"
) {
  const users = yield* UserRepository
  for (const email of emails) yield* users.setAdministrator(emailKeyOf(email), true)
  if (registration === "open" || (yield* users.hasAdministrator)) return
  const first = yield* users.makeFirstAdministrator
  if (first !== null) yield* Effect.logInfo("the first user of this installation is its administrator now")
})
