/** Fresh ids. UUID version 7: rows made later sort later. */
import type { Steps } from "@counterfoil/domain"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { cooperatively } from "./cooperatively.ts"

let latest = { millis: 0, count: 0 }

/** How many ids of one millisecond sort in the order of their making. */
const perMilli = 0x1000

/**
 * A version 4 one, of which Node makes many at a time, with the time in front: a pass over an account needs thousands. The
 * clock may stand still or go back; the count behind it does not.
 */
const next = (): string => {
  const now = Date.now()
  if (now > latest.millis) latest = { millis: now, count: 0 }
  else if (latest.count + 1 < perMilli) latest.count++
  else latest = { millis: latest.millis + 1, count: 0 }
  const time = latest.millis.toString(16).padStart(12, "0")
  const count = latest.count.toString(16).padStart(3, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${randomUUID().slice(18)}`
}

export const uuid: Effect.Effect<string> = Effect.sync(next)

function* making<Item, Made>(
  items: ReadonlyArray<Item>,
  make: (item: Item, id: string) => Made
): Steps<ReadonlyArray<Made>> {
  const made: Array<Made> = []
  for (const item of items) {
    made.push(make(item, next()))
    yield
  }
  return made
}

/** What is made of each item with an id of its own. */
export const withIds = <Item, Made>(
  items: ReadonlyArray<Item>,
  make: (item: Item, id: string) => Made
): Effect.Effect<ReadonlyArray<Made>> => Effect.suspend(() => cooperatively(making(items, make)))
