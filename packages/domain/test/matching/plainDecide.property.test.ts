import fc from "fast-check"
import { expect, it } from "vitest"
import { addDays, decide, presetNames } from "@counterfoil/domain"
import { relationOf, spellingOf } from "../../src/matching/names/tokens.ts"
import { indexWords } from "../../src/matching/names/wordIndex.ts"
import { finish } from "../../src/steps.ts"
import { batchOf, minutes, movement, order } from "../facts.ts"
import { plainDecide } from "../plain/decide.ts"

const at = Date.parse("2026-11-20T12:00:00Z")

/** A choice in which the first is what is usual. */
const mostly = <Value>(usual: Value, ...others: ReadonlyArray<Value>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(usual, ...others) })

// Crowds of few names: many share a word, some are equal, and settling one frees another.
const usual = fc.constantFrom("MARIA", "MARIO", "GARCIA", "GARCIAS", "LOPEZ", "LOPES", "PEREZ", "M", "Muñoz", "MUOZ")
const transcribed = fc.constantFrom(
  "YURIY",
  "IURII",
  "MIKHAIL",
  "MIHAYL",
  "VICTOR",
  "VIKTOR",
  "KATOU",
  "KATOO",
  "JANSSEN"
)
const word = fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: transcribed })
const name = fc.array(word, { minLength: 0, maxLength: 4 }).map((words) => words.join(" "))
const paired = fc.constantFrom(
  "MARIA GARCIA LOPEZ",
  "GARCIA LOPEZ",
  "MARIA GARCIALOPEZ",
  "PEREZ LOPEZ M",
  "ACERINOX SA"
)
const anyName = fc.oneof(name, paired)
const reference = fc.option(fc.constantFrom("PED-1001", "PED-1002"), { nil: undefined })
const taxId = fc.option(fc.constantFrom("B12345674", "12345678Z"), { nil: undefined, freq: 3 })
const account = fc.option(
  fc.constantFrom("ES9121000418450200051332", "DE89370400440532013000", "**** 1332", "37040044/0532013000"),
  { nil: undefined, freq: 2 }
)
const accounts = fc.array(fc.constantFrom("ES9121000418450200051332", "DE89370400440532013000", "**** 3000"), {
  maxLength: 1
})
const amountMinor = mostly(1_000n, 2_500n)
const currency = mostly("EUR", "USD")
const seldom = fc.nat(12).map((n) => n === 0)

const orders = fc
  .array(
    fc.record({
      amountMinor,
      currency,
      name: anyName,
      reference,
      existsFrom: fc.option(fc.integer({ min: -60, max: 60 }).map((offset) => at + minutes(offset))),
      orderDate: fc.constantFrom("2026-11-19", "2026-11-20"),
      aliases: fc.array(anyName, { maxLength: 1 }),
      refusedNames: fc.array(anyName, { maxLength: 1 }),
      confirmedAccounts: accounts,
      refusedAccounts: accounts,
      payerAccount: mostly(undefined, "ES91 2100 0418 4502 0005 1332"),
      taxId,
      state: mostly("open" as const, "expired" as const)
    }),
    { maxLength: 24 }
  )
  .map((all) => all.map((facts, index) => order({ ...facts, id: `o${index}` })))

const movements = fc
  .array(
    fc.record({
      amountMinor,
      currency,
      senderName: anyName,
      text: fc.array(fc.constantFrom("PED-1001", "PED-1002", "PAGO"), { maxLength: 2 }).map((parts) => parts.join(" ")),
      bookedDate: fc.integer({ min: -2, max: 7 }).map((days) => addDays("2026-11-20", days)),
      firstKnownAt: fc.integer({ min: -60, max: 60 }).map((offset) => at + minutes(offset)),
      booked: seldom.map((is) => !is),
      held: seldom,
      excluded: seldom,
      senderTaxId: taxId,
      senderAccount: account,
      bankCutsNamesAt: fc.constantFrom(undefined, 12, 20),
      paysOrder: mostly(undefined, "o1", "o3", "paid before")
    }),
    { maxLength: 30 }
  )
  .map((all) => all.map((facts, index) => movement({ ...facts, id: `m${index}` })))

const barredPairs = fc.array(
  fc.record({ orderId: fc.constantFrom("o0", "o1", "o2"), movementId: fc.constantFrom("m0", "m1", "m2") }),
  { maxLength: 3 }
)

it("decides what a plain look at everything decides, to the last byte", () => {
  fc.assert(
    fc.property(orders, movements, barredPairs, fc.constantFrom(...presetNames), (o, m, barred, preset) => {
      const batch = batchOf(o, m, { barredPairs: barred, preset })
      expect(JSON.stringify(decide(batch))).toBe(JSON.stringify(plainDecide(batch)))
    }),
    { numRuns: process.env["VERIFY"] === "1" ? 5_000 : 300 }
  )
})

