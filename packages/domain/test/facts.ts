/** Orders and movements for the tests: one of each by default, with what a test is about said by itself. */
import { decide, type Batch, type Decision, type MovementFacts, type OrderFacts } from "@counterfoil/domain"

const noon = Date.parse("2026-11-20T12:00:00Z")
export const minutes = (count: number): number => count * 60_000

export const order = (facts: Partial<OrderFacts> & { readonly id: string }): OrderFacts => ({
  amountMinor: 12_000n,
  currency: "EUR",
  name: "María García López",
  orderDate: "2026-11-20",
  expiryDate: "2026-11-25",
  existsFrom: noon,
  state: "open",
  ...facts
})

export const movement = (facts: Partial<MovementFacts> & { readonly id: string }): MovementFacts => ({
  amountMinor: 12_000n,
  currency: "EUR",
  senderName: "MARIA GARCIA LOPEZ",
  text: "TRANSFERENCIA RECIBIDA",
  bookedDate: "2026-11-20",
  firstKnownAt: noon + minutes(10),
  booked: true,
  excluded: false,
  reversed: false,
  held: false,
  removed: false,
  ...facts
})

export const batchOf = (
  orders: ReadonlyArray<OrderFacts>,
  movements: ReadonlyArray<MovementFacts>,
  rest: Partial<Batch> = {}
): Batch => ({
  orders,
  movements,
  barredPairs: [],
  coverage: { from: "2026-11-13", to: "2026-11-20", complete: true },
  account: "active",
  preset: "default",
  ...rest
})

/** `order: code movement` of each decision. */
const summary = (decisions: ReadonlyArray<Decision>): ReadonlyArray<string> =>
  decisions.map(({ orderId, code, movementId }) => [orderId, code, movementId].filter(Boolean).join(" "))

export const decided = (
  orders: ReadonlyArray<OrderFacts>,
  movements: ReadonlyArray<MovementFacts>,
  rest?: Partial<Batch>
): ReadonlyArray<string> => summary(decide(batchOf(orders, movements, rest)))
