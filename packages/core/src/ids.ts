/** Fresh ids. UUID version 7: rows made later sort later. */
import type { Steps } from "@counterfoil/domain"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { cooperatively } from "./cooperatively.ts"

/** How many ids of one millisecond sort in the order of their making. */
const perMilli = 0x1000

/** The clock may stand still or go back; the places of ids never do: a millisecond's first one, and as many behind it as there are. */
let latest = 0

/** The first of so many places in a row. */
const reserve = (count: number): number => {
  const first = Math.max(latest + 1, Date.now() * perMilli)
  latest = first + count - 1
  return first
}

/** A version 4 one, of which Node makes many at a time, with the place in front: a pass over an account needs thousands. */
const idAt = (place: number): string => {
  const time = Math.floor(place / perMilli)
    .toString(16)
    .padStart(12, "0")
  const count = (place % perMilli).toString(16).padStart(3, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${randomUUID().slice(18)}`
}

const next = (): string => idAt(reserve(1))

/** Ids of so many things by their places: they sort by these, in whatever order they are made. */
export interface IdRow {
  readonly first: number
}

export const idsByPlace = (count: number): IdRow => ({ first: reserve(count) })

export const idInRow = ({ first }: IdRow, place: number): string => idAt(first + place)

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
