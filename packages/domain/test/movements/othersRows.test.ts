import { describe, expect, it } from "vitest"
import { type EqualRow, isAnothers, likenessSentence, rowsToCompare, type StatementRow } from "../../src/index.ts"

const row = (index: number, amountMinor: bigint, description = `TRF DE ${index}`): StatementRow => ({
  index,
  key: `key-${index}`,
  amountMinor,
  currency: "EUR",
  bookedDate: "2026-11-10",
  receivedAt: 0,
  status: "booked",
  description,
  senderName: amountMinor > 0n ? description : "",
  flags: []
})

const credits = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => row(from + at, BigInt(1_000 + at)))
const debits = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => row(from + at, -BigInt(1_000 + at), `RECIBO ${at}`))

const equal = (rows: ReadonlyArray<StatementRow>, byBalance = false): ReadonlyArray<EqualRow> =>
  rows.map((each) => ({ row: each, byBalance }))

/** Of a list with `own` rows beside those that another account has, too. */
const isHeld = (likeness: ReadonlyArray<EqualRow>, own: ReadonlyArray<StatementRow> = []) =>
  isAnothers(
    [...likeness.map(({ row: { amountMinor, description } }, at) => row(at, amountMinor, description)), ...own],
    likeness
  )

describe("new rows that another account of the user has, too", () => {
  it("are that account's: three of different words or amounts, of which two bring money", () => {
    expect(isHeld(equal(credits(3)))).toBe(true)
    expect(isHeld(equal([...credits(2), ...debits(1)]))).toBe(true)
  })

  it("are that account's where the balances after three agree, one of which brings money", () => {
    const likeness = [...credits(1), ...debits(2)]
    expect(isHeld(equal(likeness, true))).toBe(true)
    expect(isHeld(equal(likeness))).toBe(false)
  })

  it("are chance where they are few, the same each month, or bring no money: fees, and a bonus", () => {
    expect(isHeld(equal(credits(2), true))).toBe(false)
    expect(isHeld(equal(debits(40), true))).toBe(false)
    const monthly = Array.from({ length: 12 }, (_, at) => row(at, 500n, "ABONO MENSUAL"))
    expect(isHeld(equal(monthly, true))).toBe(false)
    expect(isHeld(equal([row(0, -300n, "COMISION"), row(1, -63n, "IVA"), row(2, 500n, "BONIFICACION")]))).toBe(false)
  })

  it("are that account's beside rows of its own where half are, six bring money, or balances agree", () => {
    const own = credits(30, 100)
    expect(isHeld(equal(credits(5)), own.slice(0, 5))).toBe(true)
    expect(isHeld(equal(credits(5)), own.slice(0, 6))).toBe(false)
    expect(isHeld(equal(credits(6)), own)).toBe(true)
    expect(isHeld(equal(credits(3), true), own)).toBe(true)
  })

  it("are looked for by some of them, however many there are: what stands first, and credits from the whole list", () => {
    const list = [...debits(5_000), ...credits(15_000, 5_000)]
    const compared = rowsToCompare(list)
    expect(compared.map(({ index }) => index)).toEqual([
      ...Array.from({ length: 20 }, (_, at) => at),
      ...Array.from({ length: 20 }, (_, at) => 5_000 + at * 750)
    ])
  })

  it("aren't looked for where they could prove nothing", () => {
    expect(rowsToCompare(credits(2))).toEqual([])
    expect(rowsToCompare(debits(20))).toEqual([])
    expect(rowsToCompare(Array.from({ length: 30 }, (_, at) => row(at, 500n, "ABONO")))).toEqual([])
    expect(rowsToCompare(credits(3))).toHaveLength(3)
  })

  it("are said with what most likely happened, and what to do", () => {
    expect(likenessSentence({ compared: 5, equal: 5 }, 'the account "Current"')).toBe(
      `5 of 5 new rows that were compared are those of the account "Current": the bank's page seems to have shown that account instead of this one. Taken in, these payments would count twice. If they are this account's own, accept this read.`
    )
  })
})
