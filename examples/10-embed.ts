/** Counterfoil inside a program of yours: with bank scripts of your own, and every event in your hands. */
import { NodeRuntime } from "@effect/platform-node"
import { configFromEnv, Counterfoil } from "@counterfoil/runtime"
import { Console, Effect, Layer, Stream } from "effect"
import { HttpServer } from "effect/http"
import { bankScripts } from "./bankScripts.ts"

const program = Effect.gen(function* () {
  yield* HttpServer.addressFormattedWith((address) => Console.log(`Counterfoil listens on ${address}`))
  yield* Stream.runForEach(Counterfoil.events, ({ accountId, type }) => Console.log(type, accountId))
})

const service = Effect.map(configFromEnv, (config) => Counterfoil.layerWith(config, { scripts: bankScripts }))

NodeRuntime.runMain(Effect.provide(program, Layer.unwrap(service)))
