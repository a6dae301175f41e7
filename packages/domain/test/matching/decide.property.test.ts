import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  addDays,
  decide,
  nameLevelOf,
  normaliseName,
  presetNames,
  reasonCodes,
  reasonSentence,
  resultOfReason,
  type MovementFacts,
  type OrderFacts
} from "@counterfoil/domain"
import { batchOf, minutes, movement, order } from "../facts.ts"

const at = Date.parse("2026-11-20T12:00:00Z")

// Few words and few amounts, so that orders and movements meet, conflict and tie.
const word = fc.constantFrom("MARIA", "JUAN", "GARCIA", "LOPEZ", "PEREZ", "SANCHEZ", "SANCHES", "M", "J", "ACERINOX")
const name = fc.array(word, { minLength: 0, maxLength: 4 }).map((words) => words.join(" "))
const amountMinor = fc.constantFrom(1_000n, 2_500n)
const reference = fc.constantFrom("PED-1001", "PED-1002", "PED-1003")
const bookedDate = fc.integer({ min: -3, max: 8 }).map((days) => addDays("2026-11-20", days))
const instant = fc.integer({ min: -60, max: 60 }).map((offset) => at + minutes(offset))

const account = fc.constantFrom("ES9121000418450200051332", "DE89370400440532013000", "**** 1332")

const orders = fc
  .array(
    fc.record({
      amountMinor,
      name,
      reference: fc.option(reference, { nil: undefined }),
      existsFrom: fc.option(instant),
      orderDate: fc.constantFrom("2026-11-19", "2026-11-20"),
      aliases: fc.array(name, { maxLength: 1 }),
      confirmedAccounts: fc.array(account, { maxLength: 1 }),
      taxId: fc.option(fc.constantFrom("B12345674", "12345678Z"), { nil: undefined })
    }),
    { maxLength: 7 }
  )
  .map((all) => all.map((facts, index) => order({ ...facts, id: `o${index}` })))

const movements = fc
  .array(
    fc.record({
      amountMinor,
      senderName: name,
      text: fc.array(fc.oneof(reference, fc.constant("PAGO")), { maxLength: 2 }).map((parts) => parts.join(" ")),
      bookedDate,
      firstKnownAt: instant,
      held: fc.nat(9).map((n) => n === 0),
      senderAccount: fc.option(account, { nil: undefined }),
      senderTaxId: fc.option(fc.constantFrom("B12345674", "12345678Z"), { nil: undefined })
    }),
    { maxLength: 7 }
  )
  .map((all) => all.map((facts, index) => movement({ ...facts, id: `m${index}` })))

const named = orders.map((all) => all.filter((each) => each.name !== ""))

const preset = fc.constantFrom(...presetNames)
const runs = { numRuns: 250 }

