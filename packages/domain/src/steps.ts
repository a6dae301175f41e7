/** Long work as a generator that yields after each bounded piece, so that its caller can do something else in between. */

/** Yields after each bounded piece of work, and returns the result. */
export type Steps<A> = Generator<undefined, A, undefined>

/** All pieces in one go. */
export const finish = <A>(steps: Steps<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** As many are compared in one go. */
const fewEnough = 1_000

/** `toSorted` in pieces, stable as it is. */
export function* sorted<Item extends {}>(
  items: ReadonlyArray<Item>,
  compare: (a: Item, b: Item) => number
): Steps<ReadonlyArray<Item>> {
  if (items.length <= fewEnough) return items.toSorted(compare)
  const middle = items.length >>> 1
  const [left, right] = [yield* sorted(items.slice(0, middle), compare), yield* sorted(items.slice(middle), compare)]
  const merged: Array<Item> = []
  let [fromLeft, fromRight] = [0, 0]
  for (;;) {
    const [a, b] = [left[fromLeft], right[fromRight]]
    if (a === undefined) return merged.concat(right.slice(fromRight))
    if (b === undefined) return merged.concat(left.slice(fromLeft))
    if (compare(a, b) <= 0) {
      merged.push(a)
      fromLeft += 1
    } else {
      merged.push(b)
      fromRight += 1
    }
    if (merged.length % fewEnough === 0) yield
  }
}

/** `groupBy` in pieces. */
export function* grouped<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key
): Steps<ReadonlyMap<Key, ReadonlyArray<Item>>> {
  const groups = new Map<Key, Array<Item>>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
    yield
  }
  return groups
}
