/** The key of the hashes that stay of what was erased. Made of the pepper: that is not in the database, and seldom changed. */
import { Redacted } from "effect"
import { createHmac } from "node:crypto"

export const erasureKey = (pepper: Redacted.Redacted<string>): Redacted.Redacted<Uint8Array> =>
  Redacted.make(
    new Uint8Array(createHmac("sha256", Redacted.value(pepper)).update("counterfoil erased identifiers").digest())
  )
