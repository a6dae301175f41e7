/** The key-encryption keys of the operator's text. */
import type { KeyRing } from "@counterfoil/core"
import { Redacted } from "effect"
import { createHash } from "node:crypto"
import { partsOf } from "../config/CounterfoilConfig.ts"

/** Keys of 32 bytes, each with the id by which what it wraps names it. The first of the list is the current one. */
export const keyRing = (keyEncryptionKey: Redacted.Redacted<string>): KeyRing => {
  const keys = partsOf(Redacted.value(keyEncryptionKey)).map((text) => {
    const key = createHash("sha256").update("counterfoil key-encryption key\0").update(text).digest()
    return {
      id: createHash("sha256").update(key).digest("hex").slice(0, 12),
      key: Redacted.make(new Uint8Array(key))
    }
  })
  return { current: keys[0]?.id ?? "", keys: new Map(keys.map(({ id, key }) => [id, key])) }
}
