/**
 * Erases what deleted accounts had read and been told: names, descriptions, references. What is left is bookkeeping that
 * names nobody, and keyed hashes, by which whoever has the key and the original can show that it was here.
 */
import { Context, type Effect, Redacted } from "effect"
import { createHmac, randomBytes } from "node:crypto"

/**
 * Keys the hashes that stay. It is never in the database, so that somebody who has the database alone can't test names and
 * references against the hashes.
 * (Default: one that nobody knows, so that the hashes lead nowhere)
 */
export const ErasureKey = Context.Reference<Redacted.Redacted<Uint8Array>>("@counterfoil/core/ErasureKey", {
  defaultValue: () => Redacted.make(new Uint8Array(randomBytes(32)))
})

const mark = "erased:"

/** What stays of an identifier: equal for equal ones of the same account, and different from all others. */
export const keyedHash = (key: Redacted.Redacted<Uint8Array>, accountId: string, text: string): string =>
  mark + createHmac("sha256", Redacted.value(key)).update(`${accountId}\n${text}`).digest("base64url")

export interface ErasedAccounts {
  readonly accounts: number
  readonly movements: number
  readonly orders: number
}

export class Erasure extends Context.Service<
  Erasure,
  {
    /**
     * Erases all deleted accounts whose time has come, in transactions of a bounded number of rows each. One whose session at
     * the bank is still being closed waits for the next time.
     */
    readonly erase: Effect.Effect<ErasedAccounts>
    /** What `erase` would take now. */
    readonly pending: Effect.Effect<ErasedAccounts>
  }
>()("@counterfoil/core/Erasure") {}
