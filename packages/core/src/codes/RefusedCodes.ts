/** Codes that a bank has refused: none of them is typed again, whatever brings it, in a later login either. */
import { Context, Effect, Layer, Redacted } from "effect"
import { createHmac, randomBytes } from "node:crypto"
import { Vault } from "../security/Vault.ts"
import { CodeRepository } from "./CodeRepository.ts"

const ofThisProcess = randomBytes(32)

/** A code is known by a print of it only. (Default: none is known beyond its login) */
export const RefusedCodes = Context.Reference<{
  readonly printOf: (accountId: string, code: Redacted.Redacted<string>) => Effect.Effect<string>
  readonly isRefused: (accountId: string, print: string) => Effect.Effect<boolean>
  readonly note: (accountId: string, print: string) => Effect.Effect<void>
}>("@counterfoil/core/codes/RefusedCodes", {
  defaultValue: () => ({
    printOf: (accountId, code) =>
      Effect.sync(() =>
        createHmac("sha256", ofThisProcess)
          .update(`${accountId} ${Redacted.value(code)}`)
          .digest("base64")
      ),
    isRefused: () => Effect.succeed(false),
    note: () => Effect.void
  })
})

/** The fingerprint under the account's key by which messages with the code are known too. */
export const codePrint = (vault: Vault["Service"], accountId: string, code: string): Effect.Effect<string> =>
  vault.fingerprint(accountId, `code:${code}`)

/** In the tables: a restart, and another node, know them. */
export const keptRefusedCodes: Layer.Layer<never, never, CodeRepository | Vault> = Layer.effect(
  RefusedCodes,
  Effect.gen(function* () {
    const repository = yield* CodeRepository
    const vault = yield* Vault
    return {
      printOf: (accountId, code) => codePrint(vault, accountId, Redacted.value(code)),
      isRefused: repository.isRefused,
      note: repository.noteRefused
    }
  })
)
