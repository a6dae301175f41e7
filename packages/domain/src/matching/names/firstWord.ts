/** Whether two names that agree in two words do so without the first word of the longer one. */
import type { NormalName } from "./normalise.ts"
import { relationOf } from "./tokens.ts"

/** Of several holders of an account each must lack it. */
export const lacksFirst = (
  order: NormalName,
  [whole, ...holders]: readonly [NormalName, ...Array<NormalName>]
): boolean => (holders.length === 0 ? [whole] : holders).every((holder) => isWithoutFirst(order, holder))

/**
 * The shorter has no word like the longer's first one, and its words stand there in its own order: a bank that puts surnames
 * first hasn't turned the name.
 */
const isWithoutFirst = (order: NormalName, bank: NormalName): boolean => {
  const [ordered, printed] = [order.tokens, bank.tokens]
  const placeOf = (word: string): number =>
    printed.findIndex((other, at) => relationOf(word, other, bank.cut && at === printed.length - 1) !== undefined)
  const places = ordered.map(placeOf)
  const found = places.filter((place) => place >= 0)
  const isInOrder = found.every((place, at) => at === 0 || place > (found[at - 1] ?? 0))
  const ordersIsLeft = ordered.length >= printed.length && places[0] === -1
  const banksIsLeft = printed.length >= ordered.length && !places.includes(0)
  return isInOrder && (ordersIsLeft || banksIsLeft)
}
