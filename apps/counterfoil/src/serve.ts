/** `npm start`: the server in the foreground, until SIGTERM or SIGINT. */
import {
  configFromEnv,
  Counterfoil,
  type CounterfoilConfig,
  settingsInVain,
  openToOthers,
  Watchdog
} from "@counterfoil/runtime"
import { Console, Context, Duration, Effect, Layer, Option } from "effect"
import { HttpServer } from "effect/http"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { hasNeighbours, neighboursForTrying } from "./demo/neighboursForTrying.ts"
import { letYoungGrow } from "./youngHeap.ts"

/** Built by the set-up (tools/builds.mjs). */
const builtDashboard = fileURLToPath(new URL("../../dashboard/dist/", import.meta.url))

const dashboard = Effect.sync(() =>
  existsSync(builtDashboard) ? Option.some(builtDashboard) : Option.none<string>()
).pipe(
  Effect.tap((found) =>
    Option.isSome(found)
      ? Effect.void
      : Effect.logWarning("the dashboard is not built, so /app/ is not there: node tools/run.mjs setup builds it")
  )
)

/** Built by whoever wants it there: `npm run docs`. */
const builtGuide = fileURLToPath(new URL("../../../tools/docs/dist/guide/", import.meta.url))

const guide = Effect.sync(() => (existsSync(builtGuide) ? Option.some(builtGuide) : Option.none<string>()))

const announce = Effect.fnUntraced(function* (host: string, server: HttpServer.HttpServer["Service"]) {
  const { address } = server
  const port = "port" in address ? address.port : 0
  yield* Console.log(`counterfoil listening on http://${host.includes(":") ? `[${host}]` : host}:${port}`)
})

/** More than the service itself takes when its database is silent; a browser or a system may hang too. */
const beyondGrace = Duration.seconds(20)

/** A stop that is not done by then is not waited for: whoever watches over the process starts it again. */
const endAnyway = (grace: Duration.Duration) =>
  Effect.sync(() => {
    const end = () => {
      process.stderr.write("counterfoil did not stop in time, and ends now\n")
      process.exit(1)
    }
    setTimeout(end, Duration.toMillis(Duration.sum(grace, beyondGrace))).unref()
  })

/** Before the settings are refused: a slip may be why one is missing. */
const warnOfSettingsInVain = Effect.flatMap(settingsInVain(), (sentences) => warnOf(sentences))

const warnOf = (sentences: ReadonlyArray<string>) =>
  Effect.forEach(sentences, (sentence) => Effect.logWarning(sentence), { discard: true })

/** Beside the demo's own address nothing is opened. */
const withDemo = Effect.fnUntraced(function* (config: CounterfoilConfig) {
  if (!config.demo || !hasNeighbours()) return { config, parts: {}, again: Effect.void }
  const { address, again, neighbours } = yield* neighboursForTrying(config.home)
  const allowed = [`${address}/32`]
  return {
    config: {
      ...config,
      egressAllow: [...config.egressAllow, ...allowed],
      bankEgressAllow: [...config.bankEgressAllow, ...allowed]
    },
    parts: { demo: neighbours },
    again
  }
})

/** By then the browser has been looked at, for which its library is loaded. */
const startIsOver = Duration.seconds(15)

export const serve = Effect.scoped(
  Effect.gen(function* () {
    yield* warnOfSettingsInVain
    const { again, config, parts } = yield* withDemo(yield* configFromEnv)
    yield* warnOf(openToOthers(config))
    const pages = { dashboard: yield* dashboard, guide: yield* guide }
    const service = yield* Layer.build(Counterfoil.layerWith({ ...config, ...pages }, parts))
    yield* Effect.forkScoped(again)
    yield* announce(config.host, Context.get(service, HttpServer.HttpServer))
    yield* Effect.forkScoped(Effect.delay(Effect.sync(letYoungGrow), startIsOver))
    return yield* Context.get(service, Watchdog).alarm.pipe(
      Effect.onInterrupt(() => Effect.andThen(Effect.logInfo("stopping"), endAnyway(config.shutdownGrace)))
    )
  })
)
