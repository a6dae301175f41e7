/**
 * The `ScriptRunner` port on isolated-vm: a fresh, locked-down process for each run, one of them kept warm.
 *
 * Guarantees: a script never shares a process with another run; whatever it does, its process is gone when the scope
 * of the run closes or a deadline passes; the parent never evaluates, copies or inspects an object of the script.
 */
import { type HostAnswer, ScriptDoesNotLoad, ScriptRunner } from "@counterfoil/core"
import { Deferred, Duration, Effect, Exit, Layer, Option, Scope } from "effect"
import { openRun } from "./IsolatedRun.ts"
import type { RunLimits } from "./RunLimits.ts"
import { findLockdown, measures } from "./Lockdown.ts"
import { type RunnerProcess, startRunner } from "./RunnerProcess.ts"

export interface IsolatedScriptRunnerOptions {
  /** Heap of an isolate, in MiB. (Default: 128) */
  readonly memoryMiB?: number
  /** Processor time of one phase. (Default: 30 seconds) */
  readonly cpuBudget?: Duration.Input
  /** The most that a phase may ask of the host. (Default: 20,000) */
  readonly callsPerPhase?: number
  /** How much processor time a bundle may take to load. (Default: 5 seconds) */
  readonly loadBudget?: Duration.Input
  /** How far, from 0 to 19, the process stands back where others want the processor. (Default: 0) */
  readonly niceness?: number
}

/** Longest bundle, in characters. */
const bundleChars = 2 * 1024 * 1024

const defaultMemoryMiB = 128

/** What the process may allocate besides the isolate's heap: Node itself, code, buffers in transit. */
const ownDataMiB = 384

/** Starting a process costs as much as loading a page: the next one is started when the run that took the last has begun. */
const busiest = Duration.seconds(2)
/** Nor while that which has ended is still closing its page: to start a process stops this one for some milliseconds. */
const closing = Duration.millis(100)

/** A runner in a scope of its own, which closes with the layer or with the run that took it. */
interface Held {
  readonly runner: RunnerProcess
  readonly scope: Scope.Closeable
}

const noHost = (): Effect.Effect<HostAnswer> =>
  Effect.succeed({ err: { code: "PhaseOver", message: "nothing can be asked while a bundle is inspected" } })

const make = Effect.fnUntraced(function* (options: IsolatedScriptRunnerOptions) {
  const limits: RunLimits = {
    memoryMiB: options.memoryMiB ?? defaultMemoryMiB,
    cpuBudget: Duration.fromInputUnsafe(options.cpuBudget ?? "30 seconds"),
    callsPerPhase: options.callsPerPhase ?? 20_000,
    loadBudget: Duration.fromInputUnsafe(options.loadBudget ?? "5 seconds")
  }
  const layerScope = yield* Effect.scope
  const firstScope = yield* Scope.fork(layerScope)
  const lockdown = yield* Scope.provide(
    findLockdown(measures((limits.memoryMiB + ownDataMiB) * 1024 * 1024, options.niceness)),
    firstScope
  )
  yield* Effect.forEach(lockdown.lacking, (what) => Effect.logWarning(`bank scripts run less confined here: ${what}`))

  const prepare = (runner: RunnerProcess) => runner.send({ type: "prepare", memoryMiB: limits.memoryMiB })
  yield* prepare(lockdown.runner)
  let spare: Option.Option<Held> = Option.some({ runner: lockdown.runner, scope: firstScope })

  const hold = Effect.gen(function* () {
    const scope = yield* Scope.fork(layerScope)
    const runner = yield* Scope.provide(startRunner(lockdown.prefix), scope).pipe(
      Effect.mapError(({ message }) => new ScriptDoesNotLoad({ message })),
      Effect.onError(() => Scope.close(scope, Exit.void))
    )
    yield* prepare(runner)
    return { runner, scope }
  })

  const warm = hold.pipe(
    Effect.flatMap((held) => {
      if (Option.isSome(spare)) return Scope.close(held.scope, Exit.void)
      spare = Option.some(held)
      return Effect.void
    }),
    // A runner that is still starting when the service ends is killed with it, which is no fault.
    Effect.catch((error) =>
      layerScope.state._tag === "Closed"
        ? Effect.void
        : Effect.logWarning("no runner process could be kept warm", error)
    )
  )

  const take = Effect.gen(function* () {
    const taken = spare
    spare = Option.none()
    if (Option.isSome(taken) && taken.value.runner.isAlive()) return taken.value
    if (Option.isSome(taken)) yield* Scope.close(taken.value.scope, Exit.void)
    return yield* hold
  })

  const acquire = Effect.gen(function* () {
    const ended = yield* Deferred.make<void>()
    const { runner } = yield* Effect.acquireRelease(take, ({ scope }) =>
      Effect.ensuring(Scope.close(scope, Exit.void), Deferred.succeed(ended, undefined))
    )
    const quiet = Effect.raceFirst(Effect.sleep(busiest), Effect.andThen(Deferred.await(ended), Effect.sleep(closing)))
    yield* Effect.forkIn(Effect.andThen(quiet, warm), layerScope)
    return runner
  })

  const start: ScriptRunner["Service"]["start"] = Effect.fn("ScriptRunner.start")(function* ({ bundle, host }) {
    if (bundle.length > bundleChars) {
      return yield* new ScriptDoesNotLoad({ message: `the bundle has more than ${bundleChars} characters` })
    }
    return yield* openRun({ runner: yield* acquire, bundle, host, limits })
  })

  const inspect: ScriptRunner["Service"]["inspect"] = Effect.fn("ScriptRunner.inspect")(function* (bundle) {
    return yield* Effect.scoped(start({ bundle, host: noHost })).pipe(
      Effect.map(({ manifest }) => manifest),
      Effect.catchTag("ScriptFault", ({ message }) => new ScriptDoesNotLoad({ message }))
    )
  })

  return ScriptRunner.of({ inspect, start })
})

/** What of the confinement of bank scripts doesn't work on this machine; fails where they can't run at all. */
export const lackingConfinement = Effect.scoped(
  Effect.map(findLockdown(measures((defaultMemoryMiB + ownDataMiB) * 1024 * 1024)), ({ lacking }) => lacking)
)

/** Fails when it is built if runner processes can't start or lack one of Node's own restrictions. */
export const layer = (options: IsolatedScriptRunnerOptions = {}) => Layer.effect(ScriptRunner, make(options))
