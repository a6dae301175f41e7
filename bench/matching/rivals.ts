/**
 * How others match, on the same facts: each sees only credits of the order's amount, currency and time, and names in upper
 * case without accents, which is more than some of them do. A movement is used once.
 */
import { type Batch, decide, type MovementFacts, type OrderFacts } from "@counterfoil/domain"

/** Movement by order. */
export interface Answer {
  readonly matched: ReadonlyMap<string, string>
  /** Orders that are called ambiguous. */
  readonly ambiguous: number
}

export interface Contender {
  readonly name: string
  readonly about: string
  readonly match: (batch: Batch) => Answer
}

const ours = (batch: Batch): Answer => {
  const decisions = decide(batch)
  return {
    matched: new Map(
      decisions.flatMap(({ orderId, movementId }) => (movementId === undefined ? [] : [[orderId, movementId]]))
    ),
    ambiguous: decisions.filter(({ result }) => result === "ambiguous").length
  }
}

/** As scrapes come: once an hour, what is new of the bank is matched with the orders of its amounts that are still open. */
const byPass = ({ movements, orders, ...rest }: Batch): Answer => {
  const matched = new Map<string, string>()
  const told = new Set<string>()
  const paid = new Map<string, string>()
  for (const [hour, fresh] of [...hourly(movements)].sort(([a], [b]) => a - b)) {
    const now = (hour + 1) * hourMillis
    const amounts = new Set(fresh.map(({ amountMinor }) => amountMinor))
    const decisions = decide({
      ...rest,
      orders: orders.filter(
        ({ amountMinor, existsFrom, id }) => amounts.has(amountMinor) && (existsFrom ?? 0) < now && !matched.has(id)
      ),
      movements: movements
        .filter(({ amountMinor, firstKnownAt }) => amounts.has(amountMinor) && firstKnownAt < now)
        .map((movement) => ({ ...movement, paysOrder: paid.get(movement.id) }))
    })
    for (const { movementId, orderId, result } of decisions) {
      if (result === "ambiguous") told.add(orderId)
      if (movementId === undefined) continue
      matched.set(orderId, movementId)
      paid.set(movementId, orderId)
    }
  }
  return { matched, ambiguous: [...told].filter((orderId) => !matched.has(orderId)).length }
}

const hourMillis = 3_600_000

const hourly = (movements: ReadonlyArray<MovementFacts>): ReadonlyMap<number, ReadonlyArray<MovementFacts>> => {
  const hours = new Map<number, Array<MovementFacts>>()
  for (const movement of movements) {
    const hour = Math.floor(movement.firstKnownAt / hourMillis)
    hours.set(hour, [...(hours.get(hour) ?? []), movement])
  }
  return hours
}

/** Ours, fed as a server is: what is matched stays matched, whatever comes later. */
export const oursByPass: Contender = {
  name: "counterfoil_by_pass",
  about: "the same, fed hour by hour as scrapes come",
  match: byPass
}

const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

interface Named<Facts> {
  readonly facts: Facts
  readonly name: string
  readonly words: ReadonlySet<string>
}

const named = <Facts>(facts: Facts, text: string): Named<Facts> => {
  const name = plain(text)
  return { facts, name, words: new Set(name.split(" ")) }
}

type Choice = (order: ReadonlyArray<Named<OrderFacts>>, movement: Named<MovementFacts>) => Named<OrderFacts> | undefined

const fits = (order: OrderFacts, movement: MovementFacts): boolean =>
  movement.bookedDate >= order.orderDate &&
  movement.bookedDate <= order.expiryDate &&
  movement.firstKnownAt >= (order.existsFrom ?? 0)

/** Each movement in order of time takes one of the orders that are still free. */
const eachMovement =
  (choose: Choice) =>
  ({ orders, movements }: Batch): Answer => {
    const free = new Map<bigint, Array<Named<OrderFacts>>>()
    for (const facts of orders) {
      const same = free.get(facts.amountMinor) ?? []
      same.push(named(facts, facts.name))
      free.set(facts.amountMinor, same)
    }
    const matched = new Map<string, string>()
    for (const facts of [...movements].sort((a, b) => a.firstKnownAt - b.firstKnownAt)) {
      const open = free.get(facts.amountMinor) ?? []
      const candidates = open.filter((order) => fits(order.facts, facts))
      const chosen = choose(candidates, named(facts, facts.senderName))
      if (chosen === undefined) continue
      matched.set(chosen.facts.id, facts.id)
      open.splice(open.indexOf(chosen), 1)
    }
    return { matched, ambiguous: 0 }
  }

const equality = eachMovement((orders, movement) => orders.find(({ name }) => name === movement.name))

