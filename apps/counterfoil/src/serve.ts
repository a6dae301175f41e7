/** `npm start`: the server in the foreground, until SIGTERM or SIGINT. */
import { checkBrowser, configFromEnv, Counterfoil, misspelledSettings, Watchdog } from "@counterfoil/runtime"
import { Console, Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"

const announce = Effect.fnUntraced(function* (host: string, server: HttpServer.HttpServer["Service"]) {
  const { address } = server
  const port = "port" in address ? address.port : 0
  yield* Console.log(`counterfoil listening on http://${host.includes(":") ? `[${host}]` : host}:${port}`)
})

/** The server does much without a browser, and one may be installed while it runs: no reason not to start. */
const warnWithoutBrowser = Effect.catch(checkBrowser, ({ message }) =>
  Effect.logWarning(`no account can be read until there is a browser: ${message}`)
)

/** Before the settings are refused: a slip may be why one is missing. */
const warnOfMisspelled = Effect.flatMap(misspelledSettings(), (sentences) =>
  Effect.forEach(sentences, (sentence) => Effect.logWarning(sentence), { discard: true })
)

export const serve = Effect.scoped(
  Effect.gen(function* () {
    yield* warnOfMisspelled
    const config = yield* configFromEnv
    const service = yield* Layer.build(Counterfoil.layer(config))
    yield* announce(config.host, Context.get(service, HttpServer.HttpServer))
    yield* Effect.forkScoped(Effect.provideContext(warnWithoutBrowser, service))
    return yield* Context.get(service, Watchdog).alarm.pipe(Effect.onInterrupt(() => Effect.logInfo("stopping")))
  })
)