const shuffled = <Item>(items: ReadonlyArray<Item>, seed: number): ReadonlyArray<Item> =>
  items
    .map((item, index) => ({ item, rank: Math.imul(seed + index * 7919, 2_654_435_761) >>> 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)

const stranger: OrderFacts = order({ id: "stranger", amountMinor: 999n, name: "NADIE CONOCIDO" })
const stray: MovementFacts = movement({ id: "stray", amountMinor: 999n, senderName: "OTRA PERSONA AJENA" })

describe("the decisions of a batch", () => {
  it("don't depend on the order of the input, nor on when they are asked for", () => {
    fc.assert(
      fc.property(orders, movements, preset, fc.nat(), (o, m, level, seed) => {
        const decisions = decide(batchOf(o, m, { preset: level }))
        expect(decide(batchOf(shuffled(o, seed), shuffled(m, seed + 1), { preset: level }))).toEqual(decisions)
      }),
      runs
    )
  })

  it("say the same, of the same candidates in the same order, whatever the ids are", () => {
    const renamed = <Item extends { readonly id: string }>(items: ReadonlyArray<Item>, seed: number) => {
      const ids = shuffled(
        items.map(({ id }) => id),
        seed
      )
      return items.map((item, index) => ({ ...item, id: ids[index] ?? item.id }))
    }
    const said = (
      o: ReadonlyArray<OrderFacts>,
      m: ReadonlyArray<MovementFacts>,
      level: (typeof presetNames)[number]
    ) => {
      const byId = new Map(decide(batchOf(o, m, { preset: level })).map((each) => [each.orderId, each]))
      const seen = new Map(
        m.map(({ bookedDate, firstKnownAt, id, senderName, text }) => [
          id,
          [bookedDate, firstKnownAt, senderName, text]
        ])
      )
      return o.map(({ id }) => {
        const decision = byId.get(id)
        // Equal orders are paid in turn, and which of them is first nobody sees.
        const candidates = decision?.result === "matched" ? [] : (decision?.candidates ?? [])
        return [decision?.code, candidates.map(({ movementId, role, score }) => [role, score, seen.get(movementId)])]
      })
    }
    fc.assert(
      fc.property(orders, movements, preset, fc.nat(), (o, m, level, seed) => {
        expect(said(renamed(o, seed), renamed(m, seed + 1), level)).toEqual(said(o, m, level))
      }),
      { numRuns: 100 }
    )
  })

  it("pair what people see with what people see, whatever the ids are and however the input is ordered", () => {
    const pairs = (
      o: ReadonlyArray<OrderFacts>,
      m: ReadonlyArray<MovementFacts>,
      level: (typeof presetNames)[number]
    ) => {
      const ordersById = new Map(o.map((each) => [each.id, each]))
      const movementsById = new Map(m.map((each) => [each.id, each]))
      const seen = <Facts extends { readonly id: string }>(facts: Facts | undefined) =>
        facts && JSON.stringify({ ...facts, id: "", amountMinor: "" })
      return decide(batchOf(o, m, { preset: level }))
        .map(({ code, movementId = "", orderId }) => [
          seen(ordersById.get(orderId)),
          code,
          seen(movementsById.get(movementId))
        ])
        .map((each) => JSON.stringify(each))
        .sort()
    }
    const renamed = <Item extends { readonly id: string }>(items: ReadonlyArray<Item>, seed: number) => {
      const ids = shuffled(
        items.map(({ id }) => id),
        seed
      )
      return shuffled(
        items.map((item, index) => ({ ...item, id: ids[index] ?? item.id })),
        seed + 7
      )
    }
    // Many of one moment, in other spellings of one name.
    const names = ["GARCIA LOPEZ", "Garcia Lopez", "LOPEZ GARCIA", "Maria Garcia Lopez", "GARCIA MARIA LOPEZ"] as const
    const few = fc.constantFrom(...names)
    const equalOrders = fc
      .array(fc.record({ name: few, reference: fc.option(reference, { nil: undefined }) }), { maxLength: 5 })
      .map((all) => all.map((facts, index) => order({ ...facts, id: `o${index}` })))
    const equalMovements = fc
      .array(fc.record({ senderName: few, text: fc.constantFrom("PAGO", "PAGO 2", "PED-1001") }), { maxLength: 5 })
      .map((all) => all.map((facts, index) => movement({ ...facts, id: `m${index}` })))
    for (const [o, m] of [
      [orders, movements],
      [equalOrders, equalMovements]
    ] as const) {
      fc.assert(
        fc.property(o, m, preset, fc.nat(), (some, paid, level, seed) => {
          expect(pairs(renamed(some, seed), renamed(paid, seed + 1), level)).toEqual(pairs(some, paid, level))
        }),
        runs
      )
    }
  })

  it("give each order one answer, and no movement to two orders", () => {
    fc.assert(
      fc.property(orders, movements, preset, (o, m, level) => {
        const decisions = decide(batchOf(o, m, { preset: level }))
        const paying = decisions.flatMap(({ movementId }) => movementId ?? [])
        expect(decisions.map(({ orderId }) => orderId)).toEqual(o.map(({ id }) => id).sort())
        expect(new Set(paying).size).toBe(paying.length)
        expect(decisions.every(({ result, movementId }) => (result === "matched") === (movementId !== undefined))).toBe(
          true
        )
      }),
      runs
    )
  })

  it("stay the same when an unrelated order or movement is added", () => {
    fc.assert(
      fc.property(orders, movements, preset, (o, m, level) => {
        const decisions = decide(batchOf(o, m, { preset: level }))
        const more = decide(batchOf([...o, stranger], [...m, stray], { preset: level }))
        expect(more.filter(({ orderId }) => orderId !== "stranger")).toEqual(decisions)
        expect(more.find(({ orderId }) => orderId === "stranger")?.result).toBe("not_found")
      }),
      runs
    )
  })

  it("stay the same when others of the same amount, who share no word, order or pay too", () => {
    const foreigners = [order({ id: "stranger", amountMinor: 1_000n, name: "Xqwert Zyvbn" })]
    const strays = [movement({ id: "stray", amountMinor: 1_000n, senderName: "VWXYZ QRSTV", text: "NADA" })]
    // Initials may be anybody's: a pair that rests on one pays for each order that it could be for.
    const isWhole = (text: string) => !/\b\w\b/.test(text)
    const whole = named.map((all) => all.filter(({ aliases, name }) => [name, ...(aliases ?? [])].every(isWhole)))
    const wholeMovements = movements.map((all) => all.filter(({ senderName }) => isWhole(senderName)))
    fc.assert(
      fc.property(whole, wholeMovements, preset, (o, m, level) => {
        const matches = (batch: Parameters<typeof decide>[0]) =>
          decide(batch).map(({ movementId, orderId, result }) => `${orderId} ${result} ${movementId}`)
        const before = matches(batchOf(o, m, { preset: level }))
        const after = matches(batchOf([...o, ...foreigners], [...m, ...strays], { preset: level }))
        expect(after.filter((line) => !line.startsWith("stranger"))).toEqual(before)
        expect(after.some((line) => line.startsWith("stranger matched"))).toBe(false)
      }),
      runs
    )
  })

  it("give exactly one reason, the fixed sentence of its code", () => {
    fc.assert(
      fc.property(orders, movements, preset, (o, m, level) => {
        for (const { code, reason, result } of decide(batchOf(o, m, { preset: level }))) {
          expect(reasonCodes.filter((each) => reasonSentence(each) === reason)).toEqual([code])
          expect(resultOfReason(code)).toBe(result)
        }
      }),
      runs
    )
  })

  it("miss no pair that a look at all pairs would find", () => {
    const letters = fc.constantFrom("M", "MA", "MARI", "MARIA", "MARAI", "MARIAS", "GARCIA", "GRACIA", "GARCIALOPEZ")
    const more = fc.constantFrom("LOPEZ", "LOPES", "MU?OZ", "Muñoz", "MUOZ", "MUELLER", "Müller", "Jörg", "JOERG", "DE")
    const written = fc.array(fc.oneof(letters, more), { minLength: 1, maxLength: 4 }).map((words) => words.join(" "))
    fc.assert(
      fc.property(written, written, fc.constantFrom(3, 40), (ordered, printed, cut) => {
        const [decision] = decide(
          batchOf(
            [order({ id: "o", name: ordered })],
            [movement({ id: "m", senderName: printed, bankCutsNamesAt: cut })]
          )
        )
        const level = nameLevelOf(
          normaliseName(ordered),
          normaliseName(printed, { cutFrom: cut - 1, isCutDeclared: true }),
          6
        )
        expect(decision?.candidates[0]?.evidence[0]?.level).toBe(level)
      }),
      { numRuns: 2_000 }
    )
  })

  it("match only what is of the same amount and has evidence enough", () => {
    fc.assert(
      fc.property(orders, movements, (o, m) => {
        for (const { orderId, movementId, candidates } of decide(batchOf(o, m))) {
          if (movementId === undefined) continue
          const [ordered, paid] = [o.find(({ id }) => id === orderId), m.find(({ id }) => id === movementId)]
          const [match] = candidates
          expect(paid?.amountMinor).toBe(ordered?.amountMinor)
          expect(paid?.held).toBe(false)
          expect(match?.movementId).toBe(movementId)
          expect(match?.score).toBeGreaterThanOrEqual(5)
          expect(match?.evidence.reduce((sum, { bits }) => sum + bits, 0)).toBeCloseTo(match?.score ?? 0, 6)
        }
      }),
      runs
    )
  })

  it("never pair what a person has separated", () => {
    fc.assert(
      fc.property(orders, movements, (o, m) => {
        const [first] = decide(batchOf(o, m)).flatMap(({ orderId, movementId }) =>
          movementId === undefined ? [] : [{ orderId, movementId }]
        )
        fc.pre(first !== undefined)
        const again = decide(batchOf(o, m, { barredPairs: [first] }))
        expect(again.some((each) => each.orderId === first.orderId && each.movementId === first.movementId)).toBe(false)
      }),
      { numRuns: 150 }
    )
  })
})
