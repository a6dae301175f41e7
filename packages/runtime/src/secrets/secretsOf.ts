/** The server's secrets, checked against what the database holds. */
import { KeyRepository } from "@counterfoil/core"
import { noteSealingKey, StoreLayers } from "@counterfoil/store"
import { Effect, Option } from "effect"
import * as Fs from "node:fs"
import { type CounterfoilConfig, InvalidConfig, secretsFault, type ServerSecrets } from "../config/CounterfoilConfig.ts"
import { keptSecrets, makeSecrets, missingSecrets, secretsFile } from "./keptSecrets.ts"
import { checkPepper } from "./checkPepper.ts"
import { keyRing } from "./keyRing.ts"
import { ofTheFile, ofTheOperator, whyUnreadable } from "./whyUnreadable.ts"

/** Beside a database that others look after a folder is no place to make secrets: it may be gone with the next container. */
export const missingBesideDatabase = (
  { databaseUrl, home, secrets }: Pick<CounterfoilConfig, "databaseUrl" | "home" | "secrets">,
  given: { readonly sql?: unknown; readonly secrets?: unknown }
): string | undefined =>
  (Option.isSome(databaseUrl) || given.sql !== undefined) &&
  Option.isNone(secrets) &&
  given.secrets === undefined &&
  !Fs.existsSync(secretsFile(home))
    ? "JWT_SIGNING_KEY, KEY_ENCRYPTION_KEY and API_KEY_PEPPER are missing: with a database of its own a program gives all three (`secrets`), 32 characters or more of random text each"
    : undefined

/** Better not to start than to fail at each login. */
const checkKeys = (keyIds: ReadonlyArray<string>, secrets: ServerSecrets, remedy: string) => {
  const why = whyUnreadable(keyIds, secrets, remedy)
  return why === undefined ? Effect.void : new InvalidConfig({ message: why })
}

/** Given by the operator, or kept under the home and made there at the first start; with what to do about a missing key. */
const findSecrets = Effect.fnUntraced(function* <E>(
  config: CounterfoilConfig,
  keyIds: ReadonlyArray<string>,
  provider: Effect.Effect<ServerSecrets, E> | undefined
) {
  if (provider !== undefined) {
    const secrets = yield* provider
    const fault = secretsFault(secrets)
    if (fault !== undefined) return yield* new InvalidConfig({ message: fault })
    return { secrets, remedy: "let the provider give that key too, after the new one and a comma" }
  }
  if (Option.isSome(config.secrets)) {
    return { secrets: config.secrets.value, remedy: ofTheOperator }
  }
  const file = secretsFile(config.home)
  if (!Fs.existsSync(file)) {
    if (keyIds.length > 0) return yield* new InvalidConfig({ message: missingSecrets(config.home) })
    yield* makeSecrets(config.home)
  }
  return { secrets: yield* keptSecrets(config), remedy: ofTheFile(file) }
})

/** The secrets that the server works with. Their fingerprints are noted in the database, where a change of them is checked. */
export const secretsOf = Effect.fnUntraced(function* <E = never>(
  config: CounterfoilConfig,
  provider?: Effect.Effect<ServerSecrets, E>
) {
  const keyIds = yield* (yield* KeyRepository).keyIds
  const { remedy, secrets } = yield* findSecrets(config, keyIds, provider)
  yield* checkKeys(keyIds, secrets, remedy)
  yield* checkPepper(secrets)
  yield* noteSealingKey(keyRing(secrets.keyEncryptionKey).current)
  return secrets
}, Effect.provide(StoreLayers))
