/** A hasher that is quick and counts: argon2 has its own tests. */
import { PasswordHasher } from "@counterfoil/core"
import { Effect, Layer, Redacted } from "effect"
import { createHash } from "node:crypto"

const digest = (password: Redacted.Redacted<string>): string =>
  createHash("sha256").update(Redacted.value(password)).digest("hex")

export const counted = { hashes: 0, verifications: 0 }

export const QuickHasher = Layer.succeed(
  PasswordHasher,
  PasswordHasher.of({
    hash: (password) =>
      Effect.sync(() => {
        counted.hashes += 1
        return digest(password)
      }),
    verify: (hash, password) =>
      Effect.sync(() => {
        counted.verifications += 1
        return hash === digest(password)
      })
  })
)
