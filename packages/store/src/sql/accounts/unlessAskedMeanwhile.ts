/** A job that is to wait again, beside one that is asked for in that moment. */
import { Data, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { onTaken, type Rows } from "../rows.ts"

class AskedMeanwhile extends Data.TaggedError("AskedMeanwhile") {}

/**
 * Of an account one job may wait at most. The statement looks for one that waits before it puts its own back: if another one was
 * committed in between, it is made again, and leaves the turn to that one.
 */
export const unlessAskedMeanwhile =
  (sql: SqlClient.SqlClient) =>
  (statement: Rows): Rows =>
    sql.withTransaction(statement).pipe(
      onTaken("scrape_jobs_one_queued", () => new AskedMeanwhile()),
      // Within its transaction, whose fence holds: it is there by now.
      Effect.retry({ while: ({ _tag }) => _tag === "AskedMeanwhile", times: 3 }),
      Effect.orDie
    )
