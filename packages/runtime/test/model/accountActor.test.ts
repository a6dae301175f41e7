import fc from "fast-check"
import { afterAll, beforeAll, describe, it } from "vitest"
import { newModel, rest } from "./AccountModel.ts"
import { ActorWorld } from "./ActorWorld.ts"
import { agree, anyCommand, type Real, remove } from "./commands.ts"

/** `npm run verify` looks further. */
const size =
  process.env["VERIFY"] === undefined
    ? { numRuns: 4, maxCommands: 25, patience: 300_000 }
    : { numRuns: 40, maxCommands: 40, patience: 3_600_000 }

describe("an account's actor", () => {
  let world: ActorWorld
  beforeAll(async () => {
    world = await ActorWorld.open()
  })
  afterAll(() => world.close())

  it(
    "does what its model does, whatever people, the bank and faults do to it",
    async () => {
      const begin = async () => {
        const { customer, id } = await world.account()
        const real: Real = { world, accountId: id, customer, passwords: 0 }
        const model = newModel()
        await world.save(id, customer.username, customer.password, "one-shot")
        rest(model)
        await agree("the first settings", model, real)
        return { model, real }
      }
      await fc.assert(
        fc.asyncProperty(
          fc.commands([anyCommand], { maxCommands: size.maxCommands, size: "max" }),
          async (commands) => {
            const { model, real } = await begin()
            await fc.asyncModelRun(() => ({ model, real }), commands)
            // Or it would go on beside the next one.
            if (!model.deleted) await remove.run(model, real)
          }
        ),
        { numRuns: size.numRuns, endOnFailure: true }
      )
    },
    size.patience
  )
})
