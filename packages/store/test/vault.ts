/** A vault with one key, the same for all that a test builds. */
import { Vault } from "@counterfoil/core"
import { Layer, Redacted } from "effect"

export const testRing = {
  current: "k1",
  keys: new Map([["k1", Redacted.make<Uint8Array>(new Uint8Array(32).fill(5))]])
}

export const TestVault = Layer.orDie(Vault.layer(testRing))
