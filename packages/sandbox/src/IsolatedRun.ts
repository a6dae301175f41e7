/** One run of one bundle in one runner process: load, then phases one after the other. */
import {
  type HostAnswer,
  type HostCall,
  ScriptDoesNotLoad,
  ScriptFault,
  ScriptManifest,
  type ScriptPhase,
  type ScriptRun,
  sdkProblem,
  cooperatively
} from "@counterfoil/core"
import { isJsonObject, type JsonBounds, parsingBounded, rulesProblem } from "@counterfoil/domain"
import { Deferred, Duration, Effect, FiberSet, Option, Queue, Schema, Semaphore } from "effect"
import { failureFault, runnerFault } from "./faults.ts"
import { answerCall, makeLogBudget, refuse } from "./HostCalls.ts"
import { GuestFailure } from "./RunnerMessage.ts"
import type { RunLimits } from "./RunLimits.ts"
import type { RunnerEvent, RunnerProcess } from "./RunnerProcess.ts"

/** A phase in progress. */
interface Phase {
  readonly ended: Deferred.Deferred<string, ScriptFault>
}

type Loaded = Extract<RunnerEvent, { readonly type: "loaded" }>

const fail = (message: string) => new ScriptDoesNotLoad({ message })

/** A bundle waits for nothing while it loads: one that takes longer by the clock than it may compute waits for its turn. */
const turnsOfOthers = 24

/** Loads the bundle in the runner. The runner belongs to the run from here on; whoever holds its scope kills it. */
export const openRun = Effect.fnUntraced(function* (options: {
  readonly runner: RunnerProcess
  readonly bundle: string
  readonly host: (call: HostCall) => Effect.Effect<HostAnswer>
  readonly limits: RunLimits
}) {
  const { bundle, host, limits, runner } = options
  const loaded = yield* Deferred.make<Loaded, ScriptFault>()
  const gone = yield* Deferred.make<never, ScriptFault>()
  const oneAtATime = yield* Semaphore.make(1)
  const answering = yield* FiberSet.make<void>()
  const fork = yield* FiberSet.runtime(answering)()
  const log = makeLogBudget()
  let phase: Option.Option<Phase> = Option.none()
  /** Since the last phase began: to refuse what is asked after its end is work, too. */
  let calls = 0

  const end = Effect.fnUntraced(function* (fault: ScriptFault) {
    yield* Deferred.fail(gone, fault)
    yield* Deferred.fail(loaded, fault)
    if (Option.isSome(phase)) yield* Deferred.fail(phase.value.ended, fault)
    yield* runner.kill
  })

  const reply = (id: number, json: string) => runner.send({ type: "answer", id, json })

  const onCall = (id: number, json: string) =>
    Effect.suspend(() => {
      calls += 1
      if (calls > limits.callsPerPhase) {
        return end(
          new ScriptFault({ kind: "script_error", message: `more than ${limits.callsPerPhase} calls in one phase` })
        )
      }
      if (Option.isNone(phase))
        return reply(id, JSON.stringify(refuse("PhaseOver", "the phase of this call is over: was it awaited?")))
      fork(
        answerCall(host, log, json).pipe(
          Effect.flatMap((answer) => reply(id, answer)),
          Effect.onInterrupt(() =>
            reply(id, JSON.stringify(refuse("PhaseOver", "the phase of this call is over: was it awaited?")))
          )
        )
      )
      return Effect.void
    })

  const onEvent = (event: RunnerEvent) => {
    switch (event.type) {
      case "loaded":
        return Deferred.succeed(loaded, event)
      case "call":
        return onCall(event.id, event.json)
      case "ended":
        return Option.isSome(phase) ? Deferred.succeed(phase.value.ended, event.json) : Effect.void
      case "ready":
        return Effect.void
      default:
        return end(runnerFault(event, limits))
    }
  }
  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(runner.events), onEvent)))

  const loadCpuMs = Duration.toMillis(limits.loadBudget)
  yield* runner.send({ type: "load", bundle, loadCpuMs, cpuMs: Duration.toMillis(limits.cpuBudget) })
  const answer = yield* Deferred.await(loaded).pipe(
    Effect.timeoutOrElse({
      duration: Duration.times(limits.loadBudget, turnsOfOthers),
      orElse: () => fail(`the bundle did not load, nor use up its processor time: this machine is too busy`)
    }),
    Effect.catchTag("ScriptFault", ({ kind, message }) =>
      fail(
        kind === "timeout"
          ? `the bundle did not finish loading within ${Duration.format(limits.loadBudget)} of processor time`
          : `the bundle could not be loaded: ${message}`
      )
    )
  )
  const manifest = yield* readManifest(answer)

  const runPhase = Effect.fnUntraced(function* (name: ScriptPhase, args: Schema.Json, deadline: Duration.Duration) {
    if (yield* Deferred.isDone(gone)) return yield* Deferred.await(gone)
    const current: Phase = { ended: yield* Deferred.make<string, ScriptFault>() }
    phase = Option.some(current)
    calls = 0
    log.beginPhase()
    yield* runner.send({ type: "invoke", phase: name, args: JSON.stringify(args) })
    const json = yield* Deferred.await(current.ended).pipe(
      Effect.timeoutOrElse({
        duration: deadline,
        orElse: () => {
          const fault = new ScriptFault({
            kind: "timeout",
            message: `${name} did not end within ${Duration.format(deadline)}`
          })
          return Effect.andThen(end(fault), fault)
        }
      }),
      // What an interrupted phase was doing in the isolate can't be known, so nothing may follow it.
      Effect.onInterrupt(() => end(new ScriptFault({ kind: "crashed", message: `${name} was interrupted` }))),
      Effect.ensuring(
        Effect.suspend(() => {
          phase = Option.none()
          return FiberSet.clear(answering)
        })
      )
    )
    return yield* readPhaseEnd(json)
  })

  const run: ScriptRun = {
    manifest,
    invoke: (name, args, deadline) => Semaphore.withPermit(oneAtATime, runPhase(name, args, deadline))
  }
  return run
})

