/** What operators do to the data of a server, while it runs or while it doesn't. */
import {
  addUser as add,
  emailKeyOf,
  KeyRepository,
  resetPassword as reset,
  UserRepository,
  UserVault,
  Vault
} from "@counterfoil/core"
import { Argon2PasswordHasher } from "@counterfoil/server"
import {
  EmbeddedPostgres,
  type ListedUser,
  oneRotation,
  sealingKeysAtWork,
  StoreLayers,
  userList
} from "@counterfoil/store"
import { Effect, Layer, Option, Redacted } from "effect"
import * as Fs from "node:fs"
import { type CounterfoilConfig, InvalidConfig, partsOf } from "../config/CounterfoilConfig.ts"
import { databaseForCommand } from "../database.ts"
import { keyRing } from "../secrets/keyRing.ts"
import {
  keepSecrets,
  makeSecret,
  readSecrets,
  replacedSecrets,
  secretsFile,
  writeKeyEncryptionKeys
} from "../secrets/keptSecrets.ts"
import { ofTheFile, ofTheOperator, whyUnreadable } from "../secrets/whyUnreadable.ts"

const store = (config: CounterfoilConfig) => Layer.provideMerge(StoreLayers, databaseForCommand(config))

/** Gives the user with this e-mail a new password; who is logged in as that user is logged out. */
export const resetPassword = (
  config: CounterfoilConfig,
  email: string,
  password: Redacted.Redacted<string>
): Effect.Effect<void, { readonly message: string }> =>
  reset(email, password).pipe(
    Effect.catchTags({
      UnknownEmail: () => new InvalidConfig({ message: `nobody has registered with the e-mail ${email}` }),
      InvalidRegistration: ({ message }) => new InvalidConfig({ message })
    }),
    Effect.provide(Layer.merge(store(config), Argon2PasswordHasher))
  )

/** Makes a user, whatever `REGISTRATION` says. */
export const addUser = (
  config: CounterfoilConfig,
  email: string,
  password: Redacted.Redacted<string>
): Effect.Effect<void, { readonly message: string }> =>
  add(email, password).pipe(
    Effect.catchTags({
      EmailAlreadyExists: () => new InvalidConfig({ message: `somebody has the e-mail ${email} already` }),
      InvalidRegistration: ({ message }) => new InvalidConfig({ message })
    }),
    Effect.provide(Layer.merge(store(config), Argon2PasswordHasher))
  )

/** Who has registered. */
export const listUsers = (
  config: CounterfoilConfig
): Effect.Effect<ReadonlyArray<ListedUser>, { readonly message: string }> =>
  userList.pipe(Effect.provide(databaseForCommand(config)))

/** The administrators' e-mails. */
export const administrators = (
  config: CounterfoilConfig
): Effect.Effect<ReadonlyArray<string>, { readonly message: string }> =>
  Effect.flatMap(UserRepository, (users) => users.administrators).pipe(Effect.provide(store(config)))

/** Makes somebody who has registered an administrator, or no longer one. */
export const setAdministrator = (
  config: CounterfoilConfig,
  email: string,
  is: boolean
): Effect.Effect<void, { readonly message: string }> =>
  Effect.gen(function* () {
    const users = yield* UserRepository
    if (yield* users.setAdministrator(emailKeyOf(email), is)) return
    return yield* new InvalidConfig({
      message: `nobody has registered with the e-mail ${email} (counterfoil users add makes a user)`
    })
  }).pipe(Effect.provide(store(config)))

/**
 * A server at work that seals with another key would not open what is wrapped here, or would go on wrapping with that other
 * one: it must have this list before anything is wrapped with its first key.
 */
const servedWith = Effect.fnUntraced(function* (current: string) {
  const atWork = yield* sealingKeysAtWork
  if (atWork.every((key) => key === current)) return
  if (atWork.every((key) => key === current || key === "")) {
    return yield* new InvalidConfig({
      message:
        "a server has not told yet which key it seals with: run this again once it has started, or restart it with this list of keys; nothing was changed"
    })
  }
  return yield* new InvalidConfig({
    message:
      "a server at work does not seal with the first of these keys yet: restart it with this list of keys, and run this again; nothing was changed"
  })
})

