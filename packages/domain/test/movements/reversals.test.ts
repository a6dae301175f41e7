/** What takes back what, where one of the two is known before the other, or was held, or said less at first. */
import { describe, expect, it } from "vitest"
import { day, emptyLedger, row, rowsOf, rules, statement, taken, type Ledger } from "../intake.ts"
import { reconcileScrape, type MovementOrigin, type Statement } from "@counterfoil/domain"

const paid = row({ date: day(-3) })
const back = row({ date: day(-1), amount: "-120.00", description: "DEVOLUCION TRANSFERENCIA MARIA GARCIA LOPEZ" })
const other = row({ date: day(-1), amount: "15.00", description: "TRANSFERENCIA DE LEO PAZ" })

const takes = (ledger: Ledger, from: Statement, origin?: MovementOrigin) =>
  taken(ledger, from, rules, undefined, origin)
const reversed = (...reads: ReadonlyArray<readonly [Statement, MovementOrigin?]>) =>
  reads.reduce((ledger, [from, origin]) => takes(ledger, from, origin), emptyLedger).last?.reversals

/** The newest rows of a list only. */
const part = (...rows: Parameters<typeof statement>[0]) => statement(rows, { complete: false })

describe("a payment that the bank books back", () => {
  it("is taken back though it comes to be known after its return: by a list that goes further back, or a file", () => {
    const whole = statement([paid, other, back])
    expect(reversed([part(other, back)], [whole])).toEqual([{ original: { index: 0 }, reversal: { id: "m0001" } }])
    expect(reversed([part(other, back)], [whole, "camt053"])).toMatchObject([{ original: { index: 0 } }])
  })

  it("is taken back by a return of later days than the file that brings it", () => {
    const { movements } = takes(emptyLedger, part(other, back))
    const file = statement([paid], { from: day(-7), to: day(-2) })
    const { reversals } = reconcileScrape({
      known: [],
      later: movements,
      rows: rowsOf(file),
      coverage: file.coverage,
      origin: "csv"
    })
    expect(reversals).toEqual([{ original: { index: 0 }, reversal: { id: "m0001" } }])
  })

  it("isn't taken back by a return that is known, if it is of its day or later: who was paid back pays again", () => {
    const again = row({ date: day(-1) })
    expect(reversed([part(back)], [part(back, again)])).toEqual([])
    expect(reversed([part(back)], [part(back, row({ date: day(0) }))])).toEqual([])
  })

  it("isn't taken back by a return that is known, where another one fits it as well or better: nobody can tell which it was", () => {
    const named = (n: number, date: string) =>
      row({ date, description: `TRANSFERENCIA MARIA GARCIA LOPEZ PEDIDO ${n}` })
    const two = [named(71, day(-3)), named(72, day(-3)), back]
    expect(reversed([part(...two)])).toEqual([])
    expect(reversed([part(...two)], [statement([named(23, day(-20)), ...two])])).toEqual([])
    expect(
      reversed(
        [part(...two)],
        [part(row({ ...named(71, day(-3)), counterparty: "MARIA GARCIA LOPEZ" }), ...two.slice(1))]
      )
    ).toEqual([])
  })

  it("is taken back once the bank says more of the return than at first", () => {
    const brief = row({ ...back, description: "TRANSFERENCIA MARIA GARCIA LOPEZ" })
    const fuller = row({ ...back, description: "TRANSFERENCIA MARIA GARCIA LOPEZ DEVOLUCION" })
    expect(reversed([statement([paid, brief])], [statement([paid, fuller])])).toEqual([
      { original: { id: "m0000" }, reversal: { id: "m0001" } }
    ])
  })

  it("is taken back once the bank says more of the payment than at first", () => {
    const brief = row({ ...paid, description: "TRANSFERENCIA" })
    const fuller = row({ ...paid, description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ" })
    expect(reversed([statement([brief, back])], [statement([fuller, back])])).toEqual([
      { original: { id: "m0000" }, reversal: { id: "m0001" } }
    ])
  })

  it("is taken back once its return is held no more", () => {
    const [before, again] = [row({ date: day(-5) }), row({ date: day(-3) })]
    const first = row({ ...back, date: day(-4) })
    const held = [statement([before, first]), statement([before, first, again]), part(back)].reduce(
      (ledger, from) => takes(ledger, from),
      emptyLedger
    )
    expect(held.movements.at(-1)?.heldFor).toEqual(["m0001"])
    expect(held.last?.reversals).toEqual([])
    const known = held.movements.map((one, n) => (n < 2 ? { ...one, reversed: true } : one))
    expect(takes({ ...held, movements: known }, statement([before, first, again, back])).last).toMatchObject({
      released: ["m0003"],
      reversals: [{ original: { id: "m0002" }, reversal: { id: "m0003" } }]
    })
  })

  it("is taken back by a return in a list that lacks another of its amount, or itself: a return is no row in other words", () => {
    const more = [1, 2, 3].map((n) => row({ date: day(-2), amount: `${n}.00`, description: `RECIBO ${n}` }))
    const twin = row({ date: day(-2) })
    const whole = statement([paid, twin, ...more])
    expect(reversed([whole], [statement([paid, ...more, back])])).toHaveLength(1)
    expect(reversed([statement([paid, ...more])], [statement([...more, back])])).toMatchObject([
      { original: { id: "m0000" } }
    ])
    const held = takes(takes(emptyLedger, whole), statement([paid, ...more, back])).last?.inserts
    expect(held).toMatchObject([{ heldFor: [] }])
  })

  it("is somebody else's than the returned one where only such words are shared as any order's payment has", () => {
    const of = (payer: string, order: string, facts = {}) =>
      row({ date: day(-3), description: `TRF DE ${payer} PEDIDO ${order}`, ...facts })
    const returned = row({ ...back, description: "DEVOLUCION TRF ANA RUIZ PEDIDO 1041" })
    expect(reversed([statement([of("LEO PAZ", "1038"), returned])])).toEqual([])
    expect(reversed([statement([of("ANA RUIZ", "1041"), of("LEO PAZ", "1038"), returned])])).toHaveLength(1)
    expect(reversed([statement([of("A RUIZ M", "1038"), returned])])).toHaveLength(1)

    const beside = of("TIENDA SOL", "1038", { counterparty: "Leo Paz" })
    const named = (facts: object) => row({ ...back, description: "DEVOLUCION TIENDA SOL", ...facts })
    expect(reversed([statement([beside, named({ counterparty: "Ana Ruiz" })])])).toEqual([])
    expect(reversed([statement([beside, named({ counterparty: "Leo Paz" })])])).toHaveLength(1)
    expect(reversed([statement([beside, named({ description: "DEVOLUCION PEDIDO 1038" })])])).toHaveLength(1)
  })

  it("is taken back by a return that names nobody, and says only what the payment says, too", () => {
    const of = (description: string) => row({ date: day(-3), description, counterparty: "Leo Paz" })
    for (const words of ["ALQUILER NOVIEMBRE", "PEDIDO 17"]) {
      const returned = (said: string) => row({ ...back, description: `DEVOLUCION ${said}` })
      expect(reversed([statement([of(words), returned(words)])])).toHaveLength(1)
      expect(reversed([statement([of(words), returned(`${words} ANA RUIZ`)])])).toEqual([])
    }
    expect(reversed([statement([of("PEDIDO 17"), row({ ...back, description: "DEVOLUCION PEDIDO 18" })])])).toEqual([])
  })

  it("is taken back itself, not what is held beside it as a possible duplicate", () => {
    const named = row({ ...paid, date: day(-2), description: "TRANSFERENCIA MARIA GARCIA LOPEZ PEDIDO 17" })
    const { movements } = takes(emptyLedger, statement([paid, named]))
    const ledger: Ledger = {
      movements: movements.map((one) => (one.id === "m0001" ? { ...one, heldFor: ["m0000"] } : one)),
      last: undefined
    }
    const closer = row({ ...back, description: "DEVOLUCION MARIA GARCIA LOPEZ PEDIDO 17" })
    expect(takes(ledger, part(closer)).last?.reversals).toMatchObject([{ original: { id: "m0000" } }])
  })
})
