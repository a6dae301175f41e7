/**
 * Decides on orders by their own amounts, a slice of them at a time: meanwhile the database writes what was decided before, and
 * reads the movements of those that come next. Runs in the pass's transaction.
 */
import { type Batch, compareText, type Decision, deciding } from "@counterfoil/domain"
import { Effect } from "effect"
import { cooperatively } from "../../cooperatively.ts"
import { meanwhile } from "../../meanwhile.ts"
import { ConciliationRepository, type OpenRequest, type StoredFacts } from "../ConciliationRepository.ts"
import { movementsOf, ordersOf, type Reading } from "./reading.ts"
import { slicesOf } from "./slices.ts"
import { wantedAmounts, wantedBy } from "./wantedAmounts.ts"

interface Sliced<A, R> extends Pick<Batch, "account" | "coverage" | "preset"> {
  readonly accountId: string
  readonly requests: ReadonlyArray<OpenRequest>
  readonly reading: Reading
  /** A further query that all slices need the answer of; it runs before the first of them. */
  readonly first: Effect.Effect<A, never, R>
  /** Writes what it can of a slice that was decided; the last one is left to the caller. */
  readonly note: (decided: ReadonlyArray<Decision>, first: A) => Effect.Effect<void, never, R>
}

const byOrder = (a: Decision, b: Decision): number => compareText(a.orderId, b.orderId)
const idOf = ({ id }: OpenRequest): string => id

export const nothingBeside = { first: Effect.void, note: () => Effect.void }

/** One decision per request, sorted by request: as if all were decided at once. */
export const decideInSlices = Effect.fnUntraced(function* <A, R>(of: Sliced<A, R>) {
  const repository = yield* ConciliationRepository
  const { accountId, requests } = of
  if (requests.length === 0) return { decisions: [], first: yield* of.first }
  const [[first, barredPairs, references], { slices, wanted }] = yield* meanwhile(
    Effect.all([of.first, repository.barredPairs(requests.map(idOf)), repository.references(accountId)]),
    Effect.sync(() => {
      const orders = ordersOf(requests, of.reading)
      return { slices: slicesOf(orders), wanted: wantedAmounts(orders) }
    })
  )
  const read = (orders: Batch["orders"]) => repository.movements(accountId, wantedBy(orders, wanted))
  const decide = (orders: Batch["orders"], stored: ReadonlyArray<StoredFacts>) => {
    const { account, coverage, preset } = of
    const movements = movementsOf(stored, of.reading)
    return cooperatively(deciding({ orders, movements, references, barredPairs, coverage, account, preset }))
  }
  const decisions: Array<Decision> = []
  let write: Effect.Effect<void, never, R> = Effect.void
  let movements = yield* read(slices[0] ?? [])
  for (const [nth, next] of slices.slice(1).entries()) {
    const [ahead, decided] = yield* meanwhile(
      Effect.tap(read(next), () => write),
      decide(slices[nth] ?? [], movements)
    )
    for (const decision of decided) decisions.push(decision)
    movements = ahead
    write = of.note(decided, first)
  }
  const [, decided] = yield* meanwhile(write, decide(slices.at(-1) ?? [], movements))
  for (const decision of decided) decisions.push(decision)
  return { decisions: decisions.sort(byOrder), first }
})
