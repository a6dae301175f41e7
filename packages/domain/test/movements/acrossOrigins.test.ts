import { describe, expect, it } from "vitest"
import { reconcileScrape, type ScrapedMovement } from "@counterfoil/domain"
import { emptyLedger, rules, row, rowsOf, statement, taken, type Ledger } from "../intake.ts"

const named = { ...rules, namePrefixes: ["TRF DE"] }
const page = statement([row({ amount: "11.11", description: "TRF DE MORA INES" })])
const upload = (movement: Parameters<typeof row>[0]) =>
  taken(taken(emptyLedger, page, named), statement([row({ amount: "11.11", ...movement })]), named, undefined, "csv")

describe("a payment of a statement on the day and of the amount of one that the page showed", () => {
  it.each([
    ["in its text", { description: "TRF DE RUIZ VEGA CARLOS" }],
    ["beside its text", { description: "TRANSFER 4711", counterparty: "Carlos Ruiz Vega" }]
  ])("is listed and held where it names somebody else %s", (_, movement) => {
    const { last, movements } = upload(movement)
    expect(movements).toHaveLength(2)
    expect(last?.inserts.map(({ heldFor }) => heldFor.length)).toEqual([1])
  })

  it.each([
    ["names the same person", { description: "TRF DE INES MORA LOPEZ" }],
    ["names nobody", { description: "NTRF NONREF" }]
  ])("is the same one where it %s", (_, movement) => {
    expect(upload(movement).movements).toHaveLength(1)
  })
})

describe("a payment that a file had booked while the page still shows it as pending", () => {
  const inFile = statement([row({ amount: "11.11", description: "RUIZ VEGA CARLOS" })])
  const shown = (...pending: ReadonlyArray<boolean>) =>
    statement(pending.map((one) => row({ amount: "11.11", description: "TRF DE RUIZ VEGA CARLOS", pending: one })))
  const uploaded = taken(emptyLedger, inFile, named, undefined, "csv")

  it("is the same one, booked, then and once the page has booked it too", () => {
    const [pending, booked] = [
      taken(uploaded, shown(true), named),
      taken(taken(uploaded, shown(true), named), shown(false), named)
    ]
    for (const { last, movements } of [pending, booked]) {
      expect(last?.inserts).toEqual([])
      expect(movements.map(({ id, status }) => [id, status])).toEqual([["m0000", "booked"]])
    }
  })

  it("stays the file's, with its day, words and payer, until the page books it", () => {
    const underWay = row({ amount: "11.11", description: "EN CURSO RUIZ VEGA CARLOS", pending: true })
    const { movements } = taken(uploaded, statement([underWay]), named)
    expect(movements.map(({ description, origin }) => [description, origin])).toEqual([["RUIZ VEGA CARLOS", "csv"]])
  })

  it.each([
    [
      "in a read that isn't proven whole",
      "2026-11-19",
      "TRF EN CURSO DE RUIZ VEGA CARLOS",
      "TRF DE RUIZ VEGA CARLOS",
      false
    ],
    [
      "the page shows it a day early",
      "2026-11-18",
      "EN CURSO RUIZ VEGA CARLOS",
      "TRF RUIZ VEGA CARLOS REF 99812",
      true
    ],
    ["the page shows it a day late", "2026-11-20", "RUIZ VEGA CARLOS", "RUIZ VEGA CARLOS", true]
  ])("is one payment, and stays, where %s", (_, date, words, booked, complete) => {
    const on = (day: string, description: string, pending = false) =>
      statement([row({ date: day, amount: "11.11", description, pending })], { complete })
    const page = on("2026-11-19", booked)
    const file = taken(emptyLedger, on("2026-11-19", "RUIZ VEGA CARLOS"), named, undefined, "csv")
    const last = [on(date, words, true), page, page].reduce((ledger, each) => taken(ledger, each, named), file)
    expect(last.movements.map(({ heldFor, id, removed }) => [id, removed, heldFor])).toEqual([["m0000", false, []]])
  })

  it("is another one where the page shows the booked one beside it", () => {
    expect(taken(uploaded, shown(true, false), named).movements.map(({ status }) => status)).toEqual([
      "booked",
      "pending"
    ])
  })

  it("is another one where it names somebody else", () => {
    const other = statement([row({ amount: "11.11", description: "TRF DE MORA INES", pending: true })])
    expect(taken(uploaded, other, named).movements.map(({ status }) => status)).toEqual(["booked", "pending"])
  })
})

const day = (date: string, description: string, amount = "10.00") => row({ date, description, amount })

/** Of the days that it has rows of. */
const file = (ledger: Ledger, movements: ReadonlyArray<ScrapedMovement>, format: "csv" | "ofx") => {
  const days = movements.map(({ date }) => date).sort()
  const coverage = { from: days[0] ?? "", to: days.at(-1) ?? "" }
  return taken(ledger, statement(movements, coverage), undefined, undefined, format)
}