const readMajor = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ sdk: Schema.Int })))

const readManifest = (loaded: Loaded) => {
  if (loaded.manifest === undefined) {
    const said = loaded.failed?.message ?? "the bundle does not define a bank script"
    // Our own sentences name the bundle; what the bundle itself throws may be a word without context.
    return fail(said.startsWith("the bundle ") ? said : `the bundle does not load: ${said}`)
  }
  // First of all: a manifest of another major version of the SDK may have another form.
  const major = readMajor(loaded.manifest)
  const problem = Option.isSome(major) ? sdkProblem(major.value.sdk) : undefined
  if (problem !== undefined) return fail(problem)
  return Schema.decodeUnknownEffect(Schema.fromJsonString(ScriptManifest))(loaded.manifest).pipe(
    Effect.mapError((error) => fail(`the manifest is wrong: ${error.message.replaceAll(/\s*\n\s*/g, " ")}`)),
    Effect.filterOrFail(
      ({ phases }) => phases.includes("login") && phases.includes("extract"),
      ({ phases }) => fail(`the script has no ${phases.includes("login") ? "extract" : "login"}()`)
    ),
    Effect.tap((manifest) => {
      const unusable = rulesProblem(manifest)
      return unusable === undefined ? Effect.void : fail(`the manifest is wrong: ${unusable}`)
    })
  )
}

/** A statement of 20,000 rows of seven fields. */
const resultBounds: JsonBounds = { values: 150_000, names: 1_000, depth: 34 }
const tooMuch =
  `the result has more than ${resultBounds.values.toLocaleString("en")} values (some 20,000 movements), ` +
  `${resultBounds.names.toLocaleString("en")} different names or ${resultBounds.depth} levels`
const decodeFailed = Schema.decodeUnknownOption(Schema.Struct({ failed: GuestFailure }))

const readPhaseEnd = Effect.fnUntraced(function* (json: string) {
  const read = yield* cooperatively(parsingBounded(json, resultBounds))
  if (read === "too_large") {
    return yield* new ScriptFault({ kind: "script_error", message: tooMuch })
  }
  const end = Option.getOrNull(read)
  if (isJsonObject(end) && end["done"] !== undefined) return end["done"]
  const failed = decodeFailed(end)
  if (Option.isSome(failed)) return yield* failureFault(failed.value.failed)
  return yield* new ScriptFault({ kind: "script_error", message: "the phase's answer is not readable" })
})
