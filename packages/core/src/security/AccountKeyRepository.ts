/** The accounts' data keys, wrapped by a key-encryption key. */
import { Context, type Effect } from "effect"

export interface WrappedKey {
  /** Which key-encryption key wraps it. */
  readonly keyId: string
  readonly wrapped: Uint8Array
}

export class AccountKeyRepository extends Context.Service<
  AccountKeyRepository,
  {
    readonly find: (accountId: string) => Effect.Effect<WrappedKey | null>
    /** Keeps the key that is there already, if there is one. */
    readonly addIfAbsent: (accountId: string, key: WrappedKey) => Effect.Effect<void>
    /** Only if it is still wrapped by `from`. */
    readonly replace: (accountId: string, from: string, key: WrappedKey) => Effect.Effect<void>
    /** Some accounts whose key is wrapped by another key-encryption key than this. */
    readonly notWrappedBy: (keyId: string, limit: number) => Effect.Effect<ReadonlyArray<string>>
    /** The ids of all key-encryption keys that wrap something. */
    readonly keyIds: Effect.Effect<ReadonlyArray<string>>
    readonly remove: (accountId: string) => Effect.Effect<void>
  }
>()("@counterfoil/core/security/AccountKeyRepository") {}