describe("a file that comes again", () => {
  const [ana, leo] = ["TRANSFERENCIA DE ANA RUIZ", "TRANSFERENCIA DE LEO PAZ"]

  it("adds nothing where one stays held: the file has as many of its day and amount, and not its words", () => {
    const known = [
      (ledger: Ledger) => taken(ledger, statement([day("2026-11-20", ana)])),
      (ledger: Ledger) => taken(ledger, statement([day("2026-11-18", ana)])),
      (ledger: Ledger) => file(ledger, [day("2026-11-19", ana, "25.00"), day("2026-11-17", "BIZUM")], "ofx"),
      (ledger: Ledger) => taken(ledger, statement([day("2026-11-18", "BIZUM")]))
    ].reduce((ledger, visit) => visit(ledger), emptyLedger)
    const rows = [day("2026-11-18", leo), day("2026-11-20", "BIZUM")]
    const once = file(known, rows, "csv")
    expect(once.last?.released).toHaveLength(0)
    expect(file(once, rows, "csv").last).toMatchObject({ inserts: [], updates: [] })
  })

  it("adds nothing where one of two equal rows was known in other words", () => {
    const known = taken(
      taken(emptyLedger, statement([day("2026-11-18", "PAGO 4711")])),
      statement([day("2026-11-17", ana)])
    )
    const rows = [
      day("2026-11-17", ana, "25.00"),
      day("2026-11-18", "BIZUM"),
      day("2026-11-18", ana),
      day("2026-11-18", "BIZUM")
    ]
    expect(file(file(known, rows, "csv"), rows, "csv").last).toMatchObject({ inserts: [], updates: [] })
  })

  it("adds nothing where a person has settled meanwhile what was held", () => {
    const first = taken(emptyLedger, statement([day("2026-11-20", "BIZUM")]))
    const known = taken(first, statement([day("2026-11-18", ana), day("2026-11-18", leo)]))
    const rows = [day("2026-11-18", "SEPA 4711"), day("2026-11-19", leo)]
    const once = file(known, rows, "csv")
    const settled = once.movements.map((one) => (one.description === leo ? { ...one, heldFor: [] } : one))
    expect(known.movements.map(({ heldFor }) => heldFor.length)).toEqual([0, 1, 1])
    expect(once.last?.inserts).toEqual([])
    expect(file({ ...once, movements: settled }, rows, "csv").last).toMatchObject({ inserts: [], updates: [] })
  })
})

describe("a payment of two files, of which the second one's is held", () => {
  it("is the first one's on the page, which was told: the other is not shown", () => {
    const told = file(emptyLedger, [day("2026-11-18", "SEPA 4711")], "csv")
    const both = file(told, [day("2026-11-18", "TRANSFERENCIA DE ANA RUIZ")], "ofx")
    const onPage = taken(both, statement([day("2026-11-18", "TRANSFERENCIA ANA RUIZ MORA")]))
    expect(both.movements.map(({ heldFor }) => heldFor.length)).toEqual([0, 1])
    expect(onPage.movements.map(({ missedScrapes }) => missedScrapes)).toEqual([0, 1])
  })

  it("stays held where a file's row may as well be the page's", () => {
    const juan = row({ date: "2026-11-20", amount: "10.00", description: "SEPA CREDIT 0", counterparty: "Juan Mora" })
    const leo = { ...juan, counterparty: "Leo Paz" }
    const onPage = taken(emptyLedger, statement([day("2026-11-20", "BIZUM")]))
    const first = file(onPage, [juan, leo], "csv")
    const both = file(first, [day("2026-11-20", "ABONO DE LEO PAZ"), { ...juan, description: "SEPA CREDIT 1" }], "ofx")
    const again = file(both, [juan, leo], "csv")
    expect(both.movements.map(({ heldFor }) => heldFor.length)).toEqual([0, 0, 1])
    expect(again.last?.released).toEqual([])
  })
})

describe("a payment that a second file of one format prints in other words", () => {
  const [first, second] = ["TRANSFERENCIA DE ANA GOMEZ RUIZ", "TRANSF INMEDIATA ANA GOMEZ RUIZ CONCEPTO: PEDIDO"]
  const heldBy = (balance: string | undefined) => {
    const known = file(emptyLedger, [{ ...day("2026-11-20", first, "1250.40"), balance: "8914.15" }], "csv")
    const again = { ...day("2026-11-20", second, "1250.40"), ...(balance === undefined ? {} : { balance }) }
    return file(known, [again], "csv").last?.inserts.map(({ heldFor }) => heldFor.length)
  }

  it("is held where the balance after it is the same", () => {
    expect(heldBy("8914.15")).toEqual([1])
  })

  it("is another one where the balance moved on, or isn't printed", () => {
    expect(heldBy("10164.55")).toEqual([0])
    expect(heldBy(undefined)).toEqual([0])
  })
})

