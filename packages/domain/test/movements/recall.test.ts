import { describe, expect, it } from "vitest"
import { type KnownMovement, type ScrapedMovement, finish, recalling } from "@counterfoil/domain"
import { afterScrapes, row, statement } from "../intake.ts"

const opened = (facts: Partial<ScrapedMovement> = {}) =>
  row({ description: "TRANSFERENCIA Pedido 7", counterparty: "ANA RUIZ", time: "10:15", ...facts })
const listed = (facts: Partial<ScrapedMovement> = {}) => row({ description: "TRANSFERENCIA", ...facts })

const recalled = (known: ReadonlyArray<ScrapedMovement>, ...rows: ReadonlyArray<ScrapedMovement>) =>
  recalledOf(afterScrapes(statement(known)).movements, ...rows)
const recalledOf = (known: ReadonlyArray<KnownMovement>, ...rows: ReadonlyArray<ScrapedMovement>) =>
  finish(recalling({ rows, known, volatile: [], zone: "Europe/Madrid" }))

const told = { description: "TRANSFERENCIA Pedido 7", counterparty: "ANA RUIZ", time: "10:15" }

describe("a row that was opened in an earlier read", () => {
  it("is recalled with all that opened", () => {
    expect(recalled([opened()], listed())).toEqual([told])
    expect(recalled([opened({ time: "10:15:30" })], listed())).toEqual([{ ...told, time: "10:15:30" }])
  })

  it("is recalled where the list cuts its text off, and not where it has other words", () => {
    expect(recalled([opened()], listed({ description: "TRANSFERENCIA Ped…" }))).toEqual([told])
    expect(recalled([opened()], listed({ description: "TRANSFERENCIA Ped" }))).toEqual([null])
    expect(recalled([opened()], listed({ description: "TRANSFERENCIA Pedido 8" }))).toEqual([null])
  })

  it("is none of another day, amount, balance or state", () => {
    expect(recalled([opened()], listed({ date: "2026-11-19" }))).toEqual([null])
    expect(recalled([opened()], listed({ amount: "120.01" }))).toEqual([null])
    expect(recalled([opened({ balance: "1.00" })], listed({ balance: "2.00" }))).toEqual([null])
    expect(recalled([opened({ pending: true })], listed())).toEqual([null])
  })

  it("isn't recalled beside a new one that looks the same: nobody could say which is which", () => {
    expect(recalled([opened()], listed(), listed())).toEqual([null, null])
    const two = [opened(), opened({ description: "TRANSFERENCIA Pedido 8" })]
    expect(recalled(two, listed(), listed())).toEqual([null, null])
    expect(recalled([opened(), opened()], listed(), listed())).toEqual([told, told])
    expect(recalled([opened()], listed(), listed({ description: "TRANSFERENCIA Pedido" }))).toEqual([null, null])
  })

  it("is none that a file brought, or that the bank has taken back", () => {
    const [known] = afterScrapes(statement([opened()])).movements
    if (known === undefined) throw new Error("it is known")
    expect(recalledOf([{ ...known, origin: "csv" }], listed())).toEqual([null])
    expect(recalledOf([{ ...known, removed: true }], listed())).toEqual([null])
  })
})
