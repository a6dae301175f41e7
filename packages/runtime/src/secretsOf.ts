/** The server's secrets, checked against what the database holds. */
import { KeyRepository } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { Effect, Option } from "effect"
import * as Fs from "node:fs"
import { type CounterfoilConfig, InvalidConfig, secretsFault, type ServerSecrets } from "./CounterfoilConfig.ts"
import { makeSecrets, readSecrets, secretsFile } from "./keptSecrets.ts"
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

/** Given by the operator, or kept under the home and made there at the first start. */
export const secretsOf = Effect.fnUntraced(function* <E = never>(
  config: CounterfoilConfig,
  provider?: Effect.Effect<ServerSecrets, E>
) {
  const keyIds = yield* (yield* KeyRepository).keyIds
  if (provider !== undefined) {
    const secrets = yield* provider
    const fault = secretsFault(secrets)
    if (fault !== undefined) return yield* new InvalidConfig({ message: fault })
    yield* checkKeys(keyIds, secrets, "let the provider give that key too, after the new one and a comma")
    yield* checkPepper(secrets)
    return secrets
  }
  if (Option.isNone(config.secrets) && !Fs.existsSync(secretsFile(config.home))) {
    if (keyIds.length > 0) {
      return yield* new InvalidConfig({
        message: `${secretsFile(config.home)} is missing, and stored credentials can't be read without it: restore it from your copy, or move ${config.home} away to begin afresh`
      })
    }
    yield* makeSecrets(config.home)
  }
  if (Option.isSome(config.secrets)) {
    yield* checkKeys(keyIds, config.secrets.value, "add that key to KEY_ENCRYPTION_KEY, after the new one and a comma")
    yield* checkPepper(config.secrets.value)
    return config.secrets.value
  }
  const secrets = yield* readSecrets(config.home)
  yield* checkKeys(keyIds, secrets, `restore ${secretsFile(config.home)} from your copy`)
  yield* checkPepper(secrets)
  return secrets
}, Effect.provide(StoreLayers))
