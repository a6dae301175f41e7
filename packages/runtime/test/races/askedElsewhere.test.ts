/** While an account moves, the node that it leaves may still ask the one where it goes to look after it. */
import { Effect, Exit, Layer, Option, Schema, Scope } from "effect"
import {
  Entity,
  MessageStorage,
  Runner,
  RunnerAddress,
  RunnerServer,
  RunnerStorage,
  ShardingConfig
} from "effect/cluster"
import { Rpc, RpcSerialization } from "effect/rpc"
import { expect, it } from "vitest"
import { nodeSocketClients } from "../../src/nodes/nodeSocket.ts"
import { must, rests, settingsOf, start, type Started, until } from "./support.ts"
import { nodeOfSeveral } from "../nodeOfSeveral.ts"

/** As much of it as the nodes' messages need. */
const Account = Entity.make("Account", [Rpc.make("Attend", { success: Schema.String })])

/** A node without accounts that has the service's secrets. */
const otherNode = async ({ config, rows }: Started) => {
  const [{ host, port } = {}] = await rows("select host, port from nodes")
  const runner = Runner.make({
    address: RunnerAddress.make(String(host), Number(port)),
    groups: ["default"],
    weight: 1
  })
  const storage = Layer.effect(
    RunnerStorage.RunnerStorage,
    Effect.tap(RunnerStorage.makeMemory, (memory) => memory.register(runner, true))
  )
  const scope = Effect.runSync(Scope.make())
  const layer = RunnerServer.layerClientOnly.pipe(
    Layer.provide([storage, MessageStorage.layerNoop, nodeSocketClients(Option.getOrThrow(config.secrets))]),
    Layer.provide(RpcSerialization.layerSchemaBinary()),
    Layer.provide(ShardingConfig.layer({ shardsPerGroup: 64 }))
  )
  const context = await Effect.runPromise(Layer.buildWithScope(layer, scope))
  const asking = Effect.gen(function* () {
    const client = yield* Account.client
    return (accountId: string) => client(accountId).Attend(undefined, { headers: { "counterfoil-process": "other" } })
  })
  const ask = await Effect.runPromise(Effect.provideContext(asking, context))
  return {
    attend: (accountId: string) => Effect.runPromiseExit(ask(accountId)),
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

it("a login that waits for its owner's code is not ended because a node stops where its account doesn't live", async () => {
  const gate = Promise.withResolvers<void>()
  let isShut = false
  let reached = 0
  const service = await start(
    {},
    (name) =>
      isShut && name === "actor.after-lease"
        ? Effect.suspend(() => {
            reached += 1
            return Effect.promise(() => gate.promise)
          })
        : Effect.void,
    { cluster: Option.some(nodeOfSeveral) }
  )
  const { bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  const customer = bank.customer("moved", { code: { value: "123456", length: 6, type: "numeric" } })
  const id = await service.account(token)
  const other = await otherNode(service)
  expect(await rests(service, id)).toBe(true)

  isShut = true
  let answered = false
  const attended = other.attend(id).finally(() => {
    answered = true
  })
  expect(await until(() => answered || reached > 0)).toBe(true)
  must(
    await call(`/accounts/${id}/config`, {
      method: "PUT",
      token,
      json: settingsOf(shop, "moved", { login_mode: "assisted" })
    }),
    200
  )
  expect(await until(() => reached > 0)).toBe(true)
  gate.resolve()
  const questions = () => rows(`select status from assistance_requests where account_id = '${id}'`)
  expect(await until(async () => (await questions()).length === 1)).toBe(true)
  await other.stop()
  // Whatever the service hears of that one's end it has heard before this one's question.
  const next = await otherNode(service)
  await next.attend(id)
  await next.stop()
  await attended

  must(await call(`/accounts/${id}/otp`, { token, json: { code: "123456" } }), 202)
  expect(await until(async () => (await rows(`select 1 from scrapes where account_id = '${id}'`)).length === 1)).toBe(
    true
  )
  expect(await questions()).toEqual([{ status: "fulfilled" }])
  expect(customer.typed.filter((text) => text.startsWith("password"))).toHaveLength(1)
  await service.stop()
})
