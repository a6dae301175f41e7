import { describe, expect, it } from "vitest"
import { beyondOne, type MovementFacts } from "@counterfoil/domain"
import { movement, order } from "../facts.ts"

const asked = order({ id: "asked", amountMinor: 12_000n, name: "Begoña Unzueta" })
const other = order({ id: "other", amountMinor: 8_050n, name: "BEGOÑA UNZUETA" })
const third = order({ id: "third", amountMinor: 1_000n, name: "Begoña Unzueta Ruiz" })
const strangers = order({ id: "strangers", amountMinor: 8_050n, name: "Juan Pérez" })
const credit = (id: string, amountMinor: bigint, rest: Partial<MovementFacts> = {}) =>
  movement({ id, amountMinor, senderName: "BEGONA UNZUETA", ...rest })

describe("one payment for several orders", () => {
  it("is seen where the sum is exact and the names agree", () => {
    expect(beyondOne(asked, [strangers, other, third], [credit("m", 20_050n)])).toEqual([
      { kind: "one_for_several", movementIds: ["m"], orderIds: ["asked", "other"], differenceMinor: 0n }
    ])
    expect(beyondOne(asked, [other, third], [credit("m", 21_050n)])[0]?.orderIds).toEqual(["asked", "other", "third"])
  })

  it("is none of another payer's, of another currency, or a cent off", () => {
    expect(beyondOne(asked, [strangers], [credit("m", 20_050n)])[0]?.kind).toBe("partial")
    expect(beyondOne(asked, [other], [credit("m", 20_051n)])[0]?.kind).toBe("partial")
    expect(beyondOne(asked, [other], [credit("m", 20_050n, { senderName: "ANA RUIZ" })])).toEqual([])
    expect(beyondOne(asked, [other], [credit("m", 20_050n, { currency: "USD" })])).toEqual([])
  })
})

describe("one order in several payments", () => {
  it("is seen where the sum is exact and the names agree", () => {
    const [first, second] = [credit("first", 7_000n), credit("second", 5_000n)]
    expect(beyondOne(asked, [], [first, second])).toEqual([
      { kind: "several_for_one", movementIds: ["first", "second"], orderIds: ["asked"], differenceMinor: 0n }
    ])
    expect(beyondOne(asked, [], [first, { ...second, senderName: "ANA RUIZ" }])).toEqual([
      { kind: "partial", movementIds: ["first"], orderIds: ["asked"], differenceMinor: -5_000n }
    ])
  })
})

describe("a payment of another amount", () => {
  it("is told with its difference, the nearest first", () => {
    const found = beyondOne(asked, [], [credit("more", 12_900n), credit("less", 11_950n)])
    expect(found.map(({ differenceMinor, movementIds }) => [...movementIds, differenceMinor])).toEqual([
      ["less", -50n],
      ["more", 900n]
    ])
  })

  it("is none where it pays the payer's other order, or is far off", () => {
    expect(beyondOne(asked, [other], [credit("m", 8_050n)])).toEqual([])
    expect(beyondOne(asked, [], [credit("m", 5_999n), credit("n", 24_001n)])).toEqual([])
  })

  it("is found by its reference too", () => {
    const said = credit("m", 11_950n, { senderName: "OTRO PAGADOR", text: "PED-10021" })
    expect(beyondOne({ ...asked, reference: "PED-10021" }, [], [said])[0]?.differenceMinor).toBe(-50n)
  })
})

it("what a person has separated is offered again in no sum, part or difference", () => {
  const separated = (orderId: string, movementId: string) => [{ orderId, movementId }]
  expect(beyondOne(asked, [], [credit("m", 11_950n)], separated("asked", "m"))).toEqual([])
  expect(beyondOne(asked, [other], [credit("m", 20_050n)], separated("asked", "m"))).toEqual([])
  expect(beyondOne(asked, [other], [credit("m", 20_050n)], separated("other", "m"))[0]?.kind).toBe("partial")
  const parts = [credit("first", 7_000n), credit("second", 5_000n)]
  expect(beyondOne(asked, [], parts, separated("asked", "second")).map(({ kind }) => kind)).toEqual(["partial"])
})

it("stays quick where one payer has many orders and payments", () => {
  const many = Array.from({ length: 500 }, (_, n) => order({ ...other, id: `o${n}`, amountMinor: BigInt(1_000 + n) }))
  const credits = Array.from({ length: 50 }, (_, n) => credit(`m${n}`, BigInt(40_000 + n)))
  const before = process.cpuUsage()
  beyondOne(asked, many, credits)
  const { system, user } = process.cpuUsage(before)
  expect((system + user) / 1_000).toBeLessThan(2_000)
})