/** The one payment of an amount that one order has; nothing where there is a choice. */
const amountOnly = ({ orders, movements }: Batch): Answer => {
  const matched = new Map<string, string>()
  for (const order of orders) {
    const sameOrders = orders.filter(({ amountMinor }) => amountMinor === order.amountMinor)
    const payments = movements.filter((each) => each.amountMinor === order.amountMinor && fits(order, each))
    const [payment] = payments
    if (sameOrders.length === 1 && payments.length === 1 && payment !== undefined) matched.set(order.id, payment.id)
  }
  return { matched, ambiguous: 0 }
}

/** Length of the longest common subsequence. */
const commonLength = (a: string, b: string): number => {
  let row = new Uint16Array(b.length + 1)
  let above = new Uint16Array(b.length + 1)
  for (let i = 1; i <= a.length; i++) {
    ;[row, above] = [above, row]
    for (let j = 1; j <= b.length; j++) {
      row[j] = a[i - 1] === b[j - 1] ? (above[j - 1] ?? 0) + 1 : Math.max(above[j] ?? 0, row[j - 1] ?? 0)
    }
  }
  return row[b.length] ?? 0
}

/** rapidfuzz's `ratio`, 0 to 100. */
const ratio = (a: string, b: string): number =>
  a.length + b.length === 0 ? 100 : (200 * commonLength(a, b)) / (a.length + b.length)

/** rapidfuzz's `token_set_ratio`: words that only one side has cost nothing if the other's are all found. */
const tokenSetRatio = (a: Named<OrderFacts>, b: Named<MovementFacts>): number => {
  const shared = [...a.words].filter((word) => b.words.has(word)).sort()
  if (shared.length === 0 && commonLetters(a.name, b.name) * 200 <= 80 * (a.name.length + b.name.length)) return 0
  const onlyLeft = [...a.words].filter((word) => !b.words.has(word)).sort()
  const onlyRight = [...b.words].filter((word) => !a.words.has(word)).sort()
  if (shared.length > 0 && (onlyLeft.length === 0 || onlyRight.length === 0)) return 100
  const [both, leftText, rightText] = [shared, [...shared, ...onlyLeft], [...shared, ...onlyRight]].map((words) =>
    words.join(" ")
  )
  if (both === undefined || leftText === undefined || rightText === undefined) return 0
  const whole = ratio(leftText, rightText)
  return shared.length === 0 ? whole : Math.max(whole, ratio(both, leftText), ratio(both, rightText))
}

/** At least the longest common subsequence: a quick no. */
const commonLetters = (a: string, b: string): number => {
  const counts = new Int16Array(64)
  for (let i = 0; i < a.length; i++) counts[a.charCodeAt(i) & 63] = (counts[a.charCodeAt(i) & 63] ?? 0) + 1
  let common = 0
  for (let i = 0; i < b.length; i++) {
    const left = counts[b.charCodeAt(i) & 63] ?? 0
    if (left > 0) common++
    counts[b.charCodeAt(i) & 63] = left - 1
  }
  return common
}

const tokenSet = eachMovement((orders, movement) => {
  let best: { readonly order: Named<OrderFacts>; readonly score: number } | undefined
  let tie = false
  for (const order of orders) {
    const score = tokenSetRatio(order, movement)
    if (score <= 80 || (best !== undefined && score < best.score)) continue
    tie = best !== undefined && score === best.score
    best = { order, score }
  }
  return tie ? undefined : best?.order
})

const levenshteinWithin = (a: string, b: string, most: number): boolean => {
  if (Math.abs(a.length - b.length) > most) return false
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const above = row
    row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const substituted = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const cost = Math.min(substituted, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return false
  }
  return (row[b.length] ?? 0) <= most
}

const substring = eachMovement((orders, movement) =>
  orders.find(
    ({ name }) =>
      name !== "" &&
      (movement.name.includes(name) ||
        (movement.name !== "" && name.includes(movement.name)) ||
        levenshteinWithin(name, movement.name, Math.floor(Math.max(name.length, movement.name.length) * 0.2)))
  )
)

export const contenders: ReadonlyArray<Contender> = [
  { name: "counterfoil", about: "the rules of docs/matching.md, default preset", match: ours },
  { name: "equality", about: "the names are equal", match: equality },
  { name: "token_set", about: "token-set ratio over 80, none on a tie (as ERPNext does)", match: tokenSet },
  {
    name: "substring",
    about: "one name in the other, or Levenshtein within 20 % (as blnk does), the first",
    match: substring
  },
  { name: "amount", about: "one order and one payment of the amount", match: amountOnly }
]
