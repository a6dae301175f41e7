/** Orders and movements as the ends of the pairs between them, each with what makes it equal to others. */
import { later } from "../collections.ts"
import type { Steps } from "../steps.ts"
import type { Edge } from "./Edge.ts"
import type { MovementView, OrderView } from "./score.ts"

/** A pair between two ends. */
export interface Link {
  readonly edge: Edge
  readonly order: End
  readonly movement: End
}

/** One order or movement in its time: equal ones pair in the order of these. */
export interface Member {
  readonly id: string
  readonly day: string
  readonly instant: number
}

/** An order or a movement, or several that nothing tells apart. */
export interface End {
  readonly side: "order" | "movement"
  readonly id: string
  readonly members: ReadonlyArray<Member>
  /** Of the pairs that are still open. */
  links: ReadonlyArray<Link>
  /** Settled: its pairs don't count any more. */
  closed: boolean
  /** Equal for those of one side that nothing tells apart; it depends on the open pairs. */
  readonly class: () => number
  /** After a change of the pairs. Answers whether the class is another than somebody was told. */
  readonly classChanged: () => boolean
}

export interface Links {
  readonly ends: ReadonlyArray<End>
  /** In the order of the pairs. */
  readonly links: ReadonlyArray<Link>
}

/** How many pairs are one piece of work. */
export const piece = 100

export function* connect(edges: Iterable<Edge>): Steps<Links> {
  const numbers = new Map<string, number>()
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const [orders, movements] = [new Map<string, Growing>(), new Map<string, Growing>()]
  const links: Array<Link> = []
  for (const edge of edges) {
    const order = endOf(orders, edge.order.facts.id, () => orderEnd(edge.order, numberOf))
    const movement = endOf(movements, edge.movement.facts.id, () => movementEnd(edge.movement, numberOf))
    const link = { edge, order, movement }
    order.links.push(link)
    movement.links.push(link)
    links.push(link)
    if (links.length % piece === 0) yield
  }
  return { ends: [...orders.values(), ...movements.values()], links }
}

/** While its pairs are gathered. */
interface Growing extends End {
  readonly links: Array<Link>
}

const endOf = (ends: Map<string, Growing>, id: string, make: () => Growing): Growing => {
  const known = ends.get(id)
  if (known !== undefined) return known
  const end = make()
  ends.set(id, end)
  return end
}

type NumberOf = (text: string) => number

const orderEnd = ({ account, aliases, facts, members, name, taxId }: OrderView, numberOf: NumberOf): Growing =>
  growing(
    {
      side: "order",
      id: facts.id,
      members: members.map(({ existsFrom, id, orderDate }) => ({ id, day: orderDate, instant: existsFrom ?? 0 }))
    },
    // Neither their payer nor what the movements say of them tells them apart.
    () => [
      facts.currency,
      String(facts.amountMinor),
      name.key,
      aliases.map(({ key }) => key).sort(),
      taxId?.squeezed,
      account?.squeezed
    ],
    ({ movement }) => movement.id,
    numberOf
  )

const movementEnd = ({ account, facts, members, name, taxId }: MovementView, numberOf: NumberOf): Growing =>
  growing(
    {
      side: "movement",
      id: facts.id,
      members: members.map(({ bookedDate, firstKnownAt, id }) => ({ id, day: bookedDate, instant: firstKnownAt }))
    },
    () => [facts.currency, String(facts.amountMinor), name.key, taxId, account],
    ({ order }) => order.id,
    numberOf
  )

const growing = (
  facts: Pick<End, "side" | "id" | "members">,
  own: () => ReadonlyArray<unknown>,
  otherSide: (link: Link) => string,
  numberOf: NumberOf
): Growing => {
  const links: Array<Link> = []
  const text = later(() => JSON.stringify(own()))
  let told: number | undefined
  const now = (): number => {
    const marks = end.links.filter(isMarked).map(otherSide).sort()
    return numberOf(marks.length === 0 ? text() : `${text()} ${JSON.stringify(marks)}`)
  }
  const end: Growing = {
    ...facts,
    links,
    closed: false,
    class: () => (told ??= now()),
    classChanged: () => {
      const before = told
      if (before !== undefined) told = now()
      return before !== told
    }
  }
  return end
}

/** It has evidence other than a name: a reference tells equal payments apart. */
const isMarked = ({ edge }: Link): boolean =>
  edge.evidence.some(({ kind }) => kind === "reference" || kind === "tax_id" || kind === "account")
