/** A payment that the page shows as pending, first in one wording and then in another, and that a file books. */
import { expect, it } from "vitest"
import { afterScrapes, emptyLedger, row, rules, statement, taken } from "../intake.ts"

const amount = { amount: "59.90", date: "2026-11-20" }
const pending = row({ ...amount, description: "TRF DE ECHEVARRIA NURIA", pending: true })
const reworded = row({ ...amount, description: "TRF DE ECHEVARRIA NURIA CONCEPTO RESERVA", pending: true })
const booked = row({ ...amount, description: reworded.description })
const ofFile = row({ ...amount, description: "ECHEVARRIA NURIA" })
/** Of two of a day and amount nobody could tell which one a list that isn't whole words anew. */
const other = row({ ...amount, description: "BIZUM 77", pending: true })
const twice = afterScrapes(
  statement([pending, other]),
  statement([reworded], { complete: false }),
  statement([reworded, other])
)
const toTell = ({ movements }: typeof twice) =>
  movements.filter(({ heldFor, removed, status }) => status === "booked" && heldFor.length === 0 && !removed).length

it("is told once: the file books what the page still shows", () => {
  expect(twice.movements).toMatchObject([{ missedScrapes: 1 }, { missedScrapes: 0 }, { missedScrapes: 0 }])
  const onFile = taken(twice, statement([ofFile]), undefined, undefined, "camt053")
  expect(onFile.movements).toMatchObject([{ status: "pending" }, { status: "pending" }, { status: "booked" }])

  const onPage = [statement([booked, other]), statement([booked, other])].reduce(
    (ledger, each) => taken(ledger, each),
    onFile
  )
  expect(onPage.movements.map(({ removed }) => removed)).toEqual([true, false, false])
  expect(toTell(onPage)).toBe(1)
})

it("is told once each where the file has two", () => {
  const onFile = taken(twice, statement([ofFile, ofFile]), undefined, undefined, "camt053")
  expect(toTell(onFile)).toBe(2)
  expect(onFile.movements).toHaveLength(3)
})

it("is told once where the file, which begins on the next day, books it there: in its words, or by its payer", () => {
  const shown = taken(
    afterScrapes(statement([{ ...pending, date: "2026-11-18" }])),
    statement([]),
    undefined,
    undefined,
    "csv"
  )
  const inFile = (facts: Partial<typeof ofFile>) =>
    taken(
      shown,
      statement([{ ...ofFile, date: "2026-11-19", ...facts }], { from: "2026-11-19", to: "2026-11-19" }),
      { ...rules, namePrefixes: ["TRF DE"] },
      undefined,
      "camt053"
    )
  for (const facts of [{}, { description: "RESERVA 17", counterparty: "Nuria Echevarria" }]) {
    const onPage = taken(inFile(facts), statement([{ ...booked, date: "2026-11-19" }]))
    expect(onPage.movements).toHaveLength(1)
    expect(toTell(onPage)).toBe(1)
  }
  const another = inFile({ description: "RESERVA 17", counterparty: "Jonas Weber" })
  expect(another.movements).toMatchObject([{ status: "pending" }, { status: "booked", heldFor: [] }])
})

it("is told once where the file books it before the day under which the page shows it, and goes on showing it", () => {
  const named = { ...rules, namePrefixes: ["TRF DE"] }
  const shown = (isPending: boolean) => statement([{ ...pending, date: "2026-11-16", pending: isPending }])
  for (const coverage of [{ from: "2026-11-14", to: "2026-11-14" }, { to: "2026-11-20" }]) {
    const inFile = (facts: Partial<typeof ofFile>) =>
      taken(
        taken(emptyLedger, shown(true), named),
        statement([{ ...ofFile, date: "2026-11-14", ...facts }], coverage),
        named,
        undefined,
        "camt053"
      )
    for (const facts of [{}, { description: "RESERVA 17", counterparty: "Nuria Echevarria" }]) {
      const onFile = inFile(facts)
      expect(onFile.movements).toMatchObject([{ status: "booked" }])
      const onPage = taken(taken(onFile, shown(true), named), shown(false), named)
      expect(toTell(onPage)).toBe(1)
      expect(onPage.movements.filter(({ removed }) => removed)).toEqual([])
    }
    const another = inFile({ description: "RESERVA 17", counterparty: "Jonas Weber" })
    expect(another.movements).toMatchObject([{ status: "pending" }, { status: "booked", heldFor: [] }])
  }
})
