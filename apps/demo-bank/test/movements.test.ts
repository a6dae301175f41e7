import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { Ledger } from "../src/Ledger.ts"
import { parseCents, printAmount } from "../src/money.ts"
import { payerText } from "../src/payerText.ts"
import { alertOf, centsOf, openBank, type OpenBank, type Read, rowsOf, type Visitor } from "./visitor.ts"

let bank: OpenBank
beforeAll(async () => {
  bank = await openBank()
})
beforeEach(() => bank.control("POST", "/reset"))
afterAll(() => bank.close())

const readAll = async (visitor: Visitor, query = ""): Promise<{ pages: Read[]; rows: string[][] }> => {
  const pages: Read[] = []
  for (let link: string | undefined = `/movements${query}`; link !== undefined;) {
    const page = await visitor.open(link)
    pages.push(page)
    link = /rel="next" href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&")
  }
  return { pages, rows: pages.flatMap(rowsOf) }
}

const balancesHold = (rows: string[][]): boolean => {
  const booked = rows.filter((cells) => cells[4] === "Booked")
  return booked.slice(0, -1).every((cells, i) => {
    const before = booked[i + 1]?.[3] ?? ""
    return centsOf(cells[3] ?? "") === centsOf(before) + centsOf(cells[2] ?? "")
  })
}

describe("the list of movements", () => {
  it("shows each movement once over its pages, newest first, and says how many there are", async () => {
    const { pages, rows } = await readAll(await bank.loggedIn("ana"))

    expect(pages.map((page) => rowsOf(page).length)).toEqual([10, 10, 4])
    expect(pages[1]?.text).toMatch(/data-testid="movement-count">24 movements</)
    expect(pages[1]?.text).toMatch(/data-testid="page-count">Page 2 of 3</)
    expect(pages[0]?.text).not.toContain("Newer movements")
    expect(pages[2]?.text).not.toContain("Older movements")
    const dates = rows.map(([date]) => (date ?? "").split("/").toReversed().join("-"))
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(dates[0]).toBe("2025-06-09")
  })

  it("keeps a running balance over all pages that ends in the account's balance", async () => {
    const visitor = await bank.loggedIn("ana")
    await bank.control("POST", "/movements", {
      movements: [
        { customer: "ana", amount: "1234.56", payer: "Íñigo Ochoa" },
        { customer: "ana", kind: "card", amount: "0.07", description: "CARD PAYMENT KIOSK" },
        { customer: "ana", amount: "10", payer: "Íñigo Ochoa", date: "2025-05-30" }
      ]
    })

    const { rows } = await readAll(visitor)

    expect(rows).toHaveLength(27)
    expect(balancesHold(rows)).toBe(true)
    expect((await visitor.open("/home")).text).toContain(`data-testid="balance">${rows[0]?.[3]} EUR`)
  })

  it("prints a transfer in the bank's way", async () => {
    const visitor = await bank.loggedIn("ana")
    await bank.control("POST", "/movements", {
      customer: "ana",
      amount: "1234.5",
      payer: "María del Carmen García López"
    })

    const [newest] = rowsOf(await visitor.open("/movements"))

    expect(newest?.slice(0, 3)).toEqual(["10/06/2025", "TRF DE GARCIA LOPEZ MARIA DEL CARM", "1.234,50"])
  })

  it("shows a pending movement on top without a balance, and books it as the same one", async () => {
    const visitor = await bank.loggedIn("luis")
    const { json: pending } = await bank.control("POST", "/movements", {
      customer: "luis",
      amount: "75",
      payer: "Núria Puig",
      pending: true
    })
    const before = rowsOf(await visitor.open("/movements"))
    await bank.control("POST", `/movements/${pending.id}/book`, { description: "TRF DE PUIG NURIA REF 77" })
    const after = rowsOf(await visitor.open("/movements"))

    expect(before[0]).toEqual(["10/06/2025", "TRF DE PUIG NURIA", "75,00", "", "Pending"])
    expect(after[0]?.[4]).toBe("Booked")
    expect(after[0]?.[1]).toBe("TRF DE PUIG NURIA REF 77")
    expect(after).toHaveLength(before.length)
    expect(balancesHold(after)).toBe(true)
  })

  it("has a time and a reference for who has those columns", async () => {
    const page = await (await bank.loggedIn("marta")).open("/movements")
    const references = rowsOf(page).map((cells) => cells[3])

    expect(page.text).toContain('<th scope="col">Reference</th>')
    expect(rowsOf(page)[0]?.[1]).toMatch(/^\d\d:\d\d$/)
    expect(new Set(references).size).toBe(references.length)
  })

  it("is filtered by date, whole days included", async () => {
    const { rows } = await readAll(await bank.loggedIn("ana"), "?from=25/05/2025&to=01/06/2025")

    expect(rows.at(0)?.[0]).toBe("01/06/2025")
    expect(rows.at(-1)?.[0]).toBe("25/05/2025")
  })

  it("says that it does not understand a date", async () => {
    const page = await (await bank.loggedIn("ana")).open("/movements?from=31/02/2025")

    expect(alertOf(page)).toBe("Dates must be written dd/mm/yyyy")
  })

  it("no longer has a movement that was removed", async () => {
    const visitor = await bank.loggedIn("luis")
    const { json } = await bank.control("POST", "/movements", { customer: "luis", amount: "5", payer: "Ana Gil" })
    await bank.control("DELETE", `/movements/${json.id}`)

    expect((await visitor.open("/movements")).text).not.toContain("GIL ANA")
  })

  it("can be downloaded as CSV and as OFX", async () => {
    const visitor = await bank.loggedIn("luis")
    const csv = (await visitor.open("/statement.csv?from=07/06/2025&to=10/06/2025")).text.trimEnd().split("\r\n")
    const ofx = (await visitor.open("/statement.ofx")).text

    expect(csv[0]).toBe("Date;Description;Amount;Balance;Status;Reference")
    expect(csv[1]).toMatch(/^08\/06\/2025;CARD PAYMENT PANADERIA EL HORNO;-12,75;[\d.]+,\d\d;Booked;BD\d+$/)
    expect(csv).toHaveLength(3)
    expect(ofx.match(/<STMTTRN>/g)).toHaveLength(8)
    expect(ofx).toContain("<TRNAMT>-12.75")
  })
})

