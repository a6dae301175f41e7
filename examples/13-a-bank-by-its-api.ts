/** Counterfoil at a bank that has an API: its own side of the bank takes the place of Chromium and isolates. */
import { NodeRuntime } from "@effect/platform-node"
import { configFromEnv, Counterfoil, type ScriptRelease } from "@counterfoil/runtime"
import { Console, Effect, Layer, Stream } from "effect"
import { HttpServer } from "effect/http"
import { bankByApi } from "./bankByApi.ts"

const bank = { code: "api-bank", name: "A bank with an API", loginUrl: "https://bank.example/login" }

/** For this side of the bank a script is its manifest. */
const manifest = {
  bank: bank.code,
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "Europe/Madrid",
  dates: "ymd",
  sessionTypes: ["one-shot"],
  uniqueIds: true,
  phases: ["login", "extract"]
}

const scripts: Stream.Stream<ScriptRelease> = Stream.make({ bank, bundle: JSON.stringify(manifest) })

const service = Effect.map(configFromEnv, (config) => Counterfoil.layerWith(config, { scripts, bankSide: bankByApi }))

const program = Effect.gen(function* () {
  yield* HttpServer.addressFormattedWith((address) => Console.log(`Counterfoil listens on ${address}`))
  yield* Stream.runForEach(Counterfoil.events, ({ accountId, type }) => Console.log(type, accountId))
})

NodeRuntime.runMain(Effect.provide(program, Layer.unwrap(service)))
