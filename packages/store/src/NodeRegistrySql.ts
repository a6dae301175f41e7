import { Deferred, Duration, Effect, Layer, Schema } from "effect"
import { type Node, NodeRegistry, SecretMarks } from "@counterfoil/core"
import { PgClient } from "@effect/sql-pg"
import { holdConnection, type Run } from "./connections/heldConnection.ts"
import { rowAs, rowsAs, touched } from "./sql/rows.ts"

/** Any fixed number; the second half of each node's lock is its own number. */
export const lockSpace = 415_521_803

/** A node finds out so soon that its connection was lost, and comes back before the others think it lost. */
const betweenUses = Duration.seconds(1)

const NodeRow = Schema.Struct({
  id: Schema.String,
  host: Schema.String,
  port: Schema.Int,
  secrets: SecretMarks
})
const nodes = rowsAs(NodeRow)
const numberRow = rowAs(Schema.Struct({ number: Schema.Int }))

/** No answer by then, and the server may have ended the connection before we hear of it. */
const deadlineOf = (lease: Duration.Duration) => Duration.min(Duration.seconds(5), Duration.divideUnsafe(lease, 2))

/** The lock, then the row: whoever has a row has had its lock. */
const takePlace = (node: Node, number: number, lease: Duration.Duration) => (run: Run) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      // Of a frozen node the connection lives on, but it doesn't use it: then the server ends it, and with it the lock.
      yield* run(`SET idle_session_timeout = ${Math.ceil(Duration.toMillis(lease))}`)
      // Of a connection that was lost without a word the server knows only after the lease.
      yield* run(`SELECT pg_advisory_lock(${lockSpace}, ${number})`, [], Duration.sum(lease, deadlineOf(lease)))
      yield* run(
        `INSERT INTO nodes (id, number, host, port, secrets) VALUES ($1, $2, $3, $4, $5::jsonb) ON CONFLICT (id) DO NOTHING`,
        [node.id, number, node.host, node.port, JSON.stringify(node.secrets)]
      )
    }),
    () =>
      run(`DELETE FROM nodes WHERE id = $1`, [node.id]).pipe(
        Effect.andThen(run(`SELECT pg_advisory_unlock(${lockSpace}, ${number})`)),
        Effect.andThen(run(`RESET idle_session_timeout`)),
        Effect.ignore
      )
  )

interface NodeOptions {
  /** After how long without a use its connection is ended, and the node absent. */
  readonly lease: Duration.Duration
}

const make = ({ lease }: NodeOptions) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const columns = sql.literal("n.id, n.host, n.port, n.secrets")
    const isHeld = sql.literal(`exists (select 1 from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and l.granted and d.datname = current_database()
        and l.classid = ${lockSpace} and l.objid = n.number and l.objsubid = 2)`)

    return NodeRegistry.of({
      join: Effect.fnUntraced(function* (node, onReturn = Effect.void) {
        const row = yield* numberRow(sql`select nextval('node_numbers')::int as number`)
        const held = yield* Deferred.make<void>()
        yield* holdConnection({
          take: takePlace(node, row?.number ?? 0, lease),
          held: Effect.flatMap(Deferred.succeed(held, undefined), (isFirst) => (isFirst ? Effect.void : onReturn)),
          useEvery: betweenUses,
          deadline: deadlineOf(lease)
        }).pipe(Effect.provideService(PgClient.PgClient, sql), Effect.forkScoped)
        yield* Deferred.await(held)
      }),
      present: nodes(sql`select ${columns} from nodes n where ${isHeld} order by n.number`),
      absent: nodes(sql`select ${columns} from nodes n where not ${isHeld} order by n.number`),
      forget: (id) => touched(sql`delete from nodes where id = ${id} returning id`)
    })
  })

export const NodeRegistrySql = {
  layer: (options: NodeOptions): Layer.Layer<NodeRegistry, never, PgClient.PgClient> =>
    Layer.effect(NodeRegistry, make(options))
}
