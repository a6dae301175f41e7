import fc from "fast-check"
import { afterAll, beforeAll, describe, it } from "vitest"
import { ActorWorld } from "./ActorWorld.ts"
import { anyCommand, begin, remove } from "./commands.ts"

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
      await fc.assert(
        fc.asyncProperty(
          fc.commands([anyCommand], { maxCommands: size.maxCommands, size: "max" }),
          async (commands) => {
            const { model, real } = await begin(world)
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
