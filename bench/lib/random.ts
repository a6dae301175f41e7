/** Chance that a seed repeats: the same seed gives the same numbers on every machine. */
export interface Random {
  /** 0 to 1, without 1. */
  readonly next: () => number
  /** 0 to `below` − 1. */
  readonly int: (below: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <Item>(items: ReadonlyArray<Item>) => Item
  readonly shuffled: <Item>(items: ReadonlyArray<Item>) => ReadonlyArray<Item>
}

/** mulberry32. */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(next() * below)
  const pick = <Item>(items: ReadonlyArray<Item>): Item => {
    const item = items[int(items.length)]
    if (item === undefined) throw new Error("There is nothing to pick from")
    return item
  }
  const shuffled = <Item>(items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
    const mixed = [...items]
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = int(last + 1)
      const [a, b] = [mixed[last], mixed[other]]
      if (a === undefined || b === undefined) continue
      mixed[last] = b
      mixed[other] = a
    }
    return mixed
  }
  return { next, int, chance: (share) => next() < share, pick, shuffled }
}

/**
 * A list in which earlier items are more frequent, as in every country's names: the n-th weighs 1 / (n + flat). `share` of
 * all draws fall on the list, the rest on `rare`.
 */
export const frequent = (
  items: ReadonlyArray<string>,
  { flat, share, rare }: { readonly flat: number; readonly share: number; readonly rare: (random: Random) => string }
): ((random: Random) => string) => {
  const ends: Array<number> = []
  for (const [index] of items.entries()) ends.push((ends.at(-1) ?? 0) + 1 / (index + flat))
  const total = ends.at(-1) ?? 0
  return (random) => {
    if (!random.chance(share)) return rare(random)
    const at = random.next() * total
    return items[ends.findIndex((end) => at < end)] ?? rare(random)
  }
}
