/** The references of an account's orders, of whatever amount: a payment that says one of them is meant for that order. */
import { groupBy } from "../collections.ts"
import type { Steps } from "../steps.ts"
import type { Batch, OrderReference } from "./facts.ts"
import { amountKey } from "./gates.ts"
import { marksIn, type Marks } from "./orderIndex.ts"
import { piece } from "./pieces.ts"
import { referenceForm, saysReference, type TokenPattern } from "./references.ts"
import { type MovementView, referencePattern } from "./views.ts"

interface OrderMark {
  readonly nth: number
  readonly pattern: TokenPattern
  /** Of the open orders that have it. */
  readonly amounts: ReadonlySet<bigint>
  readonly isPaid: boolean
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
    const own = amountKey(movement.facts)
    const said = marksIn(movement.remarks, this.#marks).some(
      ({ amounts, isPaid, pattern }) =>
        (isPaid || amounts.size > 1 || !amounts.has(own)) &&
        saysReference(pattern, "strong", movement.remarks) === "strong"
    )
    this.#said.set(movement, said)
    return said
  }
}

function* reading(references: ReadonlyArray<OrderReference>): Steps<OrderReferences> {
  const marks: Array<OrderMark> = []
  for (const [text, same] of groupBy(references, ({ reference }) => reference)) {
    const pattern = referenceForm(text) === "strong" ? referencePattern(text) : undefined
    if (pattern !== undefined) {
      const open = same.filter(({ isPaid }) => !isPaid)
      marks.push({
        nth: marks.length,
        pattern,
        amounts: new Set(open.map(amountKey)),
        isPaid: open.length < same.length
      })
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
