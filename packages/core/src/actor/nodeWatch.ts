/**
 * Nodes watch each other: a lost node gets no accounts any more, and its accounts go to the others within seconds. This
 * doesn't decide who owns an account: the lock of its shard does, and a node that is taken for lost by mistake still holds
 * it. Such a node registers itself again.
 */
import { Duration, Effect, Layer, Schedule } from "effect"
import { RunnerAddress, RunnerHealth, RunnerStorage } from "effect/cluster"
import { failureSpell } from "../DatabaseUnavailable.ts"
import { tellOperators } from "../operators/OperatorNotices.ts"
import { type Node, NodeRegistry } from "./NodeRegistry.ts"

/** A node whose connection breaks has this long to come back with a new one before it is lost. */
const looks = 3
const betweenLooks = Duration.seconds(1)

const addressOf = ({ host, port }: Node) => RunnerAddress.make(host, port)

/** Looks after the other nodes until the scope closes. */
export const nodeWatchLayer: Layer.Layer<never, never, NodeRegistry | RunnerStorage.RunnerStorage> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const registry = yield* NodeRegistry
      const runners = yield* RunnerStorage.RunnerStorage
      const seen = new Map<string, number>()

      const bury = Effect.fnUntraced(function* (node: Node) {
        yield* runners.unregister(addressOf(node))
        if (!(yield* registry.forget(node.id))) return
        yield* tellOperators({
          kind: "node_lost",
          message: "lost a node: its accounts go on at the others",
          about: { node: `${node.host}:${node.port}` }
        })
      })

      const look = Effect.gen(function* () {
        const absent = yield* registry.absent
        for (const id of seen.keys()) if (!absent.some((node) => node.id === id)) seen.delete(id)
        for (const { id } of absent) seen.set(id, (seen.get(id) ?? 0) + 1)
        yield* Effect.forEach(
          absent.filter(({ id }) => (seen.get(id) ?? 0) >= looks),
          bury,
          { discard: true }
        )
      })

      const { failed, over } = failureSpell("the other nodes could not be looked at")
      yield* look.pipe(
        Effect.andThen(over),
        Effect.catchCause(failed),
        Effect.repeat(Schedule.spaced(betweenLooks)),
        Effect.forkScoped
      )
    })
  )

/** A runner is alive as long as its node is present. */
export const nodeHealthLayer: Layer.Layer<RunnerHealth.RunnerHealth, never, NodeRegistry> = Layer.effect(
  RunnerHealth.RunnerHealth,
  Effect.map(NodeRegistry, (registry) =>
    RunnerHealth.RunnerHealth.of({
      isAlive: (address) =>
        Effect.map(registry.present, (nodes) =>
          nodes.some(({ host, port }) => host === address.host && port === address.port)
        )
    })
  )
)
