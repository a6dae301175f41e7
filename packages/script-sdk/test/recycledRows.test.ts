import { assert, describe, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { type Message, runLogin } from "./runScript.ts"

interface Bank {
  /** The day of each row, and its text. */
  readonly rows: (place: number) => readonly [day: string, text: string]
  readonly count: number
  /** What the page says how many there are, by how many times it was asked and how far it was scrolled. */
  readonly says: (asked: number, lowest: number) => string
  readonly missing?: number
  readonly since?: string
}

const day = (place: number) => `${String(30 - (place % 30)).padStart(2, "0")}/01/2026`
const ten: Bank = { rows: (place) => [day(place), `row ${place}`], count: 10, says: () => "10 rows" }

describe("a list that recycles its rows", () => {
  /** Shows four rows at a time from where it was scrolled to; `missing` never shows. */
  const host = ({ count, missing, rows, says }: Bank) => {
    let first = 0
    let asked = 0
    const seen = { lowest: 0 }
    const answer = (message: Message) => {
      if (message.verb === "page.waitForAny") return { ok: "list" }
      if (message.verb === "locator.innerText") return { ok: says((asked += 1), first + 3) }
      if (message.verb === "locator.scrollIntoViewIfNeeded") first = Math.min(count - 4, first + 3)
      if (message.verb !== "locator.records") return { ok: null }
      const places = [0, 1, 2, 3].map((place) => first + place).filter((place) => place !== missing)
      seen.lowest = Math.max(seen.lowest, ...places)
      const cells = (place: number) => [...rows(place), "1,00", String(place)]
      return {
        ok: {
          headers: ["date", "description", "amount", "place of the row"],
          rows: places.map((place) => ({ cells: cells(place).map((text) => ({ text, href: null })) }))
        }
      }
    }
    return { answer, seen }
  }
  const readWith = async (bank: Bank) => {
    const statements: Array<Statement> = []
    const { answer, seen } = host(bank)
    const ended = await runLogin(async ({ page }) => {
      const items = page.getByRole("listitem")
      const options = {
        currency: "EUR",
        dates: "dmy",
        since: bank.since ?? "2026-01-01",
        today: "2026-01-31",
        place: { css: "", attribute: "data-index" },
        total: async () => Number.parseInt(await page.getByText("rows").innerText(), 10),
        isMovement: (row: { cell: (name: string) => string }) => !row.cell("description").startsWith("heading")
      } as const
      const fields = { date: ".d", description: ".t", amount: ".a" }
      statements.push(await movements.fromRecycled(items, fields, options))
      return "authenticated"
    }, answer)
    return { ended, statement: statements[0], seen }
  }

  it("is read to its end, each row once and in order", async () => {
    const { statement } = await readWith(ten)

    assert.deepStrictEqual(
      statement?.movements.map(({ description }) => description),
      Array.from({ length: 10 }, (_, place) => `row ${place}`)
    )
    assert.strictEqual(statement?.stated, 10)
  })

  it("ends with layout_changed where a row never came into sight", async () => {
    const { ended } = await readWith({ ...ten, missing: 5 })

    assert.deepInclude(ended.failed, { failure: "layout_changed" })
  })

  it("is no empty list while the page has not counted its rows yet", async () => {
    const { statement } = await readWith({ ...ten, says: () => "0 rows" })

    assert.isAbove(statement?.movements.length ?? 0, 0)
    assert.strictEqual(statement?.stated, 0)
  })

  it("whose total is unknown until its end is loaded is read to that end", async () => {
    const { statement } = await readWith({ ...ten, says: (_, lowest) => (lowest < 9 ? "-1 rows" : "10 rows") })

    assert.strictEqual(statement?.movements.length, 10)
    assert.strictEqual(statement?.stated, 10)
  })

  it("that never says how many it has, and shows nothing from before, ends with layout_changed", async () => {
    const { ended } = await readWith({ ...ten, says: () => "-1 rows" })

    assert.deepInclude(ended.failed, {
      failure: "layout_changed",
      message: "10 of an unknown number of rows of the list came into sight"
    })
  })

  it("whose total is no number ends with layout_changed", async () => {
    const { ended } = await readWith({ ...ten, says: () => "many rows" })

    assert.deepInclude(ended.failed, { failure: "layout_changed" })
  })

  it("is read down to the days that were asked for, and a single row of an earlier day ends nothing", async () => {
    const rows = (place: number) =>
      [place === 3 ? "02/01/2026" : place < 12 ? day(place) : "09/01/2026", "row"] as const
    for (const says of [() => "4000 rows", () => "-1 rows"]) {
      const { seen, statement } = await readWith({ rows, count: 4_000, says, since: "2026-01-10" })

      assert.strictEqual(statement?.movements.filter(({ date }) => date >= "2026-01-10").length, 11)
      assert.deepStrictEqual(statement?.coverage, { from: "2026-01-10", to: "2026-01-31", complete: true })
      assert.isUndefined(statement?.stated)
      assert.strictEqual(statement?.movements.length, 32)
      assert.isBelow(seen.lowest, 60)
    }
  })

  it("is read to the same row, whether its end was in sight by then or not", async () => {
    const rows = (place: number) => [place < 3 ? day(place) : "09/01/2026", "row"] as const
    for (const count of [24, 25, 26, 40]) {
      const { statement } = await readWith({ rows, count, says: () => `${count} rows`, since: "2026-01-10" })

      assert.strictEqual(statement?.movements.length, 23)
      assert.deepStrictEqual(statement?.pages, [{ rows: 23, stated: 23 }])
    }
  })

  it("that begins with its oldest rows is read to its end", async () => {
    const rows = (place: number) => [place < 90 ? "05/01/2026" : "20/01/2026", "row"] as const
    const { statement } = await readWith({ rows, count: 100, says: () => "100 rows", since: "2026-01-10" })

    assert.strictEqual(statement?.movements.length, 100)
  })

  it("of which nothing is from the days that were asked for is not read to its end where it goes down", async () => {
    const rows = (place: number) => [place < 9 ? day(place + 21) : "01/12/2025", "row"] as const
    const { seen, statement } = await readWith({ rows, count: 4_000, says: () => "4000 rows", since: "2026-01-10" })

    assert.deepStrictEqual(statement?.coverage, { from: "2026-01-10", to: "2026-01-31", complete: true })
    assert.isBelow(seen.lowest, 60)
  })

  it("that begins with its oldest rows, a few of them out of order, is read to its end", async () => {
    const early = (place: number) => (place > 0 && place % 3 === 0 ? "04/01/2026" : "05/01/2026")
    const rows = (place: number) => [place < 90 ? early(place) : "20/01/2026", "row"] as const
    const { statement } = await readWith({ rows, count: 100, says: () => "100 rows", since: "2026-01-10" })

    assert.strictEqual(statement?.movements.length, 100)
  })

  it("of unknown length is read again, or not taken, where it moved while it was scrolled", async () => {
    let looks = 0
    const rows = (place: number) => [day(place), `row ${place - ((looks += 1) > 8 ? 1 : 0)}`] as const
    const { ended } = await readWith({ ...ten, rows, says: () => "-1 rows" })

    assert.deepInclude(ended.failed, { failure: "bank_unavailable", message: "the list changed while it was read" })
  })

  it("has headings between its rows, which count as rows and are no movements", async () => {
    const rows = (place: number) => [day(place), place % 5 === 0 ? "heading" : `row ${place}`] as const
    const { statement } = await readWith({ ...ten, rows })

    assert.strictEqual(statement?.movements.length, 8)
    assert.strictEqual(statement?.stated, 8)
  })
})
