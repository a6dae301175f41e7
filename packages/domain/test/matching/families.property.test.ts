/** Crowds of families: names that share words, and differ in a letter, a word or where the bank cut them. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { currentRuleset, decide } from "@counterfoil/domain"
import { alignAmong } from "../../src/matching/names/alignAmong.ts"
import { holdersOf, normaliseName } from "../../src/matching/names/normalise.ts"
import { indexOrders } from "../../src/matching/candidates/orderIndex.ts"
import { LackedWords } from "../../src/matching/names/lackedWords.ts"
import { nameLevelOf } from "../../src/matching/score/score.ts"
import { viewMovement, viewOrder } from "../../src/matching/score/views.ts"
import { align } from "../../src/matching/names/tokens.ts"
import { finish } from "../../src/steps.ts"
import { batchOf, minutes, movement, order } from "../facts.ts"
import { plainDecide } from "../plain/decide.ts"

const at = Date.parse("2026-11-20T12:00:00Z")
const full = process.env["VERIFY"] === "1"

const given = fc.constantFrom("ANTONIO", "ANTONIA", "ANTOLIN", "ANTON", "MARIA", "JOSE", "A", "Ñuño", "NUO", "DO", "AN")
const surname = fc.constantFrom(
  "García",
  "GARCIA",
  "GARCIAS",
  "LOPEZ",
  "LOPE",
  "GARCIALOPEZ",
  "NGUYEN",
  "L",
  "GARC?A",
  "DE"
)
const name = fc
  .tuple(fc.array(given, { minLength: 1, maxLength: 2 }), fc.array(surname, { maxLength: 3 }), fc.boolean())
  .map(([own, family, surnameFirst]) => (surnameFirst ? [...family, ...own] : [...own, ...family]).join(" "))
const printed = fc.record({
  name: fc.oneof(name, fc.constantFrom("GARCIA LOPEZ ANTONIO SL", "ANTONIO GARCIA / MARIA LOPEZ")),
  cutFrom: fc.constantFrom(undefined, 8, 14, 17),
  isCutDeclared: fc.boolean()
})

describe("a name among many", () => {
  it("is laid beside a bank's as it is alone, wherever its words alone say how", () => {
    const seen = { defined: 0, all: 0 }
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 12 }),
        fc.array(printed, { maxLength: 4 }),
        (names, banks) => {
          const orders = names.map((each, index) => order({ id: `o${index}`, name: each }))
          const { words } = finish(indexOrders(orders.map((facts) => viewOrder(facts))))
          const normal = names.map((each) => normaliseName(each))
          const among = finish(alignAmong(normal, words))
          for (const { cutFrom, isCutDeclared, name: bankName } of banks) {
            const [bank] = holdersOf(bankName, { prefixes: [], cutFrom, isCutDeclared })
            for (const [index, one] of normal.entries()) {
              seen.all += 1
              const found = among(index, bank)
              if (found === undefined || one.tokens.length * bank.tokens.length === 0) continue
              seen.defined += 1
              expect(found).toEqual(align(one, bank))
            }
          }
        }
      ),
      { numRuns: full ? 5_000 : 150 }
    )
    // A way that never says anything would be right, too.
    expect(seen.defined / seen.all).toBeGreaterThan(0.3)
  })
})

describe("what two names have in common", () => {
  it("never promises that both lack words where one has all of the other's", () => {
    const { longSingleToken, names: bits } = currentRuleset
    const seen = { lacking: 0 }
    fc.assert(
      fc.property(name, printed, (ordered, { cutFrom, isCutDeclared, name: bankName }) => {
        const one = normaliseName(ordered)
        const [bank, ...holders] = holdersOf(bankName, { prefixes: [], cutFrom, isCutDeclared })
        const index = finish(indexOrders([viewOrder(order({ id: "o", name: ordered }))]))
        const agreed = index.agreements(viewMovement(movement({ id: "m", senderName: bankName }), currentRuleset))
        fc.pre(holders.length === 0 && one.edges.size === 0 && agreed.every(({ kind }) => kind !== "words"))
        const last = bank.tokens.length - 1
        const places = bank.tokens.flatMap((word, place) =>
          index.words.related(word, bank.cut && place === last).length > 0 ? [place] : []
        )
        fc.pre(places.length < one.tokens.length)
        const words = places.reduce((all, place) => all | (1 << place), 0)
        if (!new LackedWords(bank, index.words).ofBoth(words)) return
        seen.lacking += 1
        const most = places.length < 2 ? "one_token" : places.length === 2 ? "two_conflict" : "three_conflict"
        expect(bits[nameLevelOf(one, bank, longSingleToken)]).toBeLessThanOrEqual(bits[most])
      }),
      { numRuns: full ? 20_000 : 3_000 }
    )
    expect(seen.lacking).toBeGreaterThan(100)
  })
})

/** So many that what two or three words in common say is less than what the crowd costs. */
const size = 140
const cost = Math.log2(size)

describe("a crowd of a family", () => {
  it("is decided as by a plain look at every pair", () => {
    expect(cost).toBeGreaterThan(currentRuleset.names.three_conflict)
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 3, maxLength: 8 }),
        fc.array(
          fc.record({
            senderName: fc.oneof(
              name,
              printed.map((each) => each.name)
            ),
            firstKnownAt: fc.integer({ min: -40, max: 60 }).map((offset) => at + minutes(offset)),
            bankCutsNamesAt: fc.constantFrom(undefined, undefined, 8, 14),
            text: fc.constantFrom("PAGO", "PED-1001", "PED-1002 PED-1001")
          }),
          { maxLength: 10 }
        ),
        fc.boolean(),
        (names, payments, withReferences) => {
          const orders = Array.from({ length: size }, (_, index) =>
            order({
              id: `o${index}`,
              name: names[index % names.length] ?? "",
              existsFrom: at + minutes((index * 7) % 60),
              ...(withReferences && index % 9 === 0 ? { reference: `PED-${1_000 + (index % 4)}` } : {})
            })
          )
          const batch = batchOf(
            orders,
            payments.map((facts, index) => movement({ ...facts, id: `m${index}` }))
          )
          expect(JSON.stringify(decide(batch))).toBe(JSON.stringify(plainDecide(batch)))
        }
      ),
      { numRuns: full ? 1_000 : 30 }
    )
  })
})
