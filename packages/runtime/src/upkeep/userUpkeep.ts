/** How operators end users, and what deleted accounts have left, while the server runs or while it doesn't. */
import {
  deleteUser as deleteIt,
  Erasure,
  type ErasedAccounts,
  ErasureKey,
  leaver,
  type Leaver,
  Retention
} from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { Duration, Effect, Layer, Option } from "effect"
import { type CounterfoilConfig, InvalidConfig } from "../config/CounterfoilConfig.ts"
import { databaseForCommand } from "../database.ts"
import { erasureKey } from "../secrets/erasureKey.ts"
import { readSecrets } from "../secrets/keptSecrets.ts"

const store = (config: CounterfoilConfig) => Layer.provideMerge(StoreLayers, databaseForCommand(config))

const unknown = (email: string) => () =>
  new InvalidConfig({
    message: `nobody has registered with the e-mail ${email} (counterfoil users list shows who has)`
  })

type Told<A> = Effect.Effect<A, { readonly message: string }>

/** Who would go, and with which accounts; nothing is changed. */
export const findLeaver = (config: CounterfoilConfig, email: string): Told<Leaver> =>
  leaver(email).pipe(Effect.catchTag("UnknownEmail", unknown(email)), Effect.provide(store(config)))

/** Deletes the user and all their accounts. Answers how many those were. */
export const deleteUser = (
  config: CounterfoilConfig,
  email: string,
  options: { readonly evenLastAdministrator: boolean }
): Told<number> =>
  deleteIt(email, options.evenLastAdministrator).pipe(
    Effect.catchTags({
      UnknownEmail: unknown(email),
      LastAdministrator: () =>
        new InvalidConfig({
          message: `${email} is the last administrator: make another one first (counterfoil admins add E-MAIL), or say --even-last-administrator`
        })
    }),
    Effect.provide(store(config))
  )

const pepperOf = (config: CounterfoilConfig) =>
  Option.match(config.secrets, {
    onSome: ({ apiKeyPepper }) => Effect.succeed(apiKeyPepper),
    onNone: () => Effect.map(readSecrets(config.home), ({ apiKeyPepper }) => apiKeyPepper)
  })

/** With the operator's time to wait, or without any. */
const erasureOf = <A>(
  config: CounterfoilConfig,
  now: boolean,
  use: (erasure: Erasure["Service"]) => Effect.Effect<A>
) =>
  Effect.gen(function* () {
    const key = erasureKey(yield* pepperOf(config))
    const wait = now ? Duration.zero : config.keep.deletedAccounts
    return yield* Effect.flatMap(Erasure, use).pipe(
      Effect.provide(
        store(config).pipe(
          Layer.provide(Layer.succeed(ErasureKey, key)),
          Layer.provide(Layer.succeed(Retention, { ...config.keep, deletedAccounts: wait }))
        )
      )
    )
  })

/** Erases what the hourly sweep would erase next; `now`: whatever `KEEP_DELETED_ACCOUNTS` says. */
export const eraseDeleted = (config: CounterfoilConfig, options: { readonly now: boolean }): Told<ErasedAccounts> =>
  erasureOf(config, options.now, ({ erase }) => erase)

/** The same, looked at only. */
export const pendingErasure = (config: CounterfoilConfig, options: { readonly now: boolean }): Told<ErasedAccounts> =>
  erasureOf(config, options.now, ({ pending }) => pending)
