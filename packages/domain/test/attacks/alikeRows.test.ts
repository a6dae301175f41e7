import { expect, it } from "vitest"
import {
  addDays,
  decodingStatement,
  finish,
  type KnownMovement,
  reconcilingScrape,
  reversalsOfBooked,
  Statement,
  type StatementRow,
  type Steps,
  TooManyAlike
} from "@counterfoil/domain"
import { Result, Schema } from "effect"
import { row, statement } from "../intake.ts"

const coverage = { from: "2026-11-13", to: "2026-11-20", complete: true }
const alike = (count: number, word: string): ReadonlyArray<StatementRow> =>
  Array.from({ length: count }, (_, index) => ({
    index,
    key: `${word}${index}`,
    amountMinor: 100n,
    currency: "EUR",
    bookedDate: "2026-11-20",
    receivedAt: 0,
    status: "booked",
    description: `PAYMENT FOR ALL OF THE SAME THINGS ${word}${index}`,
    senderName: "",
    flags: []
  }))
const stored = (rows: ReadonlyArray<StatementRow>): ReadonlyArray<KnownMovement> =>
  rows.map(({ index, ...each }) => ({
    ...each,
    id: `m${String(index).padStart(6, "0")}`,
    occurrence: 1,
    missedScrapes: 0,
    removed: false,
    reversed: false,
    heldFor: []
  }))

/** What part of the whole work its longest piece is, in processor time. */
const longestPart = (steps: () => Steps<unknown>): number => {
  let [longest, whole] = [0, 0]
  for (const work = steps(); ;) {
    const before = process.cpuUsage()
    const step = work.next()
    const { system, user } = process.cpuUsage(before)
    longest = Math.max(longest, system + user)
    whole += system + user
    if (step.done === true) return longest / whole
  }
}

it("Thousands of rows that may be thousands of known movements are refused before they take all memory", () => {
  const input = { known: stored(alike(2_000, "A")), rows: alike(2_000, "B"), coverage }

  expect(() => finish(reconcilingScrape(input))).toThrow(TooManyAlike)
})

it("So are returns and payments of one price that a file dated ahead by thousands, once their day has come", () => {
  const payments = stored(alike(2_200, "A"))
  const returns = payments.map((one): KnownMovement => ({
    ...one,
    id: `r${one.id}`,
    amountMinor: -one.amountMinor,
    description: `DEVOLUCION ${one.id}`
  }))
  const known = [...payments, ...returns]

  expect(() =>
    finish(
      reversalsOfBooked(
        known,
        known.map(({ id }) => id)
      )
    )
  ).toThrow(TooManyAlike)
})

/** What a file of another format has words for that share nothing. */
const inOtherWords = (count: number) => ({
  known: stored(alike(count, "A")).map((one): KnownMovement => ({ ...one, origin: "csv" })),
  rows: alike(count, "B").map((one): StatementRow => ({ ...one, description: `LANG ANA ${one.key}` })),
  origin: "camt053" as const
})

it("So are those of which nothing is kept, as a file of other words than each of thousands of one price", () => {
  expect(() => finish(reconcilingScrape({ ...inOtherWords(1_500), coverage }))).toThrow(TooManyAlike)
})

it("Fifteen hundred payments of a day and a price, which a file tells in the words of the page, are the ones that are known", () => {
  // No two payers share a word.
  const rows = alike(1_500, "A").map((one): StatementRow => ({ ...one, description: `W${one.index}A W${one.index}B` }))
  const known = stored(rows).map((one): KnownMovement => ({ ...one, origin: "page", key: `of page ${one.key}` }))
  const found = finish(reconcilingScrape({ known, rows, coverage, origin: "camt053" }))

  expect(found).toMatchObject({ inserts: [], inOtherWords: [] })
})

it("Of one price, only what is of near days is compared", () => {
  const days = Array.from({ length: 75 }, (_, nth) => addDays("2026-11-20", -nth))
  const dated = <One extends StatementRow | KnownMovement>(all: ReadonlyArray<One>): ReadonlyArray<One> =>
    all.map((one, nth) => ({ ...one, bookedDate: days[nth % days.length] ?? "" }))
  const { known, origin, rows } = inOtherWords(1_500)
  const input = { known: dated(known), rows: dated(rows), coverage: { ...coverage, from: "2026-09-01" }, origin }

  let pieces = 0
  for (const work = reconcilingScrape(input); work.next().done !== true;) pieces += 1
  // Three times with the two hundred of its days, not with fifteen hundred.
  expect(pieces).toBeLessThan(1_500 * 1_000)
})

it("A statement of twenty thousand rows is compared in short pieces, with itself and with another of its kind", () => {
  const [all, half] = [alike(20_000, "A"), alike(300, "B")]

  const compared: ReadonlyArray<() => Steps<unknown>> = [
    () => reconcilingScrape({ known: stored(all), rows: all, coverage }),
    () => reconcilingScrape({ known: stored(half), rows: alike(300, "C"), coverage })
  ]

  // Collecting garbage or a busy machine may lengthen a piece once, but not in each of three runs.
  const shortEnough = 0.25
  for (const steps of compared) {
    let longest = longestPart(steps)
    for (let run = 2; run <= 3 && longest >= shortEnough; run += 1) longest = longestPart(steps)
    expect(longest).toBeLessThan(shortEnough)
  }
})

const decode = Schema.decodeUnknownResult(Statement)

it("A statement is read in pieces as in one go, and what is wrong with it is said in the same words", () => {
  const good = statement([row(), row({ id: "F-1", pending: true })])
  const odd: ReadonlyArray<unknown> = [
    good,
    { ...good, unknown: 1, movements: [{ ...row(), unknown: 1 }] },
    null,
    5,
    {},
    { ...good, movements: 5 },
    { ...good, movements: [row(), 5] },
    { ...good, movements: [row(), { ...row(), date: "2026-02-30" }] },
    { ...good, movements: [{ ...row(), amount: undefined }] },
    { ...good, stated: -1 },
    { ...good, movements: Array(50_001).fill(row()) }
  ]

  for (const each of odd) {
    const [pieces, whole] = [finish(decodingStatement(each)), decode(each)]
    expect(Result.mapError(pieces, ({ message }) => message)).toEqual(Result.mapError(whole, ({ message }) => message))
  }
})
