/** Terms that an owner agrees to, by name. */
import type { Terms } from "@counterfoil/domain"
import { Schema } from "effect"
import { createHash } from "node:crypto"

/** What is asked for has changed since it was looked at. */
export class ConsentChanged extends Schema.TaggedError<ConsentChanged>()("ConsentChanged", {}) {}

/** The same for terms that ask for the same. */
export const fingerprintOf = ({ creator, login, origins, passwordFields, requests }: Terms): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        creator,
        [...origins].sort(),
        [...requests].sort(),
        passwordFields ?? "password",
        ...(login === undefined ? [] : [[...login].sort()])
      ])
    )
    .digest("hex")
    .slice(0, 32)
