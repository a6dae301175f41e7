/** Why the service can't do its work right now; each part is checked at an interval of its own. */
import { BankBrowser, FirstLook, ScriptRunner, tellOperators } from "@counterfoil/core"
import { DatabasePulse, whyNotWritableAnyMore } from "@counterfoil/store"
import { Context, Deferred, Duration, Effect, Layer, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { watchClock } from "./clockOfDatabase.ts"
import type { CounterfoilConfig } from "./config/CounterfoilConfig.ts"
import { foldersOf, fullDisk } from "./diskSpace.ts"

export class Readiness extends Context.Service<
  Readiness,
  {
    /** One sentence for each thing that is missing; none: the service is ready. At once, or within a few seconds. */
    readonly lacks: Effect.Effect<ReadonlyArray<string>>
  }
>()("@counterfoil/runtime/Readiness") {}

/** Something that the work needs. */
interface Part<R> {
  readonly name: string
  /** Why it can't be had; undefined: it can. */
  readonly look: Effect.Effect<string | undefined, never, R>
  readonly every: Duration.Duration
}

/** What is amiss is looked at more often, so that its end is noticed soon. */
const whileAmiss = Duration.seconds(5)

const disk = (config: CounterfoilConfig): Part<never> => ({
  name: "disk",
  look: Effect.sync(() => fullDisk(foldersOf(config))),
  every: Duration.seconds(10)
})

const writes: Part<SqlClient.SqlClient> = {
  name: "database",
  look: whyNotWritableAnyMore,
  every: Duration.seconds(10)
}

const notLooked = "the service is starting"
/** Of whoever asks before all was looked at once. */
const longestWait = Duration.seconds(2)

const warned = new Set<string>()

/** Warns once of each part of the browser's confinement that isn't possible on this machine. */
const warnOnce = (what: string) =>
  Effect.suspend(() => {
    if (warned.has(what)) return Effect.void
    warned.add(what)
    return Effect.logWarning(what)
  })

/** Started once and closed some seconds after, unless a session has it: an update or a full memory may have broken it since. */
const browser: Part<BankBrowser> = {
  name: "browser",
  look: Effect.flatMap(BankBrowser, ({ describe }) => describe).pipe(
    Effect.tap(({ lacking }) => Effect.forEach(lacking, warnOnce, { discard: true })),
    Effect.as(undefined),
    Effect.catch(({ message }) => Effect.succeed(`no account can be read: ${message}`)),
    Effect.catchDefect((defect) => Effect.succeed(`no account can be read: ${String(defect)}`))
  ),
  every: Duration.minutes(5)
}

const nobody = () => Effect.succeed({ err: { code: "not_allowed", message: "nothing may be asked for here" } } as const)

/** A text that is no bundle: the runner's complaint proves that it works. */
const runner: Part<ScriptRunner> = {
  name: "runner",
  look: Effect.flatMap(ScriptRunner, ({ start }) => Effect.scoped(start({ bundle: "0", host: nobody }))).pipe(
    Effect.as(undefined),
    Effect.catchTags({
      ScriptDoesNotLoad: () => Effect.succeed(undefined),
      ScriptFault: ({ message }) => Effect.succeed(`no bank script can run: ${message}`)
    }),
    Effect.catchDefect((defect) => Effect.succeed(`no bank script can run: ${String(defect)}`))
  ),
  every: Duration.minutes(5)
}

/**
 * One line in the log when something goes missing, one when it is back, and a notice for operators. What it answers is done once the
 * part has been looked at.
 */
const watch = <R>(
  { every, look, name }: Part<R>,
  state: Map<string, string>
): Effect.Effect<Effect.Effect<void>, never, R | Scope.Scope> => {
  const looked = Deferred.makeUnsafe<void>()
  const note = Effect.fnUntraced(function* (why: string | undefined) {
    const before = state.get(name)
    if (why === undefined) {
      state.delete(name)
      if (before !== undefined && before !== notLooked) yield* Effect.logInfo(`what was amiss is over: ${before}`)
      return
    }
    state.set(name, why)
    if (before !== why) yield* tellOperators({ kind: "not_ready", message: why, about: { part: name, reason: why } })
  })
  const loop = Effect.flatMap(look, (why) =>
    note(why).pipe(
      Effect.andThen(Deferred.succeed(looked, undefined)),
      Effect.andThen(Effect.sleep(why === undefined ? every : whileAmiss))
    )
  ).pipe(
    // An interrupt of the loop itself isn't caught here. One in this cause ended what the look waited for.
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logError(`readiness: ${name} could not be looked at`, cause), Effect.sleep(whileAmiss))
    ),
    Effect.forever
  )
  // A start waits for no browser; who asks whether all is there hears that it isn't known yet.
  state.set(name, notLooked)
  return Effect.as(Effect.forkScoped(loop), Deferred.await(looked))
}

export const readinessLayer = (config: CounterfoilConfig) =>
  Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const { answers } = yield* DatabasePulse
      const firstLook = yield* FirstLook
      const state = new Map<string, string>()
      const looked = [
        yield* watch(disk(config), state),
        yield* watch(writes, state),
        yield* watch(browser, state),
        yield* watch(runner, state)
      ]
      yield* Effect.forkScoped(watchClock)
      return Readiness.of({
        lacks: Effect.gen(function* () {
          if (!(yield* answers)) return ["the database does not answer"]
          // Whoever asks once, right after the start, is told what is so and not that it isn't known yet.
          yield* Effect.ignore(Effect.timeout(Effect.all(looked, { concurrency: "unbounded" }), longestWait))
          const starting = (yield* firstLook.wasDone) ? [] : [notLooked]
          return [...new Set([...starting, ...state.values()])]
        })
      })
    })
  )
