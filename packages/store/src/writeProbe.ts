/** Whether the database takes writes: it may answer and be read-only, or on a disk that is full. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sqlCode } from "./sql/sqlWords.ts"

export const readOnlyDatabase = "the database is read-only (a replica, or default_transaction_read_only is on)"

/** Codes of appendix A of Postgres's manual. */
const sentences: Readonly<Record<string, string>> = {
  "25006": readOnlyDatabase,
  "53100": "the disk of the database is full",
  "42501": "the database's user may not write to its tables"
}

const probe = (sentenceOf: typeof sentences): Effect.Effect<string | undefined, never, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`insert into write_probe (written_at) values (now()) on conflict (id) do update set written_at = now()`.pipe(
      Effect.as(undefined),
      Effect.catch((error) => Effect.succeed(sentenceOf[sqlCode(error)]))
    )
  )

/** Undefined: it does, it has no tables yet, or it doesn't answer at all, which others tell. */
export const whyNotWritable = probe(sentences)

/** Of a server that has begun to work there. */
export const whyNotWritableAnyMore = probe({
  ...sentences,
  "42P01":
    "counterfoil's tables are gone from the database (dropped, or it was made anew): stop the server, bring them back, and start it again"
})
