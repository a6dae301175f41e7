/** What a rehearsal reads. Everything comes in pages, by id, so that no answer of the database is big. Nothing is written. */
import { Context, type DateTime, type Effect } from "effect"
import type { AttemptResult } from "@counterfoil/domain"
import type { StoredFacts, WantedAmount } from "./ConciliationRepository.ts"
import type { StoredOrder } from "./orderFacts.ts"
import type { RequestStatus } from "./Request.ts"

/** An order with what has become of it. */
export interface PastRequest extends StoredOrder {
  readonly accountId: string
  readonly bankId: string
  readonly externalId: string
  readonly status: RequestStatus
  /** The movement that pays it now. */
  readonly paidBy: string | null
  /** A person chose that movement. */
  readonly chosen: boolean
  /** Of the latest attempt. */
  readonly result: AttemptResult | null
  readonly reason: string | null
}

/** A payment that a person chose: the payer's name counts for later orders of the same name. */
export interface PastChoice {
  readonly requestId: string
  readonly name: string
  readonly senderName: string
  readonly chosenAt: DateTime.Utc
}

/** At most `limit` rows with ids after `after`, in their order. */
export interface Page {
  readonly after: string | null
  readonly limit: number
}

export class RehearsalRepository extends Context.Service<
  RehearsalRepository,
  {
    /** Of the user's accounts that are not deleted, withdrawn ones left out; first seen at `since` or later. */
    readonly requests: (
      userId: string,
      filter: { readonly accountId?: string; readonly since?: DateTime.Utc },
      page: Page
    ) => Effect.Effect<ReadonlyArray<PastRequest>>
    readonly movements: (
      accountId: string,
      wanted: ReadonlyArray<WantedAmount>,
      page: Page
    ) => Effect.Effect<ReadonlyArray<StoredFacts>>
    readonly choices: (accountId: string) => Effect.Effect<ReadonlyArray<PastChoice>>
  }
>()("@counterfoil/core/conciliation/RehearsalRepository") {}
