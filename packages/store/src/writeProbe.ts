/** Whether the database takes writes: it may answer and be read-only, or on a disk that is full. */
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

const codeOf = ({ reason }: SqlError.SqlError): string => {
  const { cause } = reason
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""
}

export const readOnlyDatabase = "the database is read-only (a replica, or default_transaction_read_only is on)"

/** Codes of appendix A of Postgres's manual. */
const sentences: Readonly<Record<string, string>> = {
  "25006": readOnlyDatabase,
  "53100": "the disk of the database is full",
  "42501": "the database's user may not write to its tables"
}

/** Undefined: it does, or it doesn't answer at all, which others tell. */
export const whyNotWritable: Effect.Effect<string | undefined, never, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`insert into write_probe (written_at) values (now()) on conflict (id) do update set written_at = now()`.pipe(
      Effect.as(undefined),
      Effect.catch((error) => Effect.succeed(sentences[codeOf(error)]))
    )
)
