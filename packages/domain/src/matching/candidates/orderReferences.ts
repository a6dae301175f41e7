/** The references of an account's orders, of whatever amount: a payment that says one of them is meant for that order. */
import { groupBy, remembered } from "../../collections.ts"
import type { Steps } from "../../steps.ts"
import type { Batch, MovementFacts, OrderReference } from "../facts/facts.ts"
import { amountKey } from "../facts/gates.ts"
import { marksIn, type Marks } from "./orderIndex.ts"
import { piece } from "../pieces.ts"
import { referenceForm, saysReference, type TokenPattern } from "../score/references.ts"
import { type MovementView, referencePattern } from "../score/views.ts"

interface OrderMark {
  readonly nth: number
  readonly pattern: TokenPattern
  /** The orders that have it: one, but for history, of which several may have had it one after another. */
  readonly orders: ReadonlyArray<{
    readonly amount: bigint
    readonly isPaid: boolean
    readonly known: OrderReference["known"]
  }>
}

export class OrderReferences {
  readonly #marks: Marks<OrderMark>
  readonly #said = new WeakMap<MovementView, boolean>()

  constructor(marks: ReadonlyArray<OrderMark>) {
    this.#marks = {
      bySqueezed: groupBy(marks, ({ pattern }) => pattern.squeezed),
      lengths: [...new Set(marks.map(({ pattern }) => pattern.squeezed.length))]
    }
  }

  /** Whether it says the reference of an order that is paid, or of another amount. */
  saysAnother(movement: MovementView): boolean {
    if (this.#marks.lengths.length === 0) return false
    const known = this.#said.get(movement)
    if (known !== undefined) return known
    const said = marksIn(movement.remarks, this.#marks).some(
      ({ orders, pattern }) =>
        isAnother(orders, movement.facts) && saysReference(pattern, "strong", movement.remarks) === "strong"
    )
    this.#said.set(movement, said)
    return said
  }
}

/** A reference that several orders have at one time names no order: it may be their customer's number. */
const isAnother = (orders: OrderMark["orders"], movement: MovementFacts): boolean => {
  const [only, ...others] = orders.filter(({ known }) => isKnownTo(known, movement))
  return only !== undefined && others.length === 0 && (only.isPaid || only.amount !== amountKey(movement))
}

const isKnownTo = (known: OrderReference["known"], { bookedDate, firstKnownAt }: MovementFacts): boolean =>
  known === undefined || (known.from <= bookedDate && firstKnownAt <= known.until)

/** A pass reads them all, and most were there at the one before. */
const strongPattern = remembered(10_000, (text: string) =>
  referenceForm(text) === "strong" ? referencePattern(text) : undefined
)

function* reading(references: ReadonlyArray<OrderReference>): Steps<OrderReferences> {
  const marks: Array<OrderMark> = []
  for (const [text, same] of groupBy(references, ({ reference }) => reference)) {
    const isNobodys = same.length > 1 && same.every(({ known }) => known === undefined)
    const pattern = isNobodys ? undefined : strongPattern(text)
    if (pattern !== undefined) {
      const orders = same.map((each) => ({ amount: amountKey(each), isPaid: each.isPaid, known: each.known }))
      marks.push({ nth: marks.length, pattern, orders })
    }
    if (marks.length % piece === piece - 1) yield
  }
  return new OrderReferences(marks)
}

/** A pass decides slice by slice: what it gives to each is read once. */
const known = new WeakMap<ReadonlyArray<OrderReference>, OrderReferences>()

export function* readingReferences({
  orders,
  references
}: Pick<Batch, "orders" | "references">): Steps<OrderReferences> {
  if (references === undefined) return yield* reading(orders.flatMap(referenceOf))
  const read = known.get(references) ?? (yield* reading(references))
  known.set(references, read)
  return read
}

const referenceOf = (order: Batch["orders"][number]): ReadonlyArray<OrderReference> => {
  const { amountMinor, currency, reference, state } = order
  return state === "open" && reference !== undefined ? [{ amountMinor, currency, reference, isPaid: false }] : []
}
