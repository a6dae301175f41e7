import { Context, type DateTime, type Effect } from "effect"

/** How things stand in the database, whichever node asks. */
export interface Standing {
  /** Not delivered yet: for their time, for an endpoint that is held back, and done with. */
  readonly outbox: { readonly pending: number; readonly held: number; readonly exhausted: number }
  /** Seconds that the oldest due message has been waiting; 0: none is due. */
  readonly outboxLagSeconds: number
  readonly codesWaiting: number
  readonly openSessions: number
  /** Connections of ours by their state, as Postgres names it. */
  readonly connections: Readonly<Record<string, number>>
}

export interface StaleAccount {
  readonly id: string
  readonly bank: string
  readonly lastCompleteScrapeAt: DateTime.Utc | null
}

/** A list of pending orders that can't be read. */
export interface UnreadOrders {
  readonly id: string
  readonly bank: string
  readonly since: DateTime.Utc
}

export class OperatorRepository extends Context.Service<
  OperatorRepository,
  {
    readonly standing: Effect.Effect<Standing>
    /**
     * Active accounts that are older than this time and have had no complete scrape since. Each is answered once, to one
     * node, until it has had a complete scrape again.
     */
    readonly takeStale: (before: DateTime.Utc) => Effect.Effect<ReadonlyArray<StaleAccount>>
    /**
     * Active accounts whose list of pending orders has not been read since before this time, though it is asked for. Each is
     * answered once, to one node, until the list has been read or its settings are saved.
     */
    readonly takeUnreadOrders: (before: DateTime.Utc) => Effect.Effect<ReadonlyArray<UnreadOrders>>
  }
>()("@counterfoil/core/operators/OperatorRepository") {}
