/** The fewest items that add up to the sum exactly, and of several such sets the first; undefined if there is none. */
export const sumsTo = <Item>(
  items: ReadonlyArray<Item>,
  amountOf: (item: Item) => bigint,
  sum: bigint,
  most: number
): ReadonlyArray<Item> | undefined => {
  if (sum <= 0n) return undefined
  for (let parts = 1; parts <= most; parts++) {
    const found = pick(items, amountOf, sum, parts)
    if (found !== undefined) return found
  }
  return undefined
}

const pick = <Item>(
  items: ReadonlyArray<Item>,
  amountOf: (item: Item) => bigint,
  sum: bigint,
  parts: number
): ReadonlyArray<Item> | undefined => {
  for (const [at, item] of items.entries()) {
    const rest = sum - amountOf(item)
    if (parts === 1 ? rest === 0n : rest > 0n) {
      const others = parts === 1 ? [] : pick(items.slice(at + 1), amountOf, rest, parts - 1)
      if (others !== undefined) return [item, ...others]
    }
  }
  return undefined
}
