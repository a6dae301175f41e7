import { assert, describe, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { type Message, runLogin } from "./runScript.ts"

type Cells = readonly [day: string, text: string, amount: string, balance: string]

/** A list that counts nothing, four rows a page; `arrive` are on top once the first page was left for the first time. */
const makeList = (rows: ReadonlyArray<Cells>, arrive: ReadonlyArray<Cells> = []) => {
  let page = 0
  let all = rows
  let waiting = arrive
  return (message: Message) => {
    if (message.verb === "page.goto") page = 0
    if (message.verb === "page.waitForAny") return { ok: "list" }
    if (message.verb === "locator.click") {
      page += 1
      all = [...waiting, ...all]
      waiting = []
    }
    if (message.verb === "locator.isVisible") return { ok: (page + 1) * 4 < all.length }
    if (message.verb !== "locator.rows") return { ok: null }
    const shown = all.slice(page * 4, page * 4 + 4)
    return {
      ok: {
        headers: ["Date", "Text", "Amount", "Balance"],
        rows: shown.map((cells) => ({ cells: cells.map((text) => ({ text, href: null })) }))
      }
    }
  }
}

const read = async (host: ReturnType<typeof makeList>) => {
  const statements: Array<Statement> = []
  const ended = await runLogin(async ({ page }) => {
    const restart = () => page.goto("/list")
    await restart()
    const columns = { date: "Date", description: "Text", amount: "Amount", balance: "Balance" }
    const next = page.getByRole("link", { name: "Older" })
    const options = { currency: "EUR", dates: "dmy", decimal: ",", since: "2025-01-01", today: "2026-01-31" } as const
    statements.push(await movements.fromTable(page.getByRole("table"), columns, { ...options, next, restart }))
    return "authenticated"
  }, host)
  return { ended, texts: statements[0]?.movements.map(({ description }) => description) }
}

const row = (nth: number): Cells => [`${String(nth).padStart(2, "0")}/01/2026`, `row ${nth}`, "1,00", `${nth},00`]
const rows = (from: number, to: number): ReadonlyArray<Cells> =>
  Array.from({ length: from - to + 1 }, (_, nth) => row(from - nth))
const textsOf = (cells: ReadonlyArray<Cells>) => cells.map(([, text]) => text)

describe("a list of which rows slide to the next page while it is read", () => {
  it("is read again, however many there were, where the rows print balances", async () => {
    for (const count of [1, 2, 3]) {
      const arrive = rows(10 + count, 11)
      const { texts } = await read(makeList(rows(10, 1), arrive))

      assert.deepStrictEqual(texts, textsOf([...arrive, ...rows(10, 1)]), `${count} arrived`)
    }
  })

  it("is as it stands where payments go to and fro and the balance is what it was", async () => {
    const toAndFro = (nth: number): Cells =>
      nth % 2 === 0 ? ["05/01/2026", "in", "5,00", "15,00"] : ["05/01/2026", "out", "-5,00", "10,00"]
    const list = [row(20), ...Array.from({ length: 9 }, (_, nth) => toAndFro(nth))]
    const { texts } = await read(makeList(list))

    assert.strictEqual(texts?.length, 10)
  })
})
