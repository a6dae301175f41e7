/** What happened to an account, in sentences for its owner. Never holds a secret. */
import { Context, type DateTime, type Effect, type Schema } from "effect"
import type { NewActivity } from "@counterfoil/domain"

export interface ActivityEntry {
  readonly id: bigint
  readonly occurredAt: DateTime.Utc
  /** A dotted word: `scrape.skipped`, `orders.item_skipped`, `notify.nothing_to_send` … */
  readonly kind: string
  readonly message: string
  readonly data: Readonly<Record<string, Schema.Json>>
}

export class ActivityLog extends Context.Service<
  ActivityLog,
  {
    readonly add: (
      entry: NewActivity & {
        readonly accountId: string
        /** Not again while one of the same words is among the account's latest 100. */
        readonly once?: boolean
      }
    ) => Effect.Effect<void>
    /** Newest first. `before`: entries with a smaller id only. */
    readonly list: (
      accountId: string,
      page: { readonly limit: number; readonly before?: bigint }
    ) => Effect.Effect<ReadonlyArray<ActivityEntry>>
  }
>()("@counterfoil/core/events/ActivityLog") {}
