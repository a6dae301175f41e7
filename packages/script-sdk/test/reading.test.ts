import { assert, describe, it } from "vitest"
import { movements } from "@counterfoil/script-sdk"
import { type Message, runLogin } from "./runScript.ts"

const { amount, coverage, date, localDay, name } = movements

describe("amounts in the notations of the world", () => {
  const cases: ReadonlyArray<readonly [string, string, Parameters<typeof amount>[1]?]> = [
    ["CHF 1'234.50", "1234.50"],
    ["1\u2019234.50 CHF", "1234.50"],
    ["1 234,56 €", "1234.56"],
    ["1\u202f234,56\u00a0€", "1234.56"],
    ["₹12,34,567.00", "1234567.00"],
    ["($1,234.50)", "-1234.50"],
    ["$(1,234.50)", "-1234.50"],
    ["12.-", "12"],
    ["CHF 12.--", "12"],
    ["-12,-", "-12"],
    ["Fr. 1'000.05-", "-1000.05"],
    ["\u200e-1,234.50 ₪", "-1234.50"],
    ["1,234.50-\u200e", "-1234.50"],
    ["٣٤٫٥", "34.5"],
    ["１２,５０", "12.50"],
    ["1.234,56 CR", "1234.56"],
    ["1,234.56 Dr.", "-1234.56"],
    ["1.234,56 S", "-1234.56", { sign: "DC" }],
    ["1.234,56 H", "1234.56", { sign: "DC" }],
    ["12,50 Haben", "12.50", { sign: "DC" }],
    ["Débit 12,50", "-12.50", { sign: "DC" }],
    ["R$ 1.234,56", "1234.56"],
    ["-0,00 €", "0.00"],
    ["USD –3.10", "-3.10"],
    [".50", "0.50", { decimal: "." }]
  ]
  for (const [text, expected, options] of cases) {
    const written = text.replaceAll(/[^ -~€₪₹]/g, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16)}`)
    it(`${written} is ${expected}`, () => {
      assert.strictEqual(amount(text, options), expected)
    })
  }

  it("a single letter beside an amount is asked about, never passed over", () => {
    assert.throws(() => amount("12,50 D"), /say what its letter means/)
    assert.throws(() => amount("C 12.50"), /say what its letter means/)
    assert.strictEqual(amount("C$ 12.50"), "12.50")
  })
})

describe("dates as banks print them", () => {
  const today = "2026-03-05"
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["3 Nov 2026", "2026-11-03"],
    ["Nov 3, 2026", "2026-11-03"],
    ["3 de noviembre de 2026", "2026-11-03"],
    ["3. März 2026", "2026-03-03"],
    ["1er août 2026", "2026-08-01"],
    ["mar. 3 févr. 2026", "2026-02-03"],
    ["mar 3 mar 2026", "2026-03-03"],
    ["2026 Dec 31", "2026-12-31"],
    ["3 בנובמבר 2026", "2026-11-03"],
    ["20260131", "2026-01-31"],
    ["31/01/2026 23:59", "2026-01-31"],
    ["Fri, 31.01.26, 23:59 Uhr", "2026-01-31"],
    ["04.03.", "2026-03-04"],
    ["31/12", "2025-12-31"],
    ["28 dic", "2025-12-28"],
    ["20/03", "2026-03-20"],
    ["Yesterday", "2026-03-04"],
    ["Hoy, 10:15", "2026-03-05"],
    ["אתמול", "2026-03-04"]
  ]
  for (const [text, expected] of cases) {
    it(`${text} is ${expected}`, () => {
      const order = /^\d{8}$/.test(text) ? "ymd" : "dmy"
      assert.strictEqual(date(text, { order, today }), expected)
    })
  }

  it("an instant is no local date, and becomes one in the bank's zone", () => {
    assert.throws(() => date("2026-11-03T23:30:00Z", { order: "ymd" }), /use localDay/)
    assert.strictEqual(localDay("2026-11-03T23:30:00Z", "Europe/Madrid"), "2026-11-04")
    assert.strictEqual(localDay("2026-11-03T23:30:00Z", "America/Bogota"), "2026-11-03")
    assert.strictEqual(localDay(1_762_212_600_000, "UTC"), "2025-11-03")
    assert.throws(() => localDay("soon", "UTC"), RangeError)
  })

  it("what is none is refused", () => {
    for (const text of ["", "31 feb 2026", "2026", "99999999", "nov", "1/2/3/4"]) {
      assert.throws(() => date(text, { order: "dmy", today }), RangeError, JSON.stringify(text))
    }
  })
})

describe("names and coverage", () => {
  it("a name loses the longest prefix that fits, and may be printed surname first", () => {
    assert.strictEqual(name("TRF DE  Lucía\u00a0Navarro", { prefixes: ["TRF", "TRF DE"] }), "Lucía Navarro")
    assert.strictEqual(name("trf de: ANA", { prefixes: ["TRF DE:"] }), "ANA")
    assert.isUndefined(name("CARD PAYMENT", { prefixes: ["TRF DE"] }))
    assert.strictEqual(name("Herrera Campos, Luis", { surnameFirst: true }), "Luis Herrera Campos")
    assert.strictEqual(name("  Luis "), "Luis")
  })

  it("a list that was cut off says nothing about its oldest day", () => {
    const rows = [{ date: "2026-03-04" }, { date: "2026-03-02" }, { date: "2026-01-01", pending: true }]
    const between = { since: "2026-02-01", today: "2026-03-05" }

    assert.strictEqual(coverage(rows, { ...between, isWhole: false }).from, "2026-03-03")
    assert.strictEqual(coverage(rows, { ...between, isWhole: true }).from, "2026-02-01")
    assert.strictEqual(coverage(rows, { ...between, since: "2026-03-03", isWhole: false }).from, "2026-03-03")
    assert.strictEqual(coverage([], { ...between, isWhole: false }).from, "2026-03-05")
  })
})

describe("a list that is no table", () => {
  /** Five items, two more with each "show more". */
  const makeItems = (changeOn = Infinity) => {
    let shown = 2
    let clicks = 0
    const items = Array.from({ length: 5 }, (_, nth) => [`0${5 - nth}.03.`, `item ${5 - nth}`, `${nth + 1},50-`, ""])
    const host = (message: Message) => {
      if (message.verb === "locator.click") {
        clicks += 1
        shown += 2
        if (clicks === changeOn) items.unshift(["06.03.", "new", "1,00", ""])
        return { ok: null }
      }
      if (message.verb === "page.waitForAny") return { ok: "list" }
      if (message.verb === "locator.isVisible") return { ok: shown < items.length }
      if (message.verb !== "locator.records") return { ok: null }
      const cells = items.slice(0, shown).map((texts) => texts.map((text) => ({ text, href: null })))
      return {
        ok: { headers: ["date", "description", "amount", "id"], rows: cells.map((row, at) => ({ at, cells: row })) }
      }
    }
    return host
  }

  const read = (host: ReturnType<typeof makeItems>) =>
    runLogin(async ({ page }) => {
      const statement = await movements.fromList(
        page.locator("li"),
        { date: ".when", description: ".what", amount: ".money", id: { css: "", attribute: "data-id" } },
        {
          currency: "EUR",
          dates: "dmy",
          since: "2026-01-01",
          today: "2026-03-05",
          next: page.getByRole("button", { name: "More" }),
          grows: true
        }
      )
      throw new Error(JSON.stringify(statement))
    }, host)

  it("is read to its end, each item once, also where further items go below", async () => {
    const { failed } = await read(makeItems())

    const statement = JSON.parse(failed?.message ?? "")
    assert.deepStrictEqual(
      statement.movements.map((row: { date: string; amount: string }) => [row.date, row.amount]),
      [
        ["2026-03-05", "-1.50"],
        ["2026-03-04", "-2.50"],
        ["2026-03-03", "-3.50"],
        ["2026-03-02", "-4.50"],
        ["2026-03-01", "-5.50"]
      ]
    )
    assert.deepStrictEqual(statement.pages, [{ rows: 2 }, { rows: 2 }, { rows: 1 }])
    assert.notProperty(statement.movements[0], "id")
  })

  it("that changes above what is read is not trusted", async () => {
    const { failed } = await read(makeItems(1))

    assert.strictEqual(failed?.failure, "bank_unavailable")
    assert.match(failed?.message ?? "", /the rows above changed/)
  })
})
