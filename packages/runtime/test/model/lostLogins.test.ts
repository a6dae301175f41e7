/** A login whose process dies, in a row of what people do around it: the model's commands in one order. */
import { afterAll, beforeAll, it } from "vitest"
import { newModel, rest } from "./AccountModel.ts"
import { ActorWorld } from "./ActorWorld.ts"
import { agree, killedInLogin, type Real, refusedBy, restart } from "./commands.ts"

let world: ActorWorld
beforeAll(async () => {
  world = await ActorWorld.open()
})
afterAll(() => world.close())

it("sends a password once more after its first lost login only, whatever restarts and refusals lie between", async () => {
  const { customer, id } = await world.account()
  const real: Real = { world, accountId: id, customer, passwords: 0 }
  const model = newModel()
  await world.save(id, customer.username, customer.password, "one-shot")
  rest(model)
  await agree("the first settings", model, real)

  for (const command of [refusedBy("session_elsewhere"), killedInLogin, restart, killedInLogin]) {
    await command.run(model, real)
  }
})
