/** A second node beside a service of the tests: the same database, the same bank. */
import { Effect, Exit, Layer, Logger, Option, Scope } from "effect"
import { HttpServer } from "effect/http"
import { Counterfoil } from "../../src/index.ts"
import { nodeOfSeveral } from "../nodeOfSeveral.ts"
import { callerOf, type Service } from "../contract/support/Service.ts"
import type { Started } from "./support.ts"

export const secondNode = async ({ bank, config }: Started): Promise<Pick<Service, "call" | "stop">> => {
  const scope = Effect.runSync(Scope.make())
  const layer = Counterfoil.layerWith(
    { ...config, cluster: Option.some(nodeOfSeveral) },
    { bankSide: bank.layer }
  ).pipe(Layer.provide(Logger.layer([])))
  const url = await Effect.runPromise(
    Layer.buildWithScope(layer, scope).pipe(
      Effect.flatMap((context) => Effect.provideContext(HttpServer.addressFormattedWith(Effect.succeed), context))
    )
  )
  return { call: callerOf(url), stop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
