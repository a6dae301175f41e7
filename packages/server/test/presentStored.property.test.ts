import { Movement } from "@counterfoil/api"
import type { MovementRecord } from "@counterfoil/core"
import { currencyExponents } from "@counterfoil/domain"
import { DateTime, Schema } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { presentMovement, presentStored } from "../src/handlers/presentMovement.ts"
import { storedMovement } from "./support/storedMovement.ts"

const encode = Schema.encodeSync(Movement)

const minor = fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n })
const time = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map(DateTime.fromDateUnsafe)
const day = time.map(DateTime.formatIsoDateUtc)
const maybe = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null })

const record: fc.Arbitrary<MovementRecord> = fc.record({
  id: fc.uuid(),
  accountId: fc.uuid(),
  externalId: fc.string(),
  bankId: maybe(fc.string()),
  amountMinor: minor,
  currency: fc.constantFrom("EUR", ...currencyExponents.keys()),
  senderName: fc.string({ unit: "grapheme" }),
  receivedAt: time,
  notifiedAt: maybe(time),
  excludedAt: maybe(time),
  bookedDate: day,
  valueDate: maybe(day),
  status: fc.constantFrom("booked", "pending"),
  description: fc.string({ unit: "grapheme" }),
  counterparty: maybe(fc.string()),
  counterpartyAccount: maybe(fc.string()),
  balanceMinor: maybe(minor),
  removedAt: maybe(time),
  reversedAt: maybe(time),
  possibleDuplicateOf: fc.array(fc.uuid(), { maxLength: 2 })
})

it("a movement as the database has it is written as the schema writes it, name by name", () => {
  fc.assert(
    fc.property(record, (movement) => {
      const written = JSON.stringify(presentStored(storedMovement(movement)))
      expect(written).toBe(JSON.stringify(encode(presentMovement(movement))))
    })
  )
})
