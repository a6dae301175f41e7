/** A login whose process dies, in a row of what people do around it: the model's commands in one order. */
import { afterAll, beforeAll, it } from "vitest"
import { ActorWorld } from "./ActorWorld.ts"
import { begin, killedInLogin, refusedBy, restart } from "./commands.ts"

let world: ActorWorld
beforeAll(async () => {
  world = await ActorWorld.open()
})
afterAll(() => world.close())

it("sends a password once more after its first lost login only, whatever restarts and refusals lie between", async () => {
  const { model, real } = await begin(world)
  for (const command of [refusedBy("session_elsewhere"), killedInLogin, restart, killedInLogin]) {
    await command.run(model, real)
  }
})
