/** Data keys, wrapped by a key-encryption key. */
import { Context, type Effect } from "effect"

export interface WrappedKey {
  /** Which key-encryption key wraps it. */
  readonly keyId: string
  readonly wrapped: Uint8Array
}

/** One key for each owner. */
export interface DataKeys {
  readonly find: (ownerId: string) => Effect.Effect<WrappedKey | null>
  /** Keeps the key that is there already, if there is one. */
  readonly addIfAbsent: (ownerId: string, key: WrappedKey) => Effect.Effect<void>
  /** Only if it is still wrapped by `from`. */
  readonly replace: (ownerId: string, from: string, key: WrappedKey) => Effect.Effect<void>
  /** Some owners whose key is wrapped by another key-encryption key than this. */
  readonly notWrappedBy: (keyId: string, limit: number) => Effect.Effect<ReadonlyArray<string>>
  readonly remove: (ownerId: string) => Effect.Effect<void>
}

export class KeyRepository extends Context.Service<
  KeyRepository,
  {
    readonly accounts: DataKeys
    /** Of what belongs to users, not to one of their accounts. */
    readonly users: DataKeys
    /** The ids of all key-encryption keys that wrap something. */
    readonly keyIds: Effect.Effect<ReadonlyArray<string>>
  }
>()("@counterfoil/core/security/KeyRepository") {}
