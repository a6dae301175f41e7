/** A bank that lists its last rows, or days, only, and a script that calls such a list whole. */
import { describe, expect, it } from "vitest"
import { lackOf, type ScrapedMovement } from "@counterfoil/domain"
import { afterScrapes, day, reconciled, row, statement, taken } from "../intake.ts"

const payers = ["WEBER JONAS", "LANG PETRA", "GIL EVA", "PAZ LEO", "UNZUETA MARTA", "ROBLEDO INES", "ZAMARRIPA HUGO"]

/** One a day, the newest first, from the `first` day before today on. */
const listed = (count: number, first = 0): ReadonlyArray<ScrapedMovement> =>
  Array.from({ length: count }, (_, n) =>
    row({
      date: day(-first - n),
      amount: `${70 + first + n}.00`,
      description: `TRF DE ${payers[(first + n) % 7] ?? ""}`
    })
  )

const newest = listed(1)
const five = listed(5, 1)
const before = afterScrapes(statement(five))

type List = ReturnType<typeof statement>
/** What counts as removed once the list has been read twice. */
const removedBy = (list: List, known = before) =>
  [list, list]
    .reduce((ledger, each) => taken(ledger, each), known)
    .movements.flatMap(({ id, removed }) => (removed ? [id] : []))

describe("of a complete list", () => {
  it("what newer rows push off its end isn't gone, however often it is read", () => {
    const cut = statement([...newest, ...five.slice(0, 4)])
    expect(removedBy(cut, taken(before, cut))).toEqual([])
  })

  it("what newer rows push off its end isn't the payer's next payment: that is held until it is seen again", () => {
    const last = row({ date: day(-3), amount: "50.00", description: "TRF DE WEBER JONAS" })
    const of = (n: number) => row({ date: day(-2), amount: `${n}.00`, description: `RECIBO ${n}` })
    const four = [1, 2, 3, 4].map(of)
    const known = afterScrapes(statement([...four, last]))
    for (const words of ["TRF DE WEBER JONAS", "TRF DE WEBER LUKAS JONAS"]) {
      const next = statement([row({ date: day(-1), amount: "50.00", description: words }), ...four])
      const held = taken(known, next)
      expect(held.last).toMatchObject({ inserts: [{ heldFor: ["m0004"] }], updates: [] })
      expect(taken(held, next).last).toMatchObject({ released: ["m0005"], inserts: [] })
    }
  })

  it("what the bank dates later, and is its oldest row still, is that one", () => {
    const last = row({ date: day(-3), amount: "50.00", description: "TRF DE WEBER JONAS" })
    const rest = [1, 2, 3, 4].map((n) => row({ date: day(-1), amount: `${n}.00`, description: `RECIBO ${n}` }))
    const moved = taken(afterScrapes(statement([...rest, last])), statement([...rest, { ...last, date: day(-2) }]))
    expect(moved.last).toMatchObject({ inserts: [], updates: [{ id: "m0004" }] })
  })

  it("what is cut off within a day isn't gone", () => {
    const last = row({ date: day(-5), amount: "99.00" })
    const cut = statement([...newest, ...five])
    expect(removedBy(cut, taken(before, statement([...five, last])))).toEqual([])
  })

  it("what many rows push off at once is lacking: it may have ended early", () => {
    const coverage = { from: day(-30) }
    const many = afterScrapes(statement(listed(14, 7), coverage))
    const cut = statement(listed(7), coverage)
    expect(lackOf(many.movements, reconciled(many, cut).vanished, cut.coverage)).toEqual({ gone: 14, known: 14 })
  })

  it("what is taken back between its rows is gone", () => {
    const without = statement([...newest, ...five.toSpliced(3, 1)])
    expect(removedBy(without)).toEqual(["m0003"])
  })

  it("the last row is gone where the list goes on beyond it: with rows from before its days, read or left out", () => {
    const list = [...newest, ...five.slice(0, 4)]
    const older = row({ date: day(-9), amount: "5.00" })
    expect(removedBy(statement([...list, older]))).toEqual(["m0004"])
    const once = taken(before, statement(list))
    const rest = { reachesBack: true }
    expect(reconciled(once, statement(list)).vanished).toEqual([])
    expect(reconciled(once, statement(list), undefined, rest).vanished).toMatchObject([{ id: "m0004", removed: true }])
  })

  it("the last one is gone from a list of a few rows, and from an empty one", () => {
    expect(removedBy(statement(five.slice(0, 4)))).toEqual(["m0004"])
    expect(removedBy(statement([]))).toHaveLength(5)
  })

  it("what falls off a list of a few rows as days go by isn't gone, as far back as no list has shown any", () => {
    const short = statement(five.slice(0, 2))
    const missedOnce = taken(before, short)
    const removed = (shownBack: number, list = short) =>
      reconciled(missedOnce, list, undefined, { shownBack }).vanished.flatMap(({ id, removed: gone }) =>
        gone ? [id] : []
      )
    expect(removed(2)).toEqual([])
    expect(removed(4)).toEqual(["m0002", "m0003"])
    expect(removed(0, statement(five.slice(2, 3)))).toEqual([])
    expect(removed(3, statement([]))).toEqual(["m0002"])
    expect(removed(5)).toEqual(["m0002", "m0003", "m0004"])
  })

  it("what is pending is gone, of the last day, too", () => {
    const waiting = row({ date: day(-5), amount: "99.00", pending: true })
    const ledger = taken(before, statement([...five, waiting]))
    expect(removedBy(statement(five), ledger)).toEqual(["m0005"])
  })

  it("the last row is found again in other words", () => {
    const worded = [...newest, ...five.slice(0, 4), { ...five[4], description: "PAYMENT FROM UNZUETA MARTA" }]
    const found = reconciled(before, statement(worded.map((one) => row(one))))
    expect(found.updates).toMatchObject([{ id: "m0004", reidentified: true }])
  })

  it("what was held for one that was pushed off is told", () => {
    const more = { ...five[4], date: day(-3), description: `${five[4]?.description ?? ""} CONCEPTO PEDIDO` }
    const held = taken(before, statement([row(more)], { complete: false }))
    expect(held.last?.inserts).toMatchObject([{ heldFor: ["m0004"] }])
    const cut = statement([...newest, ...five.slice(0, 4), row(more)])
    expect(taken(held, cut).last).toMatchObject({ released: ["m0005"], vanished: [{ removed: false }] })
  })
})
