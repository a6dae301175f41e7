import { chosenPairs } from "@counterfoil/core"
import fc from "fast-check"
import { assert, expect, it } from "vitest"

/** A table as the database holds it: no two active matches at one place of an order, or of a payment. */
const isFree = (taken: ReadonlyArray<string>, place: string) => !taken.includes(place)

const orders = fc.uniqueArray(fc.constantFrom<string>("a", "b", "c", "d"), { minLength: 1 })
const payments = fc.uniqueArray(fc.constantFrom<string>("1", "2", "3", "4"), { minLength: 1 })
const steps = fc.array(fc.record({ orders, payments, separate: fc.option(fc.constantFrom("a", "b", "c", "d")) }), {
  maxLength: 8
})

interface Row {
  readonly requestId: string
  readonly movementId: string
  readonly nthPayment: number
  readonly nthOrder: number
}

const next = (places: ReadonlyArray<number>) => Math.max(-1, ...places) + 1

const stateOf = (
  rows: ReadonlyArray<Row>,
  chosen: { orders: ReadonlyArray<string>; payments: ReadonlyArray<string> }
) =>
  [
    chosen.orders.map((id) => {
      const own = rows.filter(({ requestId }) => requestId === id)
      return {
        id,
        paidBy: own.map(({ movementId }) => movementId),
        nextPayment: next(own.map(({ nthPayment }) => nthPayment))
      }
    }),
    chosen.payments.map((id) => ({
      id,
      nextOrder: next(rows.filter(({ movementId }) => movementId === id).map(({ nthOrder }) => nthOrder))
    }))
  ] as const

/** As the repository does: what is left of a payment's orders moves up, so that the first place is taken. */
const separated = (rows: ReadonlyArray<Row>, order: string): ReadonlyArray<Row> => {
  const left = rows.filter(({ requestId }) => requestId !== order)
  const first = (movement: string) =>
    Math.min(...left.filter(({ movementId }) => movementId === movement).map(({ nthOrder }) => nthOrder))
  return left.map((row) => (row.nthOrder === first(row.movementId) ? { ...row, nthOrder: 0 } : row))
}

it("what a person chooses, adds and separates never takes a place twice, and leaves no payment's first place free", () => {
  fc.assert(
    fc.property(steps, (all) => {
      let rows: ReadonlyArray<Row> = []
      for (const { orders: requests, payments: movements, separate } of all) {
        const free = rows.every(
          ({ movementId, requestId }) => requests.includes(requestId) === movements.includes(movementId)
        )
        const pairs = chosenPairs(...stateOf(rows, { orders: requests, payments: movements }))
        expect(pairs === undefined).toBe(requests.length > 1 && movements.length > 1)
        // What others have is refused before it comes to pairs.
        if (pairs !== undefined && free) {
          const taken = rows.flatMap((row) => [
            `${row.requestId}:${row.nthPayment}`,
            `${row.movementId}/${row.nthOrder}`
          ])
          for (const pair of pairs) {
            const places = [`${pair.requestId}:${pair.nthPayment}`, `${pair.movementId}/${pair.nthOrder}`]
            assert.isTrue(places.every((place) => isFree(taken, place)))
            assert.isTrue(pair.nthPayment === 0 || pair.nthOrder === 0)
            taken.push(...places)
          }
          rows = [...rows, ...pairs]
        }
        if (separate !== null) rows = separated(rows, separate)
        for (const { movementId } of rows) {
          expect(rows.some((row) => row.movementId === movementId && row.nthOrder === 0)).toBe(true)
        }
      }
    }),
    { numRuns: 50 }
  )
})
