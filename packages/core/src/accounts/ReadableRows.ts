/** Rows from before addresses, bodies and the like were encrypted: the server still has to seal them. */
import { Context, type Effect } from "effect"
import type { SealedEndpoint, SealedSettings, StoredSettings } from "./AccountRepository.ts"

/** `erased`: the account is deleted, so nobody can read the row and there is no key left to seal it with. */
interface OfAccount {
  readonly accountId: string
  readonly erased: boolean
}

export interface ReadableEndpoint extends OfAccount {
  readonly url: string
}

export interface ReadableAttempt extends OfAccount {
  readonly outboxId: string
  readonly number: number
  readonly url: string
}

export interface ReadableBody extends OfAccount {
  readonly id: string
  readonly messageId: string
  readonly body: Uint8Array
}

/** Each `find…` gives some, if there are any; inside a transaction, with its `…` that replaces them. */
export class ReadableRows extends Context.Service<
  ReadableRows,
  {
    /** Inside a transaction: whether nobody else seals until its end. Doesn't wait for who does, which may take long. */
    readonly alone: Effect.Effect<boolean>
    readonly findSettings: (limit: number) => Effect.Effect<ReadonlyArray<StoredSettings>>
    /** As if they had been saved so: nothing else of the row changes. */
    readonly sealSettings: (settings: SealedSettings) => Effect.Effect<void>
    readonly findEndpoints: (limit: number) => Effect.Effect<ReadonlyArray<ReadableEndpoint>>
    /** Null: it is forgotten. */
    readonly sealEndpoint: (endpoint: ReadableEndpoint, sealed: SealedEndpoint | null) => Effect.Effect<void>
    readonly findAttempts: (limit: number) => Effect.Effect<ReadonlyArray<ReadableAttempt>>
    readonly sealAttempts: (
      attempts: ReadonlyArray<Pick<ReadableAttempt, "outboxId" | "number"> & { readonly address: string }>
    ) => Effect.Effect<void>
    readonly findBodies: (limit: number) => Effect.Effect<ReadonlyArray<ReadableBody>>
    readonly sealBodies: (
      bodies: ReadonlyArray<{ readonly id: string; readonly body: Uint8Array }>
    ) => Effect.Effect<void>
  }
>()("@counterfoil/core/security/ReadableRows") {}