/** A key that is missing is told before anything is changed, the list of keys included. */
const mustBeReadable = Effect.fnUntraced(function* (keyEncryptionKey: Redacted.Redacted<string>, remedy: string) {
  const why = whyUnreadable(yield* (yield* KeyRepository).keyIds, { keyEncryptionKey }, remedy)
  if (why !== undefined) return yield* new InvalidConfig({ message: `${why}; nothing was changed` })
})

const rewrap = (keys: Redacted.Redacted<string>) => {
  const ring = keyRing(keys)
  return Effect.gen(function* () {
    yield* servedWith(ring.current)
    const vault = yield* Vault
    const count = yield* vault.rewrap
    yield* (yield* UserVault).rewrap
    return count
  }).pipe(Effect.provide(Layer.merge(Vault.layer(ring), UserVault.layer(ring))))
}

const wrapped = (count: number) => `${count} ${count === 1 ? "account's key is" : "accounts' keys are"} wrapped anew`

/** The operator keeps the list of keys: its first one wraps. */
const rotateGiven = Effect.fnUntraced(function* (keys: Redacted.Redacted<string>) {
  yield* oneRotation
  yield* mustBeReadable(keys, ofTheOperator)
  const known = partsOf(Redacted.value(keys)).length
  const count = yield* rewrap(keys)
  if (known === 1) {
    return `${wrapped(count)}: to rotate, put a new key before the present one in KEY_ENCRYPTION_KEY (new,present), restart the server, and run this again`
  }
  return `${wrapped(count)} with the first key of KEY_ENCRYPTION_KEY: the others are no longer needed, but for backups made before`
})

/**
 * The file of the home is the list: a new key is put first, everything is wrapped with it, the earlier ones go. A server
 * that runs must have read the new key before anything is wrapped with it.
 */
const rotateKept = Effect.fnUntraced(function* ({ home }: CounterfoilConfig, running: boolean) {
  yield* oneRotation
  const { keyEncryptionKey } = yield* readSecrets(home)
  yield* mustBeReadable(keyEncryptionKey, ofTheFile(secretsFile(home)))
  const present = partsOf(Redacted.value(keyEncryptionKey))
  const keys = present.length > 1 ? present : [makeSecret(), ...present]
  if (keys !== present) {
    yield* keepSecrets(home)
    yield* writeKeyEncryptionKeys(home, keys)
  }
  if (keys !== present && running) {
    return `a new key was put into ${secretsFile(home)}: restart the server, so that it knows it, and run this again`
  }
  const count = yield* rewrap(Redacted.make(keys.join(",")))
  yield* writeKeyEncryptionKeys(home, keys.slice(0, 1))
  const replaced = replacedSecrets(home).at(-1)
  const earlier = replaced === undefined ? "the earlier one" : `the earlier one, which is ${replaced} now,`
  return `${wrapped(count)} with a new key: keep a new copy of ${secretsFile(home)}, and ${earlier} as long as backups made before`
})

/** What is told of a home before its database is opened. */
const ofHome = (config: CounterfoilConfig) =>
  Effect.gen(function* () {
    const { home } = config
    if (!Fs.existsSync(secretsFile(home))) {
      return yield* new InvalidConfig({ message: `there are no secrets in ${home} yet: start the server once first` })
    }
    // Asked before a command's own Postgres holds the home.
    const running = EmbeddedPostgres.holder({ home }) !== undefined
    return yield* rotateKept(config, running).pipe(Effect.scoped, Effect.provide(store(config)))
  })

/** Wraps the accounts' data keys with the newest key-encryption key. Answers what was done, and what to do next. */
export const rotateKeys = (config: CounterfoilConfig): Effect.Effect<string, { readonly message: string }> =>
  Option.match(config.secrets, {
    onSome: ({ keyEncryptionKey }) => rotateGiven(keyEncryptionKey).pipe(Effect.scoped, Effect.provide(store(config))),
    onNone: () => ofHome(config)
  })