describe("a payment that was known by the value's day, whose file now says when it was booked", () => {
  const text = "TRANSFERENCIA DE ANA GOMEZ RUIZ"
  const known = file(emptyLedger, [{ ...day("2026-11-19", text), valueDate: "2026-11-19" }], "csv")
  const heldBy = (movement: ScrapedMovement) =>
    file(known, [movement], "csv").last?.inserts.map(({ heldFor }) => heldFor.length)

  it("is held, however far the days lie apart and wherever the file ends", () => {
    expect(heldBy({ ...day("2026-11-10", text), valueDate: "2026-11-19" })).toEqual([1])
    expect(heldBy({ ...day("2026-11-18", text), valueDate: "2026-11-19" })).toEqual([1])
  })

  it("is another one of other words, or of another value's day", () => {
    expect(heldBy({ ...day("2026-11-10", "BIZUM DE LEO PAZ"), valueDate: "2026-11-19" })).toEqual([0])
    expect(heldBy({ ...day("2026-11-10", text), valueDate: "2026-11-11" })).toEqual([0])
  })
})

describe("a payment that the page has a day after or before all of a file", () => {
  const shown = (date: string, by: string) =>
    taken(emptyLedger, statement([row({ date, description: `TRF DE ${by}` })]), named)
  const inFile = (date: string, facts: Partial<ScrapedMovement>) =>
    statement([row({ date, ...facts })], { from: date, to: date })
  const heldFor = (known: string, file: ReturnType<typeof inFile>, by = "RUIZ VEGA CARLOS") => {
    const { movements } = shown(known, by)
    const isLater = known > file.coverage.to
    const rows = rowsOf(file, named)
    const sides = isLater ? { known: [], later: movements } : { known: movements }
    return reconcileScrape({ ...sides, rows, coverage: file.coverage, origin: "camt053" }).inserts.map(
      (one) => one.heldFor
    )
  }
  // A Saturday: what is booked on Monday is a business day away.
  const [saturday, before, after, later] = ["2026-11-14", "2026-11-13", "2026-11-16", "2026-11-20"]

  it.each([
    ["its words", { description: "RUIZ VEGA CARLOS" }],
    ["its payer beside other words", { description: "PEDIDO 1017", counterparty: "Carlos Ruiz Vega" }]
  ])("is held where the file has %s: it would be told twice", (_, facts) => {
    for (const known of [before, after]) expect(heldFor(known, inFile(saturday, facts))).toEqual([["m0000"]])
  })

  it("is another one where the file names somebody else or nobody, or it is too far away", () => {
    for (const known of [before, after]) {
      expect(heldFor(known, inFile(saturday, { description: "PEDIDO 1017", counterparty: "Leo Paz" }))).toEqual([[]])
      expect(heldFor(known, inFile(saturday, { description: "PEDIDO 1017" }))).toEqual([[]])
    }
    expect(heldFor(later, inFile(saturday, { description: "RUIZ VEGA CARLOS" }))).toEqual([[]])
  })

  it.each([
    ["TALLERES PEREZ S.L.", "Fontaneria Gomez S.L."],
    ["MUELLER GMBH CO KG", "Schmidt GmbH & Co. KG"],
    ["ANA DE LA TORRE", "Juan de la Cruz"]
  ])("is another one of other people, though both names have words that any may have: %s, %s", (by, counterparty) => {
    for (const known of [before, after]) {
      expect(heldFor(known, inFile(saturday, { description: "PEDIDO 1017", counterparty }), by)).toEqual([[]])
      const same = inFile(saturday, { description: "PEDIDO 1017", counterparty: by })
      expect(heldFor(known, same, by)).toEqual([["m0000"]])
    }
  })

  it("is held where a company's name of one word is the same, with its form", () => {
    const same = inFile(saturday, { description: "PEDIDO 1017", counterparty: "Perez S.L." })
    expect(heldFor(after, same, "PEREZ S.L.")).toEqual([["m0000"]])
  })
})

it("the page's row is first of all the one of its words, on another day, too: not the file's of its day and amount", () => {
  const inFile = statement([row({ date: "2026-11-16", description: "UNZUETA PABLO PEDIDO 1004" })])
  const shown = [
    row({ date: "2026-11-17", description: "TRF DE UNZUETA PABLO PEDIDO 1004" }),
    row({ date: "2026-11-16", description: "TRF DE GIL EVA PEDIDO 1003" })
  ]
  const onPage = taken(taken(emptyLedger, inFile, named, undefined, "csv"), statement(shown), named)
  expect(onPage.movements.map(({ description, heldFor }) => [description, heldFor])).toEqual([
    ["TRF DE UNZUETA PABLO PEDIDO 1004", []],
    ["TRF DE GIL EVA PEDIDO 1003", []]
  ])
})
