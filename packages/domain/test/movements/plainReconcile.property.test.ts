import fc from "fast-check"
import { expect, it } from "vitest"
import {
  addDays,
  type KnownMovement,
  type MovementOrigin,
  reconcileScrape,
  type StatementRow
} from "@counterfoil/domain"
import { day } from "../intake.ts"
import { plainReconcile } from "../plain/reconcile.ts"

// Few values: keys are shared, texts are alike or cut off, and several movements may be one row.
const texts = [
  "TRANSFERENCIA DE ANA RUIZ",
  "TRANSFERENCIA DE ANA",
  "TRANSFERENCIA DE LEO PAZ",
  "DEVOLUCION TRANSFERENCIA ANA RUIZ",
  "BIZUM",
  "ANULADO"
] as const
const facts = {
  key: fc.constantFrom("k1", "k2", "k3", "k4"),
  amountMinor: fc.constantFrom(1_000n, -1_000n, 2_500n, 0n),
  currency: fc.constantFrom("EUR", "EUR", "USD"),
  bookedDate: fc.integer({ min: -8, max: 1 }).map(day),
  status: fc.constantFrom("booked", "booked", "pending"),
  description: fc.constantFrom(...texts),
  counterparty: fc.constantFrom(undefined, "Ana Ruiz", "Leo Paz"),
  counterpartyAccount: fc.constantFrom(undefined, undefined, "ES9121000418450200051332", "**** 1332"),
  senderName: fc.constantFrom("", "Ana Ruiz"),
  receivedAt: fc.constantFrom(0, 1),
  bankId: fc.constantFrom(undefined, undefined, "B-1", "B-2")
} as const
type Facts = { [Name in keyof typeof facts]: (typeof facts)[Name] extends fc.Arbitrary<infer Value> ? Value : never }

const withoutAbsent = ({ bankId, counterparty, counterpartyAccount, ...rest }: Facts) => ({
  ...rest,
  ...(bankId === undefined ? {} : { bankId }),
  ...(counterparty === undefined ? {} : { counterparty }),
  ...(counterpartyAccount === undefined ? {} : { counterpartyAccount })
})

const origins: ReadonlyArray<MovementOrigin> = ["page", "page", "csv", "ofx", "statement"]
const seldom = fc.nat(5).map((n) => n === 0)

const knownMovements = fc
  .array(
    fc.record({
      facts: fc.record(facts),
      occurrence: fc.integer({ min: 1, max: 3 }),
      missedScrapes: fc.nat(1),
      removed: seldom,
      reversed: seldom,
      isHeld: seldom,
      origin: fc.constantFrom(...origins)
    }),
    { maxLength: 12 }
  )
  .map((all) =>
    all.map(({ facts: each, isHeld, ...rest }, n): KnownMovement => ({
      ...withoutAbsent(each),
      ...rest,
      id: `m${n}`,
      heldFor: isHeld && n > 0 ? [`m${n - 1}`] : []
    }))
  )
const statementRows = fc
  .array(fc.record(facts), { maxLength: 12 })
  .map((all) => all.map((each, index): StatementRow => ({ ...withoutAbsent(each), index, flags: [] })))

it("A scrape is reconciled as the plain rule says, however it is cut into pieces", () => {
  fc.assert(
    fc.property(
      knownMovements,
      statementRows,
      fc.constantFrom(...origins),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(undefined, 0, 2, 4, 9),
      knownMovements,
      (known, rows, origin, complete, late, reachesBack, shownBack, after) => {
        const coverage = { from: day(-6), to: day(0), complete }
        const later = after.map((one, n) => ({
          ...one,
          id: `n${n}`,
          bookedDate: addDays(one.bookedDate, 10),
          heldFor: []
        }))
        const input = { known, later, rows, origin, late, reachesBack, shownBack, coverage }
        expect(reconcileScrape(input)).toEqual(plainReconcile(input))
      }
    ),
    { numRuns: process.env["VERIFY"] === undefined ? 1_500 : 50_000 }
  )
})
