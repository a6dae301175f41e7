/** The server's secrets, checked against what the database holds. */
import { KeyRepository } from "@counterfoil/core"
import { noteSealingKey, StoreLayers } from "@counterfoil/store"
import { Effect, Option } from "effect"
import * as Fs from "node:fs"
import { type CounterfoilConfig, InvalidConfig, secretsFault, type ServerSecrets } from "./CounterfoilConfig.ts"
import { keptSecrets, makeSecrets, secretsFile } from "./keptSecrets.ts"
import { checkPepper } from "./checkPepper.ts"
import { keyRing } from "./keyRing.ts"

/** Without its key nothing that is stored encrypted can be read: better not to start than to fail at each login. */
const checkKeys = (keyIds: ReadonlyArray<string>, secrets: ServerSecrets, remedy: string) => {
  const { keys } = keyRing(secrets.keyEncryptionKey)
  const unknown = keyIds.filter((id) => !keys.has(id))
  return unknown.length === 0
    ? Effect.void
    : new InvalidConfig({
        message: `stored credentials are encrypted with another key than the one given (its id is ${unknown.join(", ")}): ${remedy}`
      })
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
    return {
      secrets: config.secrets.value,
      remedy: "add that key to KEY_ENCRYPTION_KEY, after the new one and a comma"
    }
  }
  const file = secretsFile(config.home)
  if (!Fs.existsSync(file)) {
    if (keyIds.length > 0) {
      return yield* new InvalidConfig({
        message: `${file} is missing, and stored credentials can't be read without it: restore it from your copy, or move ${config.home} away to begin afresh`
      })
    }
    yield* makeSecrets(config.home)
  }
  return { secrets: yield* keptSecrets(config), remedy: `restore ${file} from your copy` }
})

/** Those that the server works with, noted where who changes them looks. */
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
