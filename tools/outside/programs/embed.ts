/** Counterfoil inside a program, with its embedded Postgres and the system's Chromium; tells where it listens and what happens. */
import { NodeRuntime } from "@effect/platform-node"
import { Counterfoil } from "@counterfoil/runtime"
import { Console, Effect, Stream } from "effect"
import { HttpServer } from "effect/http"

const loopback = ["127.0.0.0/8"]

const service = Counterfoil.layer({
  port: 0,
  host: "127.0.0.1",
  home: process.env["COUNTERFOIL_HOME"] ?? ".counterfoil",
  egressAllow: loopback,
  bankEgressAllow: loopback
})

const program = Effect.gen(function* () {
  yield* HttpServer.addressFormattedWith((address) => Console.log(`listening on ${address}`))
  yield* Stream.runForEach(Counterfoil.events, ({ accountId, type }) => Console.log(type, accountId))
})

NodeRuntime.runMain(Effect.provide(program, service))
