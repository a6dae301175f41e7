/** Held rows and whole lists: what must not be settled against them. */
import { expect, it } from "vitest"
import { type KnownMovement, lackOf, reconcileScrape, type Statement } from "@counterfoil/domain"
import { afterScrapes, day, row, rowsOf, statement, taken } from "../intake.ts"

const first = row({ description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ" })
const longer = row({ description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ CONCEPTO PEDIDO" })
const part = { complete: false }

it("a held one of a day that the list doesn't reach stays", () => {
  const held = afterScrapes(statement([first]), statement([{ ...longer, date: day(-2) }], part))
  const anew = row({ description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ REF 9" })
  expect(taken(held, statement([anew], { from: day(-1) })).movements.at(-1)).toMatchObject({ removed: false })
})

it("a held one stays where the told one is listed beside it, in other words", () => {
  const held = afterScrapes(statement([first]), statement([longer], part))
  const anew = row({ description: "TRANSFER RECEIVED FROM MARIA GARCIA LOPEZ" })
  expect(taken(held, statement([longer, anew])).last).toMatchObject({ inserts: [], released: ["m0001"] })
})

/** As ingest.ts does it. */
const ingest = (known: ReadonlyArray<KnownMovement>, { coverage, movements }: Statement, late: boolean) => {
  const rows = rowsOf(statement(movements, coverage))
  const used = late ? { ...coverage, complete: false } : coverage
  const found = reconcileScrape({ known, rows, coverage: used, late })
  const isAside = found.upheaval !== undefined || lackOf(known, found.vanished, coverage) !== undefined
  if (isAside && !late) return { known, isAside }
  const again = reconcileScrape({ known, rows, coverage })
  const lacks = late && lackOf(known, again.vanished, coverage) !== undefined
  const missing = [...found.vanished, ...(lacks ? again.vanished.filter((one) => one.missedScrapes === 1) : [])]
  const kept = known.map((one) => ({ ...one, ...missing.find(({ id }) => id === one.id) }))
  return { known: kept, isAside: false }
}

it("a list of moved days that was accepted is not set aside for ever", () => {
  const coverage = { from: day(-40), to: day(0) }
  const moved = (by: number) =>
    Array.from({ length: 12 }, (_, n) => row({ date: day(by - 2 * n), amount: "20.00", description: "BIZUM RECIBIDO" }))
  const whole = statement(moved(-1), coverage)
  let { movements: known } = afterScrapes(statement(moved(0), coverage), statement(moved(-1), { ...coverage, ...part }))
  const asides: Array<boolean> = []
  for (let n = 0; n < 4; n += 1) {
    const read = ingest(known, whole, false)
    asides.push(read.isAside)
    known = read.isAside ? ingest(known, whole, true).known : read.known
  }
  expect(asides).toEqual([true, false, false, false])
})

/** Each is held for all before it: judged anew for each of them, this would never end. */
it("what was worded anew in each of many partial lists is judged once", () => {
  const words = "TRANSFERENCIA DE MARIA GARCIA LOPEZ CONCEPTO PEDIDO".split(" ")
  const turned = (n: number) =>
    words
      .toSpliced(n % 7, 1)
      .toSpliced(Math.floor(n / 7), 0, words[n % 7] ?? "")
      .join(" ")
  const texts = [...new Set(Array.from({ length: 49 }, (_, n) => turned(n)))]
  const at = (n: number, facts = {}) => row({ date: day(-1), description: texts[n] ?? "", ...facts })
  const last = texts.length - 1
  const other = at(last - 1, { date: day(0) })
  const wordings = Array.from({ length: last - 2 }, (_, n) => statement([at(n + 1)], part))
  const held = afterScrapes(statement([at(0)]), ...wordings, statement([other], part))
  expect(taken(held, statement([at(last), other])).last?.released).toHaveLength(1)
})

it("a held one is told once a whole list shows it, of a bank whose list ends before the one that it may be", () => {
  const again = { ...first, date: day(0) }
  const list = { from: day(-2) }
  const before = afterScrapes(statement([{ ...first, date: day(-3) }], { from: day(-5), to: day(-3) }))
  const held = taken(before, statement([again], { ...list, ...part }))

  expect(held.last?.inserts).toMatchObject([{ heldFor: ["m0000"] }])
  expect(taken(held, statement([again], list)).last?.released).toEqual(["m0001"])
  expect(taken(before, statement([again], list)).last?.inserts).toMatchObject([{ heldFor: [] }])
})

it("a booked one that a whole list dates earlier, in the same words, is the one that was told", () => {
  const before = afterScrapes(statement([first, row({ amount: "80.00", date: day(-1) })]))
  const moved = taken(before, statement([{ ...first, date: day(-2) }, row({ amount: "80.00", date: day(-1) })]))

  expect(moved.last).toMatchObject({ inserts: [], vanished: [], updates: [{ reidentified: true }] })
})
