import { PgClient } from "@effect/sql-pg"
import { Data, Duration, Effect, Layer, type Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"
import { type DatabasePlace, readDatabaseUrl } from "./connections/databaseUrl.ts"
import { DatabaseSockets } from "./connections/DatabaseSockets.ts"
import { quietPins } from "./connections/quietPins.ts"
import { sharedClient } from "./connections/sharedClient.ts"
import { sqlCode } from "./sql/sqlWords.ts"

/** The database can't be used; the message says why and what to do, and holds no secret. */
export class DatabaseUnreachable extends Data.TaggedError("DatabaseUnreachable")<{ readonly message: string }> {}

export interface DatabaseOptions {
  readonly url: Redacted.Redacted<string>
  /** Connections at most; transactions, listeners and locks hold one each for their time. (Default 16) */
  readonly maxConnections?: number
  /** How it shows in pg_stat_activity. (Default "counterfoil") */
  readonly applicationName?: string
  /**
   * How long a statement may take: the server ends it then, and a connection that says nothing for five seconds more is ended here.
   * None for what takes as long as it takes, such as migrations. (Default: 20 seconds)
   */
  readonly statementLimit?: Duration.Duration | undefined
  /** The server ends a transaction that nobody goes on with for so long: of a process that froze in it, and others wait for. (Default: never) */
  readonly abandonTransactionsAfter?: Duration.Duration | undefined
}

/** Host, port and database of a URL, without user and password. */
const placeOf = (url: URL): string => `${url.hostname || "localhost"}:${url.port || "5432"}${url.pathname}`

/** The server's own words where it gave some; the driver's wrapper says only "failed". */
const reasonOf = (error: SqlError.SqlError): string => {
  const cause = error.reason.cause
  const words = cause instanceof Error && cause.message !== "" ? cause.message : error.message
  return words.replaceAll(/\s+/g, " ").replaceAll(/postgres(ql)?:\/\/\S+/gi, "…")
}

/** In OpenSSL's words. */
const isUntrusted = (reason: string): boolean =>
  /self-signed certificate|local issuer certificate|first certificate/.test(reason)

const unreachable = (url: URL, reason: string): DatabaseUnreachable => {
  const remedy = isUntrusted(reason)
    ? "name the file of the authority that vouches for its certificate in DATABASE_URL (sslrootcert=FILE)"
    : "check DATABASE_URL and that Postgres is running"
  return new DatabaseUnreachable({ message: `no connection to the database ${placeOf(url)} (${reason}): ${remedy}` })
}

/** To Postgres 0 is none. */
const limitText = (limit: Duration.Duration = Duration.zero): string => String(Math.ceil(Duration.toMillis(limit)))

/** Longer than what the longest pass of a busy account takes, shorter than what people wait for. */
const defaultStatementLimit = Duration.seconds(20)

/** For the answer to a statement that took all of its time. */
const beyondStatements = Duration.seconds(5)

/**
 * Said by each connection, for what a role or a database has set for others would count here too: dates would be of another
 * zone, a transaction that waits for its turn would see what was there before its turn, and what has no limit would have one.
 * Plans are those that are tested: with costs of disks that turn Postgres reads a table for a page of it.
 */
const sessionDefaults = ({ abandonTransactionsAfter, statementLimit }: Limits) => ({
  timezone: "UTC",
  datestyle: "ISO, YMD",
  standard_conforming_strings: "on",
  default_transaction_isolation: "read committed",
  random_page_cost: "1.1",
  jit: "off",
  lock_timeout: "0",
  idle_session_timeout: "0",
  statement_timeout: limitText(statementLimit),
  idle_in_transaction_session_timeout: limitText(abandonTransactionsAfter)
})

/** Of appendix A of Postgres's manual: it is starting or stopping, and has no connection to give. Both pass by themselves. */
const isBusy = (error: SqlError.SqlError): boolean => ["57P03", "53300"].includes(sqlCode(error))

/** Others may start at the same moment; ends before the time that a first answer has. */
const untilNotBusy = Schedule.spaced("250 millis").pipe(Schedule.upTo({ duration: "8 seconds" }))

type Limits = Pick<DatabaseOptions, "abandonTransactionsAfter" | "statementLimit">

/** A lease may be longer than statements take, and those who hold something by it are silent for a third of it. */
const silenceOf = ({ abandonTransactionsAfter = Duration.zero, statementLimit }: Limits) =>
  statementLimit === undefined
    ? undefined
    : Duration.sum(Duration.max(statementLimit, abandonTransactionsAfter), beyondStatements)

const connect = (
  options: DatabaseOptions,
  limits: Limits,
  { ssl, url }: DatabasePlace,
  sockets: DatabaseSockets["Service"]
) =>
  Effect.gen(function* () {
    const client = yield* sharedClient({
      url: options.url,
      ssl,
      maxConnections: options.maxConnections ?? 16,
      // Queries of many fibers share a connection: twice the reads.
      multiplex: true,
      applicationName: options.applicationName ?? "counterfoil",
      startupParameters: sessionDefaults(limits),
      // Before it would be ended for its silence.
      idleTimeout: limits.statementLimit ?? defaultStatementLimit,
      stream: sockets.open
    }).pipe(Effect.mapError((error) => unreachable(url, reasonOf(error))))
    yield* client`SELECT 1`.pipe(
      Effect.retry({ while: isBusy, schedule: untilNotBusy }),
      Effect.mapError((error) => unreachable(url, reasonOf(error))),
      Effect.timeoutOrElse({
        duration: "10 seconds",
        orElse: () => Effect.fail(unreachable(url, "it did not answer within 10 seconds"))
      })
    )
    return quietPins(client)
  })

const open = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const place = yield* Effect.mapError(readDatabaseUrl(options.url), (message) => new DatabaseUnreachable({ message }))
  const limits = { statementLimit: defaultStatementLimit, ...options }
  const sockets = yield* DatabaseSockets.make({ place: options, silence: silenceOf(limits) })
  return Layer.merge(
    Layer.succeed(DatabaseSockets, sockets),
    PgClient.layerFrom(connect(options, limits, place, sockets))
  )
})

/** Our connections to Postgres. */
export const Database = {
  /**
   * A pool that has proven it can reach the database: fails with one sentence within 10 seconds when it can't.
   */
  layer: (
    options: DatabaseOptions
  ): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient | DatabaseSockets, DatabaseUnreachable> =>
    Layer.unwrap(open(options)),

  /** What the server says it is, such as "18.1". */
  version: Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`SELECT current_setting('server_version') AS version`.pipe(
      Effect.flatMap(Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ version: Schema.String })]))),
      Effect.map(([row]) => row.version),
      Effect.orDie
    )
  )
}