describe("a faulty list", () => {
  it("lacks rows that its count includes", async () => {
    const visitor = await bank.loggedIn("luis")
    await bank.control("PATCH", "/customers/luis/switches", { truncateRows: 3 })

    const page = await visitor.open("/movements")

    expect(rowsOf(page)).toHaveLength(5)
    expect(page.text).toContain(">8 movements<")
  })

  it("has a running balance that is broken in the middle", async () => {
    const visitor = await bank.loggedIn("luis")
    await bank.control("PATCH", "/customers/luis/switches", { breakBalance: true })

    expect(balancesHold(rowsOf(await visitor.open("/movements")))).toBe(false)
  })

  it("shifts while it is paged, so that a row is seen twice, then stands still", async () => {
    const visitor = await bank.loggedIn("ana")
    await bank.control("PATCH", "/customers/ana/switches", { shiftWhilePaging: 1 })

    const shifting = await readAll(visitor)
    const still = await readAll(visitor)

    const keys = (rows: string[][]) => new Set(rows.map((cells) => cells.join("|"))).size
    expect(keys(shifting.rows)).toBe(shifting.rows.length - 1)
    expect(keys(still.rows)).toBe(still.rows.length)
    expect(still.rows).toHaveLength(25)
  })

  it("has other headers in the renamed layout", async () => {
    const visitor = await bank.loggedIn("luis")
    await bank.control("PATCH", "/switches", { layout: "renamed" })

    const page = await visitor.open("/movements")

    expect(page.text).toContain(">Booked on</th>")
    expect(page.text).not.toContain(">Date</th>")
  })
})

describe("a ledger", () => {
  it("chains every balance, whatever is added, booked and removed", () => {
    const step = fc.record({
      amount: fc.bigInt(-1_000_000n, 1_000_000n),
      day: fc.integer({ min: 1, max: 28 }),
      fate: fc.constantFrom("booked" as const, "pending" as const, "removed" as const)
    })
    fc.assert(
      fc.property(fc.bigInt(0n, 1_000_000n), fc.array(step, { maxLength: 30 }), (opening, steps) => {
        const ledger = new Ledger(opening)
        for (const [sequence, { amount, day, fate }] of steps.entries()) {
          const date = `2025-06-${String(day).padStart(2, "0")}`
          const status = fate === "pending" ? "pending" : "booked"
          ledger.add({
            id: `mv-${sequence}`,
            sequence,
            kind: "other",
            description: "X",
            amount,
            date,
            time: null,
            status
          })
          if (fate === "removed") ledger.remove(`mv-${sequence}`)
        }
        const booked = ledger.rows().filter((row) => row.status === "booked")
        expect(booked[0]?.balance ?? opening).toBe(ledger.balance())
        for (const [i, row] of booked.entries())
          expect(row.balance).toBe((booked[i + 1]?.balance ?? opening) + row.amount)
      })
    )
  })
})

describe("the bank's way of writing", () => {
  it("prints every amount so that it reads back as the same cents", () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 13n), 10n ** 13n), (cents) => {
        expect(printAmount(cents)).toMatch(/^-?\d{1,3}(\.\d{3})*,\d\d$/)
        expect(centsOf(printAmount(cents))).toBe(cents)
      })
    )
  })

  it.each([
    ["1234.5", 123_450n],
    ["-0.05", -5n],
    ["7", 700n],
    ["1,50", undefined],
    ["1.505", undefined],
    ["", undefined]
  ])("reads the decimal text %j as %s cents", (text, cents) => {
    expect(parseCents(text)).toBe(cents)
  })

  it.each([
    ["Juan García", "GARCIA JUAN"],
    ["José Luis Pérez Gómez", "PEREZ GOMEZ JOSE LUIS"],
    ["Pedro de la Fuente Ruiz", "DE LA FUENTE RUIZ PEDRO"],
    ["Talleres Ibarra S.L.", "TALLERES IBARRA S.L."],
    ["Francisco Javier Blasco Peris", "BLASCO PERIS FRANCISCO JAVI"],
    ["Begoña Íñiguez", "INIGUEZ BEGONA"],
    ["Cher", "CHER"]
  ])("prints the payer %s as %s", (name, printed) => {
    expect(payerText(name)).toBe(printed)
  })
})
