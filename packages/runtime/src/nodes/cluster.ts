/** Where accounts live: all in this process, or spread over the nodes of one database. */
import { FreezeWatch, type Node, nodeHealthLayer, NodeRegistry, nodeWatchLayer, uuid } from "@counterfoil/core"
import { BankPermitsSql, NodeRegistrySql } from "@counterfoil/store"
import type { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Option } from "effect"
import {
  MessageStorage,
  RunnerAddress,
  RunnerHealth,
  Runners,
  RunnerServer,
  RunnerStorage,
  Sharding,
  ShardingConfig,
  SqlRunnerStorage
} from "effect/cluster"
import { RpcSerialization, RpcServer } from "effect/rpc"
import { SocketServer } from "effect/socket"
import type { SqlClient } from "effect/sql"
import {
  type ClusterSocket,
  type CounterfoilConfig,
  InvalidConfig,
  type ServerSecrets
} from "../config/CounterfoilConfig.ts"
import { keyRing } from "../secrets/keyRing.ts"
import { nodeSocketClients, nodeSocketServer } from "./nodeSocket.ts"
import { secretMarks, whatDiffers } from "../secrets/secretMarks.ts"
import { inOurWords } from "./clusterLog.ts"

const common = ({ shutdownGrace }: CounterfoilConfig) => ({
  // The same on all nodes of a database. Each shard is a lock to be handed over: enough of them to spread accounts evenly, and no more.
  shardsPerGroup: 64,
  maxResidentEntities: 100_000,
  // Longer than an actor waits for its session when it stops: it still has to write the end into the database.
  entityTerminationTimeout: Duration.sum(shutdownGrace, Duration.seconds(15))
})

/** One runner: its own storage in memory, guarded by the process lock on the database. */
const alone = (config: CounterfoilConfig) =>
  inOurWords(Sharding.layer).pipe(
    Layer.provide([Runners.layerNoop, RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
    Layer.provide(MessageStorage.layerNoop),
    // Nobody takes them over.
    Layer.provideMerge(ShardingConfig.layer({ ...common(config), shardLockExpiration: Duration.days(365) }))
  )

/**
 * A killed node's connections end with it, and with them its locks: the others notice within moments. The lease counts for one
 * that froze.
 */
const times = ({ lease }: ClusterSocket) => ({
  shardLockExpiration: lease,
  shardLockRefreshInterval: Duration.divideUnsafe(lease, 3),
  refreshAssignmentsInterval: Duration.millis(500),
  runnerHealthCheckInterval: Duration.seconds(5)
})

/** Registers this node; fails if its secrets differ from those of the nodes that are registered already. */
const join = Effect.fnUntraced(function* (secrets: ServerSecrets, address: { readonly host: string; port: number }) {
  const registry = yield* NodeRegistry
  const marks = secretMarks(secrets, keyRing(secrets.keyEncryptionKey))
  const node: Node = { id: yield* uuid, ...address, secrets: marks }
  yield* registry.join(node, (yield* FreezeWatch).lostTouch)
  for (const other of yield* registry.present) {
    // The older one stays.
    if (other.id === node.id) break
    const different = whatDiffers(marks, other.secrets)
    if (different.length > 0) {
      return yield* new InvalidConfig({
        message: `${different.join(" and ")} ${different.length === 1 ? "differs from that" : "differ from those"} of the node at ${other.host}:${other.port}: all nodes need the same secrets`
      })
    }
  }
})

/** One of several runners, each with a port of its own. Messages between them are never stored. */
const amongNodes = (config: CounterfoilConfig, socket: ClusterSocket, secrets: ServerSecrets) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { address: bound } = yield* SocketServer.SocketServer
      const address = {
        host: socket.advertisedHost,
        port: Option.getOrElse(socket.advertisedPort, () => ("port" in bound ? bound.port : socket.port))
      }
      yield* join(secrets, address)
      yield* Effect.logInfo("this node takes its share of the accounts").pipe(
        Effect.annotateLogs({ node: `${address.host}:${address.port}` })
      )
      const sharding = ShardingConfig.layer({
        ...common(config),
        ...times(socket),
        runnerAddress: Option.some(RunnerAddress.make(address.host, address.port))
      })
      return inOurWords(RunnerServer.layerWithClients).pipe(
        Layer.provide(RpcServer.layerProtocolSocketServer),
        Layer.provide(nodeSocketClients(secrets)),
        Layer.provide(nodeHealthLayer),
        Layer.provide(RpcSerialization.layerSchemaBinary()),
        Layer.merge(nodeWatchLayer),
        Layer.provide(Layer.orDie(SqlRunnerStorage.layer)),
        Layer.provide(MessageStorage.layerNoop),
        Layer.provideMerge(sharding)
      )
    })
  ).pipe(
    Layer.provide(nodeSocketServer(secrets, socket)),
    Layer.provide(NodeRegistrySql.layer(socket)),
    Layer.merge(BankPermitsSql.layer(socket))
  )

export const cluster = (
  config: CounterfoilConfig,
  secrets: ServerSecrets
): Layer.Layer<
  Sharding.Sharding | ShardingConfig.ShardingConfig,
  InvalidConfig,
  FreezeWatch | SqlClient.SqlClient | PgClient.PgClient
> =>
  Option.match(config.cluster, {
    onNone: () => alone(config),
    onSome: (socket) => amongNodes(config, socket, secrets)
  })
