/** A row that was held in a list that isn't whole, and what the whole lists after it make of it. */
import { expect, it } from "vitest"
import { afterScrapes, day, row, statement, taken } from "../intake.ts"

const first = row({ description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ" })
const longer = row({ description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ CONCEPTO PEDIDO" })
const longest = row({ description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ CONCEPTO PEDIDO 1001" })
const part = { complete: false }
const stateOf = ({ movements }: ReturnType<typeof afterScrapes>) =>
  movements.map(({ heldFor, removed }) => [heldFor.length > 0 ? "held" : "told", removed ? "removed" : "there"])

it("is the known one in other words where the whole list lacks that: what was told stays", () => {
  const held = afterScrapes(statement([first]), statement([longer], part))
  expect(stateOf(held)).toEqual([
    ["told", "there"],
    ["held", "there"]
  ])

  const whole = taken(held, statement([longer]))
  expect(whole.last?.updates).toMatchObject([{ id: "m0000", row: { description: longer.description } }])
  expect(stateOf(whole)).toEqual([
    ["told", "there"],
    ["held", "removed"]
  ])
  expect(taken(whole, statement([longer])).last).toMatchObject({ inserts: [], unchanged: ["m0000"], vanished: [] })
  expect(taken(whole, statement([longer], part)).last).toMatchObject({ inserts: [], unchanged: ["m0000"] })
})

it("is the known one on a later day, too, and in the last of several wordings", () => {
  const later = afterScrapes(statement([{ ...first, date: day(-1) }]), statement([longer], part), statement([longer]))
  expect(later.movements).toMatchObject([
    { bookedDate: longer.date, removed: false, heldFor: [] },
    { removed: true, heldFor: ["m0000"] }
  ])

  const thrice = afterScrapes(
    statement([first]),
    statement([longer], part),
    statement([longest], part),
    statement([longest])
  )
  expect(stateOf(thrice)).toEqual([
    ["told", "there"],
    ["held", "removed"],
    ["held", "removed"]
  ])
})

it("is one of its own where both are listed, also after a list that lacked one of them", () => {
  const both = statement([first, longer])
  const held = afterScrapes(statement([first]), statement([longer], part))
  expect(stateOf(taken(held, both))).toEqual([
    ["told", "there"],
    ["told", "there"]
  ])

  const early = taken(taken(held, statement([longer])), both)
  expect(stateOf(early).filter(([, is]) => is === "there")).toEqual([
    ["told", "there"],
    ["told", "there"]
  ])
  expect(taken(early, both).last).toMatchObject({ inserts: [], updates: [], vanished: [] })
})

it("stays held where the row may as well be another payer's", () => {
  const ana = row({ description: "TRANSFERENCIA RECIBIDA", counterparty: "Ana Ruiz", id: "7" })
  const leo = row({ description: "TRANSFERENCIA RECIBIDA", counterparty: "Leo Paz", id: "7", balance: "10.00" })
  const held = afterScrapes(statement([ana]), statement([leo]))
  expect(stateOf(taken(held, statement([leo])))).toEqual([
    ["told", "removed"],
    ["held", "there"]
  ])
})

it("leaves what was held for it to be told, once the list shows that beside them all", () => {
  const other = row({ description: "TRANSFERENCIA DE RITA MONTALBAN VEGA", date: day(-1) })
  const ofFile = { ...other, description: "RITA MONTALBAN VEGA" }
  const held = afterScrapes(statement([first]), statement([longer], part))
  const both = taken(
    held,
    statement([{ ...first, description: "MARIA GARCIA LOPEZ" }, ofFile]),
    undefined,
    undefined,
    "camt053"
  )
  expect(both.movements.at(-1)?.heldFor).not.toEqual([])

  const whole = taken(both, statement([longer, other]))
  expect(stateOf(whole)).toEqual([
    ["told", "there"],
    ["held", "removed"],
    ["told", "there"]
  ])
})

it("doesn't come back, booked, for an equal payment that is pending", () => {
  const held = afterScrapes(statement([first]), statement([longer], part), statement([longer]))

  const another = taken(held, statement([longer, { ...longer, pending: true }]))
  expect(another.last).toMatchObject({ inserts: [{ row: { status: "pending" } }], updates: [], unchanged: ["m0000"] })
  const both = statement([longer, longer])
  const booked = [both, both, both].reduce((ledger, read) => taken(ledger, read), another)
  expect(booked.movements.filter(({ removed }) => !removed)).toMatchObject([
    { status: "booked", heldFor: [] },
    { status: "booked", heldFor: [] }
  ])
})
