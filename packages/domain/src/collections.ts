/** What matching and recognising again both need of lists; not part of the domain's words. */
import { finish, type Steps } from "./steps.ts"

export const groupBy = <Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key
): ReadonlyMap<Key, ReadonlyArray<Item>> => {
  const groups = new Map<Key, Array<Item>>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Links between two sides, parted so that links of different parts share no end. Linear in the number of links. */
export const connectedParts = <Link, Left, Right>(
  links: ReadonlyArray<Link>,
  leftOf: (link: Link) => Left,
  rightOf: (link: Link) => Right
): ReadonlyArray<ReadonlyArray<Link>> => finish(connecting(links, leftOf, rightOf))

/** The same in pieces. */
export function* connecting<Link, Left, Right>(
  links: ReadonlyArray<Link>,
  leftOf: (link: Link) => Left,
  rightOf: (link: Link) => Right
): Steps<ReadonlyArray<ReadonlyArray<Link>>> {
  const byLeft = groupBy(links, leftOf)
  yield
  const byRight = groupBy(links, rightOf)
  const visited = new Set<Left>()
  const rights = new Set<Right>()
  const parts: Array<ReadonlyArray<Link>> = []
  for (const start of byLeft.keys()) {
    if (visited.has(start)) continue
    visited.add(start)
    const part: Array<Link> = []
    const waiting = [start]
    for (const left of waiting) {
      for (const link of byLeft.get(left) ?? []) {
        part.push(link)
        const right = rightOf(link)
        if (rights.has(right)) continue
        rights.add(right)
        for (const next of byRight.get(right) ?? []) {
          if (visited.has(leftOf(next))) continue
          visited.add(leftOf(next))
          waiting.push(leftOf(next))
        }
      }
      yield
    }
    parts.push(part)
  }
  return parts
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A pure function that keeps its answers, so many at most: for questions that are asked thousands of times in a row. */
export const remembered = <Key, Value>(most: number, find: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key)
    if (value !== undefined) return value
    const found = find(key)
    if (known.size >= most) known.clear()
    known.set(key, found)
    return found
  }
}

/** The same of things that are never changed, for as long as they are held. */
export const rememberedOf = <Thing extends object, Value extends object | string>(
  find: (thing: Thing) => Value
): ((thing: Thing) => Value) => {
  const known = new WeakMap<Thing, Value>()
  return (thing) => {
    const value = known.get(thing)
    if (value !== undefined) return value
    const found = find(thing)
    known.set(thing, found)
    return found
  }
}

/** Finds its value when it is first asked for. */
export const later = <Value>(find: () => Value): (() => Value) => {
  let known: { readonly value: Value } | undefined
  return () => (known ??= { value: find() }).value
}
