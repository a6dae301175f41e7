/** The demo bank's failure switches, turned all the time: a few customers at a time have the next of them for a while. */
import { Effect, Schema } from "effect"
import { call } from "../../apps/counterfoil/src/demo/Client.ts"
import type { World } from "./world.ts"

/** What passes by itself: a mood that blocks an account for good would leave ever less to do. */
const moods: ReadonlyArray<Readonly<Record<string, number | boolean>>> = [
  { slowMs: 3_000 },
  { unavailable: true },
  { maintenance: true },
  { expireAfterPages: 1 },
  { truncateRows: 1 },
  { shiftWhilePaging: 1 },
  { breakBalance: true },
  { codeDelaySeconds: 10 },
  { rejectNextCodes: 1 }
]

const lasts = "30 seconds"
/** One of so many customers. */
const share = 10

const switchesOf = ({ bank }: World, name: string) => `${bank.url}/control/customers/${name}/switches`

export const turnSwitches = (world: World) => {
  let turn = 0
  return Effect.gen(function* () {
    const mood = moods[turn % moods.length] ?? {}
    const moody = world.customers.filter((_, nth) => nth % share === turn % share)
    turn += 1
    for (const { name } of moody) {
      yield* call(switchesOf(world, name), 200, Schema.Json, { method: "PATCH", body: mood })
    }
    yield* Effect.sleep(lasts)
    for (const { name } of moody) yield* call(switchesOf(world, name), 200, Schema.Json, { method: "DELETE" })
  }).pipe(Effect.ignore, Effect.forever)
}
