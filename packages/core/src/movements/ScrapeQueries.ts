/** What each scrape and each uploaded statement brought, as rows that people look at. */
import { Context, type DateTime, type Effect, type Schema } from "effect"
import type { Coverage } from "@counterfoil/domain"
import type { ScriptManifest } from "../scripts/ScriptManifest.ts"
import type { StatementFormat } from "./StatementReader.ts"

export interface ScrapeRecord {
  readonly id: string
  readonly accountId: string
  readonly status: "ingested" | "quarantined"
  /** Of an uploaded statement; null: read by a script. */
  readonly format: StatementFormat | null
  readonly coverage: Coverage
  readonly rowsRead: number
  readonly rowsNew: number
  /** Why it is or was quarantined. */
  readonly fault: string | null
  readonly finishedAt: DateTime.Utc
  readonly acceptedAt: DateTime.Utc | null
}

export interface QuarantinedScrape extends ScrapeRecord {
  /** As it was read; only while it is quarantined. */
  readonly statement: Schema.Json | null
  /** Of the script that read it; null when there is none to be found. */
  readonly manifest: ScriptManifest | null
}

export class ScrapeQueries extends Context.Service<
  ScrapeQueries,
  {
    /** Newest first. */
    readonly list: (
      accountId: string,
      page: { readonly limit: number; readonly offset: number; readonly status?: ScrapeRecord["status"] }
    ) => Effect.Effect<ReadonlyArray<ScrapeRecord>>
    readonly find: (accountId: string, scrapeId: string) => Effect.Effect<QuarantinedScrape | null>
    /** Keeps the account's row until the transaction ends, so that nothing else is taken in. False: there is none. */
    readonly holdAccount: (accountId: string) => Effect.Effect<boolean>
    /** It is ingested now, by a person's word; the statement is forgotten. */
    readonly accept: (scrapeId: string, userId: string, rowsNew: number) => Effect.Effect<void>
  }
>()("@counterfoil/core/movements/ScrapeQueries") {}