it("decides the same of crowds in which many orders, or payments, are alike in all", () => {
  const few = fc.constantFrom("MARIA GARCIA LOPEZ", "GARCIA LOPEZ MARIA", "MARIA GARCIA", "PEREZ LOPEZ M")
  const moment = fc.constantFrom(-40, 0, 40).map((offset) => at + minutes(offset))
  const crowd = fc.array(
    fc.record({
      amountMinor,
      name: few,
      reference,
      existsFrom: moment,
      confirmedAccounts: accounts,
      state: mostly("open" as const, "expired" as const)
    }),
    { maxLength: 16 }
  )
  const credits = fc.array(
    fc.record({
      amountMinor,
      senderName: few,
      text: fc.constantFrom("PAGO", "PAGO 1", "PED-1001", "PED-1002 PED-1001"),
      firstKnownAt: moment,
      paysOrder: mostly(undefined, "o1"),
      senderAccount: account,
      bankCutsNamesAt: mostly(undefined, 12)
    }),
    { maxLength: 16 }
  )
  fc.assert(
    fc.property(crowd, credits, barredPairs, fc.constantFrom(...presetNames), (o, m, barred, preset) => {
      const batch = batchOf(
        o.map((facts, index) => order({ ...facts, id: `o${index}` })),
        m.map((facts, index) => movement({ ...facts, id: `m${15 - index}` })),
        { barredPairs: barred, preset }
      )
      expect(JSON.stringify(decide(batch))).toBe(JSON.stringify(plainDecide(batch)))
    }),
    { numRuns: process.env["VERIFY"] === "1" ? 5_000 : 300 }
  )
})

it("decides the same of a crowd of strangers who say one reference", () => {
  const crowd = Array.from({ length: 110 }, (_, i) =>
    order({
      id: `o${i}`,
      name: `Cliente Numero${i}`,
      reference: i < 105 ? "PED-1001" : "PED-1002",
      existsFrom: at + (i % 3)
    })
  )
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          senderName: fc.constantFrom("PAGADOR UNO", "PAGADORA DOS", "NUMERO7 CLIENTE", "", "PAGADOR A / PAGADOR B"),
          text: mostly("PED-1001", "PED-1002 PED-1001", "PAGO"),
          firstKnownAt: fc.constantFrom(-15, 0, 20).map((offset) => at + minutes(offset) + 1),
          paysOrder: mostly(undefined, "o1"),
          senderTaxId: taxId
        }),
        { maxLength: 12 }
      ),
      fc.boolean(),
      (m, barred) => {
        const batch = batchOf(
          crowd,
          m.map((facts, index) => movement({ ...facts, id: `m${index}` })),
          { barredPairs: barred ? [{ orderId: "o2", movementId: "m1" }] : [] }
        )
        expect(JSON.stringify(decide(batch))).toBe(JSON.stringify(plainDecide(batch)))
      }
    ),
    { numRuns: process.env["VERIFY"] === "1" ? 200 : 15 }
  )
})

it("takes two spellings of one word for the same, whatever their lengths", () => {
  const letters = fc.array(fc.constantFrom("A", "E", "O", "U", "M", "R"), { minLength: 1, maxLength: 7 })
  const spelt = letters.map((all) => all.join(""))
  // Umlauts written out at random.
  const pair = fc
    .tuple(spelt, fc.nat())
    .map(([word, seed]) => [
      word,
      word.replace(/[AOU]/g, (vowel, at: number) => (seed & (1 << at) ? `${vowel}E` : vowel))
    ])
  fc.assert(
    fc.property(fc.oneof(pair, fc.tuple(spelt, spelt)), ([a = "", b = ""]) => {
      fc.pre(a.length !== b.length)
      expect(relationOf(a, b, false) === "equal").toBe(spellingOf(a) === spellingOf(b))
    }),
    { numRuns: 1_000 }
  )
})

it("finds among many words every one that a word stands for", () => {
  const letters = fc.array(fc.constantFrom("A", "E", "O", "U", "I", "Y", "K", "H", "C", "T", "S", "R"), {
    minLength: 4,
    maxLength: 9
  })
  const words = fc.uniqueArray(
    letters.map((all) => all.join("")),
    { minLength: 90, maxLength: 120 }
  )
  // The same by another table of letters.
  const respelt = (one: string) =>
    one.replaceAll("Y", "I").replaceAll("KH", "H").replaceAll("OU", "OE").replace(/I$/, "IY")
  fc.assert(
    fc.property(words, (all) => {
      const index = finish(indexWords(all, new Map()))
      for (const one of [...all.slice(0, 20), ...all.slice(0, 60).map(respelt)]) {
        const plain = all.filter((other) => relationOf(other, one, false) !== undefined)
        expect([...index.related(one, false)].sort()).toEqual(plain.sort())
      }
    }),
    { numRuns: 60 }
  )
})
