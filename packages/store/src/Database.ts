import { PgClient } from "@effect/sql-pg"
import { Data, Duration, Effect, Redacted, Schema } from "effect"
import type { Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

/** The database can't be used; the message says why and what to do, and holds no secret. */
export class DatabaseUnreachable extends Data.TaggedError("DatabaseUnreachable")<{ readonly message: string }> {}

export interface DatabaseOptions {
  readonly url: Redacted.Redacted<string>
  /** Connections at most; transactions, listeners and locks hold one each for their time. (Default 16) */
  readonly maxConnections?: number
  /** Queries of many fibers share a connection; twice the reads. Off where one slow query must not delay others. (Default true) */
  readonly multiplex?: boolean
  /** How it shows in pg_stat_activity. (Default "counterfoil") */
  readonly applicationName?: string
  /** The server ends a transaction that nobody goes on with for so long: of a process that froze in it, and others wait for. (Default: never) */
  readonly abandonTransactionsAfter?: Duration.Duration | undefined
}

/** Host, port and database of a URL, without user and password. */
const placeOf = (url: URL): string => `${url.hostname || "localhost"}:${url.port || "5432"}${url.pathname}`

const parse = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) ? url : undefined
}

/** The server's own words where it gave some; the driver's wrapper says only "failed". */
const reasonOf = (error: SqlError.SqlError): string => {
  const cause = error.reason.cause
  const words = cause instanceof Error && cause.message !== "" ? cause.message : error.message
  return words.replaceAll(/\s+/g, " ").replaceAll(/postgres(ql)?:\/\/\S+/gi, "…")
}

const unreachable = (url: URL, reason: string): DatabaseUnreachable =>
  new DatabaseUnreachable({
    message: `no connection to the database ${placeOf(url)} (${reason}): check DATABASE_URL and that Postgres is running`
  })

const millisText = (duration: Duration.Duration): string => String(Math.ceil(Duration.toMillis(duration)))

const connect = (options: DatabaseOptions) =>
  Effect.gen(function* () {
    const url = parse(Redacted.value(options.url))
    if (url === undefined) {
      return yield* new DatabaseUnreachable({
        message: "DATABASE_URL is not a Postgres URL: it looks like postgres://user:password@host:5432/database"
      })
    }
    const client = yield* PgClient.make({
      url: options.url,
      maxConnections: options.maxConnections ?? 16,
      multiplex: options.multiplex ?? true,
      applicationName: options.applicationName ?? "counterfoil",
      ...(options.abandonTransactionsAfter === undefined
        ? {}
        : { startupParameters: { idle_in_transaction_session_timeout: millisText(options.abandonTransactionsAfter) } })
    }).pipe(Effect.mapError((error) => unreachable(url, reasonOf(error))))
    yield* client`SELECT 1`.pipe(
      Effect.mapError((error) => unreachable(url, reasonOf(error))),
      Effect.timeoutOrElse({
        duration: "10 seconds",
        orElse: () => Effect.fail(unreachable(url, "it did not answer within 10 seconds"))
      })
    )
    return client
  })

/** Our connections to Postgres. */
export const Database = {
  /**
   * A pool that has proven it can reach the database: fails with one sentence within 10 seconds when it can't.
   */
  layer: (options: DatabaseOptions): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, DatabaseUnreachable> =>
    PgClient.layerFrom(connect(options)),

  /** What the server says it is, such as "18.1". */
  version: Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`SELECT current_setting('server_version') AS version`.pipe(
      Effect.flatMap(Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ version: Schema.String })]))),
      Effect.map(([row]) => row.version),
      Effect.orDie
    )
  ),

  /** Whether the database answers within 2 seconds. */
  answers: Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`SELECT 1`.pipe(Effect.timeout("2 seconds"), Effect.isSuccess)
  )
}
