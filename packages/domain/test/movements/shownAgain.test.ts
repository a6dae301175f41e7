/** Payments that two complete lists lacked, and that are there again, in other words. */
import type { MovementOrigin, Statement } from "@counterfoil/domain"
import { describe, expect, it } from "vitest"
import { emptyLedger, type Ledger, row, rules, statement, taken } from "../intake.ts"

const told = row({ description: "TRF DE MARIA GARCIA LOPEZ" })
const others = [1, 2, 3, 4, 5].map((n) => row({ date: "2026-11-18", amount: `${n}.00`, description: `RECIBO ${n}` }))

const takes = (ledger: Ledger, from: Statement, origin?: MovementOrigin) =>
  taken(ledger, from, rules, "2026-11-20", origin)
/** Told by the page, and gone from it. */
const gone = [statement([told, ...others]), statement(others), statement(others)].reduce(
  (ledger, from) => takes(ledger, from),
  emptyLedger
)
const after = (rows: ReadonlyArray<ReturnType<typeof row>>, origin?: MovementOrigin, ledger = gone) => {
  const { last, movements } = takes(ledger, statement([...rows, ...others]), origin)
  const back = last?.updates.filter(({ restored }) => restored).map(({ id }) => id)
  return { back, fresh: last?.inserts.map(({ heldFor }) => heldFor), movements }
}

describe("a payment that was taken back", () => {
  it("is there again where a file has it, and where the page shows it after that: it is told once", () => {
    expect(gone.movements.filter(({ removed }) => removed).map(({ id }) => id)).toEqual(["m0000"])
    for (const origin of ["camt053", "csv"] as const) {
      const file = after([row({ description: "MARIA GARCIA LOPEZ" })], origin)
      expect(file).toMatchObject({ back: ["m0000"], fresh: [] })
      const page = takes({ movements: file.movements, last: undefined }, statement([told, ...others]))
      expect(page.last?.inserts).toEqual([])
    }
  })

  it("is there again where the page words it anew", () => {
    expect(after([row({ description: "TRF DE MARIA GARCIA LOPEZ PEDIDO 17" })])).toMatchObject({
      back: ["m0000"],
      fresh: []
    })
  })

  it("is another one where it names somebody else, has another amount or day, or comes twice", () => {
    expect(after([row({ description: "TRF DE JONAS WEBER" })])).toMatchObject({ back: [], fresh: [[]] })
    expect(after([row({ ...told, amount: "121.00" })])).toMatchObject({ back: [], fresh: [[]] })
    expect(after([row({ ...told, date: "2026-11-19" })])).toMatchObject({ back: [], fresh: [[]] })
    const twice = row({ description: "TRF DE MARIA GARCIA LOPEZ PEDIDO 17" })
    expect(after([twice, twice])).toMatchObject({ back: ["m0000"], fresh: [[]] })
  })
})
