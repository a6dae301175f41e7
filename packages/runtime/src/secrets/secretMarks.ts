/** Whether two nodes have the same secrets, told by marks that give none of them away. */
import type { KeyRing, SecretMarks } from "@counterfoil/core"
import { Redacted } from "effect"
import { createHmac } from "node:crypto"
import type { ServerSecrets } from "../config/CounterfoilConfig.ts"

export const mark = (name: string, secret: Redacted.Redacted<string>): string =>
  createHmac("sha256", Redacted.value(secret)).update(`counterfoil mark of ${name}`).digest("hex").slice(0, 16)

export const secretMarks = ({ apiKeyPepper, jwtSigningKey }: ServerSecrets, { keys }: KeyRing): SecretMarks => ({
  jwtSigningKey: mark("JWT_SIGNING_KEY", jwtSigningKey),
  apiKeyPepper: mark("API_KEY_PEPPER", apiKeyPepper),
  keyEncryptionKeys: [...keys.keys()]
})

/** Each must be able to read what the other encrypts: it needs the other's first key, wherever in its list. */
const canRead = (a: SecretMarks, b: SecretMarks): boolean => {
  const [first] = b.keyEncryptionKeys
  return first === undefined || a.keyEncryptionKeys.includes(first)
}

/** The names of the secrets that keep two nodes from working together. */
export const whatDiffers = (mine: SecretMarks, other: SecretMarks): ReadonlyArray<string> => [
  ...(mine.jwtSigningKey === other.jwtSigningKey ? [] : ["JWT_SIGNING_KEY"]),
  ...(canRead(mine, other) && canRead(other, mine) ? [] : ["KEY_ENCRYPTION_KEY"]),
  ...(mine.apiKeyPepper === other.apiKeyPepper ? [] : ["API_KEY_PEPPER"])
]
