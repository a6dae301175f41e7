/** Least examples that a simulation of ledgers has found: lists and files after which a payment was told too often. */
import { describe, expect, it } from "vitest"
import { afterScrapes, day, emptyLedger, type Ledger, row, statement, taken } from "../intake.ts"

const ana = row({ description: "TRF DE LANG ANA" })
const anaOfFile = row({ description: "LANG ANA" })
const leo = row({ description: "TRF DE PAZ LEO" })
const leoOfFile = row({ description: "PAZ LEO" })
const part = { complete: false }
const pending = { pending: true }

const ofPage = (ledger: Ledger, ...lists: ReadonlyArray<ReturnType<typeof statement>>) =>
  lists.reduce((known, list) => taken(known, list), ledger)
const ofFile = (ledger: Ledger, ...rows: ReadonlyArray<ReturnType<typeof row>>) =>
  taken(ledger, statement(rows), undefined, undefined, "camt053")

/** Booked, and neither held nor removed: told, or about to be. */
const told = ({ movements }: Ledger) =>
  movements.filter(({ heldFor, status }) => status === "booked" && heldFor.length === 0).map(({ id }) => id)

describe("what a whole list has shown to be none of its own", () => {
  const later = { ...ana, date: day(-1) }
  const superseded = afterScrapes(statement([{ ...ana, date: day(-2) }]), statement([later], part), statement([later]))

  it("doesn't come back for a row that a file has told", () => {
    expect(superseded.movements).toMatchObject([{ removed: false }, { removed: true, heldFor: ["m0000"] }])
    const onFile = ofFile(superseded, { ...anaOfFile, date: day(-1) }, { ...anaOfFile, date: day(-1) })
    const both = statement([later, later])
    const onPage = ofPage(onFile, both, both, both)
    expect(told(onPage)).toEqual(["m0000", "m0002"])
    expect(onPage.movements.map(({ removed }) => removed)).toEqual([false, true, false])
  })

  it("doesn't come back for one that the bank has moved to its day", () => {
    const two = ofPage(superseded, statement([later, { ...ana, date: day(-2) }]))
    const moved = statement([later, later])
    expect(told(ofPage(two, moved, moved, moved))).toEqual(["m0000", "m0002"])
  })

  it("comes back, held, where nothing else may be its row", () => {
    const part1 = row({ description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ" })
    const held = row({ description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ CONCEPTO PEDIDO" })
    const gone = ofPage(afterScrapes(statement([part1]), statement([held], part)), statement([]), statement([]))
    expect(ofPage(gone, statement([held])).movements).toMatchObject([
      { removed: true },
      { removed: false, heldFor: ["m0000"] }
    ])
  })
})

describe("a pending payment", () => {
  it.each([
    ["at once", []],
    ["after a whole list", [true]],
    ["after two whole lists", [true, true]]
  ] as const)(
    "that a part of a list books in a new version's words is told once, though the version is rolled back %s",
    (_, whole) => {
      const before = row({ description: "TRF DE BRUGUERA CARLA PEDIDO" })
      const anew = statement([{ ...before, description: "TRANSFERENCIA DE BRUGUERA CARLA PEDIDO" }])
      const booked = afterScrapes(
        statement([{ ...before, ...pending }]),
        { ...anew, coverage: { ...anew.coverage, ...part } },
        ...whole.map(() => anew)
      )
      expect(told(booked)).toEqual(["m0000"])
      const back = statement([before])
      expect(ofPage(booked, back, back).movements).toMatchObject([{ id: "m0000", status: "booked", removed: false }])
    }
  )

  it("that a part of a list lacks is told, too, where that books the payer's other one", () => {
    const first = row({ description: "TRF DE BRUGUERA CARLA PEDIDO" })
    const other = row({ description: "TRANSFERENCIA DE BRUGUERA CARLA PEDIDO" })
    const both = [statement([{ ...first, ...pending }, other]), statement([first, other]), statement([first, other])]
    const ledger = ofPage(afterScrapes(statement([{ ...first, ...pending }]), statement([other], part)), ...both)
    expect(told(ledger)).toEqual(["m0000", "m0001"])
    expect(ledger.movements.map(({ removed }) => removed)).toEqual([false, false])
  })

  const longer = "TRF DE BRUGUERA CARLA CONCEPTO PAGO"
  const carla = row({ description: "TRF DE BRUGUERA CARLA" })

  it("that a list which isn't whole words anew is known once, and a file books that", () => {
    const reworded = afterScrapes(
      statement([{ ...carla, ...pending }]),
      statement([{ ...carla, ...pending, description: longer }], part)
    )
    expect(reworded.movements).toMatchObject([{ description: longer, status: "pending" }])
    const onFile = ofFile(reworded, { ...carla, description: "BRUGUERA CARLA" })
    const booked = statement([{ ...carla, description: longer }])
    expect(told(ofPage(onFile, booked, booked))).toEqual(["m0000"])
  })

  it("is two where a whole list shows both wordings", () => {
    const rows = [
      { ...carla, ...pending },
      { ...carla, ...pending, description: longer }
    ]
    const both = ofPage(
      afterScrapes(statement(rows.slice(0, 1)), statement(rows.slice(1), part)),
      statement(rows),
      statement(rows)
    )
    expect(both.movements.map(({ removed }) => removed)).toEqual([false, false])
  })

  it("that the page dates earlier is known once", () => {
    const earlier = { ...ana, ...pending, date: day(-3) }
    expect(ofPage(afterScrapes(statement([{ ...ana, ...pending }])), statement([earlier])).movements).toMatchObject([
      { bookedDate: day(-3), status: "pending" }
    ])
  })

  it("is what a file's row in its words books, not a held one of the day and amount", () => {
    const anew = { ...ana, description: "TRF DE LANG ANA CONCEPTO RESERVA" }
    const held = afterScrapes(statement([ana]), statement([anew, { ...leo, ...pending }], part))
    const onFile = ofFile(held, anaOfFile, leoOfFile)
    const whole = statement([anew, leo])
    expect(told(ofPage(onFile, whole, whole))).toEqual(["m0000", "m0002"])
  })

  it("is what a file's row in its words books, not a booked one that the file has on another day", () => {
    const known = afterScrapes(statement([ana, { ...leo, ...pending }]))
    const onFile = ofFile(known, { ...anaOfFile, date: day(-3) }, leoOfFile)
    expect(onFile.movements).toHaveLength(2)
    expect(told(onFile)).toEqual(["m0000", "m0001"])
  })
})

it("a file's row is first of all the one of its words, on another day, too", () => {
  const known = afterScrapes(statement([ana]))
  const onFile = ofFile(known, { ...anaOfFile, date: day(-2) }, leoOfFile)
  const whole = statement([{ ...ana, date: day(-2) }, leo])
  expect(told(ofPage(onFile, whole, whole))).toEqual(["m0000", "m0001"])
})

describe("a booked payment that the bank words anew", () => {
  const anew = { ...ana, description: "TRF DE LANG ANA CONCEPTO PEDIDO" }

  it("stays the one that was told, beside a pending one in its old words", () => {
    const both = afterScrapes(statement([ana]), statement([anew, { ...ana, ...pending }]))
    expect(both.movements).toMatchObject([
      { id: "m0000", status: "booked", description: anew.description },
      { id: "m0001", status: "pending" }
    ])
    expect(told(ofPage(both, statement([anew, ana])))).toEqual(["m0000", "m0001"])
  })

  it("stays the one that was told, while the bank drops a pending one in its old words", () => {
    const dropped = afterScrapes(statement([ana, { ...ana, ...pending }]), statement([anew]), statement([anew]))
    expect(dropped.movements.map(({ id, removed }) => [id, removed])).toEqual([
      ["m0000", false],
      ["m0001", true]
    ])
  })
})

it("a booked payment is the row of the same words, not of another one's with less, where all balances have moved", () => {
  const anew = { ...ana, description: "TRF DE LANG ANA CONCEPTO PEDIDO" }
  const before = statement([{ ...anew, balance: "300.00" }])
  const after = [
    { ...leo, amount: "10.00", balance: "190.00" },
    { ...anew, balance: "310.00" },
    { ...ana, balance: "430.00" }
  ]
  const both = afterScrapes(before, statement(after))
  expect(told(both)).toEqual(["m0000", "m0001", "m0002"])
  expect(both.last).toMatchObject({ updates: [{ id: "m0000", row: { description: anew.description } }], vanished: [] })
})

describe("a booked payment that the bank words anew, whose payer pays as much again", () => {
  const anew = { ...ana, date: day(-2), description: "TRF DE LANG ANA CONCEPTO PEDIDO" }
  const before = afterScrapes(statement([{ ...ana, date: day(-2) }]))

  it("is the one of its day, not the later one in its old words", () => {
    const both = ofPage(before, statement([anew, ana]))
    expect(both.movements).toMatchObject([
      { id: "m0000", bookedDate: day(-2), description: anew.description },
      { id: "m0001", bookedDate: day(0) }
    ])
    expect(told(both)).toEqual(["m0000", "m0001"])
  })

  it("is neither removed nor holds up the others, where a part of the list has shown them before", () => {
    const three = [anew, ana, { ...ana, ...pending }]
    const held = ofPage(before, statement([anew], part), statement(three, part))
    const whole = ofPage(held, statement(three), statement(three))
    expect(whole.movements.filter(({ removed }) => removed).map(({ id }) => id)).toEqual(["m0001"])
    expect(told(whole)).toHaveLength(2)
  })
})

describe("equal payments of which a file has told one, in other words", () => {
  const eva = row({ description: "BIZUM GIL EVA APP" })
  const evaOfFile = row({ description: "ABONO BANCA ONLINE EVA GIL" })
  const held = ofPage(ofFile(emptyLedger, evaOfFile), statement([eva, eva], part))
  const whole = statement([eva, eva])

  it.each([
    ["the page's list", held],
    ["a file, and the page's list", ofFile(held, evaOfFile, evaOfFile)]
  ])("are as many as the list has, and the one that was told stays: %s", (_, known) => {
    expect(known.movements.map(({ heldFor }) => heldFor)).toEqual([[], ["m0000"], ["m0000"]])
    const settled = ofPage(known, whole, whole, whole)
    expect(settled.movements.map(({ removed }) => removed)).toEqual([false, false, true])
    expect(told(settled)).toEqual(["m0000", "m0001"])
  })
})

describe("a held one stays held", () => {
  it("where a file has its words on another day", () => {
    const moved = { ...ana, date: day(-1) }
    const held = afterScrapes(statement([moved]), statement([ana], part))
    expect(held.movements.at(-1)?.heldFor).toEqual(["m0000"])
    const onFile = ofFile(held, { ...anaOfFile, date: day(-1) }, { ...anaOfFile, date: day(-1) })
    expect(told(onFile)).toEqual(["m0000"])
  })

  it("where a file has as many of its day and amount, and not its words", () => {
    const anew = { ...ana, description: "TRF DE LANG ANA CONCEPTO PEDIDO" }
    const held = afterScrapes(statement([ana]), statement([anew], part))
    const onFile = ofFile(held, anaOfFile, leoOfFile)
    expect(told(ofPage(onFile, statement([anew, leo], part), statement([anew, leo])))).toEqual(["m0000", "m0002"])
  })

  it("where a file lacks one that it may be, though it has its day", () => {
    const moved = ofPage(
      afterScrapes(statement([{ ...ana, date: day(-2) }, ana]), statement([ana, ana])),
      statement([ana, { ...ana, date: day(-1) }])
    )
    const onFile = ofFile(moved, anaOfFile, { ...anaOfFile, date: day(-1) })
    expect(told(onFile)).toEqual(["m0000", "m0001"])
  })

  it("where a list lacks another one in its words", () => {
    const before = statement([ana, { ...ana, date: day(-2) }])
    const held = ofPage(emptyLedger, before, statement([ana, { ...ana, date: day(-1) }], part))
    const both = statement([
      { ...ana, date: day(-1) },
      { ...ana, date: day(-1) }
    ])
    expect(told(ofPage(held, both, both, both))).toEqual(["m0000", "m0001"])
  })
})
