import { assert, describe, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { type Message, runLogin, timeout } from "./runScript.ts"

/** A bank with one list, ten days of one row each, three rows a page. */
const makeList = (options: { readonly rows?: number; readonly shift?: number; readonly loggedOutAt?: number } = {}) => {
  const { loggedOutAt = Infinity, rows: count = 10, shift = 0 } = options
  let shifts = shift
  const rows = Array.from({ length: count }, (_, index) => [
    `${String(count - index).padStart(2, "0")}/01/2026`,
    `row ${count - index}`,
    "1,00",
    `${count - index},00`
  ])
  let page = 0
  const shown = () => rows.slice(page * 3, page * 3 + 3)
  const has = (message: Message, text: string) => JSON.stringify(message.steps).includes(text)
  const host = (message: Message) => {
    switch (message.verb) {
      case "page.goto":
        page = 0
        return { ok: null }
      case "locator.click":
        page += 1
        if (shifts > 0) {
          shifts -= 1
          rows.unshift([
            `${String(rows.length + 1).padStart(2, "0")}/01/2026`,
            `row ${rows.length + 1}`,
            "1,00",
            `${rows.length + 1},00`
          ])
        }
        return { ok: null }
      case "locator.isVisible":
        return { ok: has(message, "Older") && (page + 1) * 3 < rows.length }
      case "page.waitForAny":
        return { ok: page >= loggedOutAt ? "loggedOut" : "list" }
      case "locator.rows":
        if (page >= loggedOutAt) return timeout()
        return {
          ok: {
            headers: ["Date", "Text", "Amount", "Balance"],
            rows: shown().map((cells) => ({ cells: cells.map((text) => ({ text, href: null })) }))
          }
        }
      case "locator.innerText":
        return { ok: String(rows.length) }
      default:
        return { ok: null }
    }
  }
  return host
}

const read = async (
  host: (message: Message) => ReturnType<ReturnType<typeof makeList>> | ReturnType<typeof timeout>,
  since = "2025-01-01"
) => {
  const statements: Array<Statement> = []
  const ended = await runLogin(async ({ page }) => {
    const restart = () => page.goto("/list")
    await restart()
    statements.push(
      await movements.fromTable(
        page.getByRole("table").describe("the list"),
        { date: "Date", description: "Text", amount: "Amount", balance: "Balance" },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today: "2026-01-31",
          next: page.getByRole("link", { name: "Older" }),
          loggedOut: page.getByRole("button", { name: "Log in" }),
          pageSize: 3,
          claim: async () => ({ total: Number(await page.getByTestId("count").innerText()) }),
          restart
        }
      )
    )
    return "authenticated"
  }, host)
  return { ended, statement: statements[0] }
}

const texts = (statement: Statement | undefined) => statement?.movements.map(({ description }) => description)

describe("fromTable", () => {
  it("reads all pages, with what each should have had", async () => {
    const { statement } = await read(makeList())

    assert.deepStrictEqual(
      texts(statement),
      Array.from({ length: 10 }, (_, index) => `row ${10 - index}`)
    )
    assert.deepStrictEqual(
      statement?.pages,
      [3, 3, 3, 1].map((rows) => ({ rows, stated: rows }))
    )
    assert.deepStrictEqual(
      [statement?.stated, statement?.coverage],
      [10, { from: "2025-01-01", to: "2026-01-31", complete: true }]
    )
  })

  it("stops at the first page with a row from before the day, and claims no total then", async () => {
    const { statement } = await read(makeList(), "2026-01-07")

    assert.deepStrictEqual(texts(statement), ["row 10", "row 9", "row 8", "row 7", "row 6", "row 5"])
    assert.isUndefined(statement?.stated)
    assert.strictEqual(statement?.coverage.from, "2026-01-07")
  })

  it("reads again from the first page when a row arrives in between", async () => {
    const { statement } = await read(makeList({ shift: 2 }))

    assert.deepStrictEqual(
      texts(statement),
      Array.from({ length: 12 }, (_, index) => `row ${12 - index}`)
    )
  })

  it("gives up on a list that never rests", async () => {
    const { ended } = await read(makeList({ shift: 100 }))

    assert.strictEqual(ended.failed?.failure, "bank_unavailable")
    assert.match(ended.failed?.message ?? "", /the list changed while it was read: it had \d+ movements, then \d+/)
  })

  it("says when the login form stands where the table should", async () => {
    const { ended } = await read(makeList({ loggedOutAt: 1 }))

    assert.strictEqual(ended.failed?.failure, "bank_unavailable")
  })

  it("says when the table is not there, or a column of it, or a cell makes no sense", async () => {
    const list = makeList()
    const missing = await read((message) => (message.verb === "page.waitForAny" ? timeout() : list(message)))
    const renamed = await read((message) =>
      message.verb === "locator.rows"
        ? { ok: { headers: ["Day"], rows: [{ cells: [{ text: "x", href: null }] }] } }
        : list(message)
    )
    const garbled = await read((message) =>
      message.verb === "locator.rows"
        ? {
            ok: {
              headers: ["Date", "Text", "Amount", "Balance"],
              rows: [{ cells: ["01/01/2026", "x", "n/a", "1,00"].map((text) => ({ text, href: null })) }]
            }
          }
        : list(message)
    )

    assert.deepInclude(missing.ended.failed, {
      failure: "layout_changed",
      message: "the list (page.getByRole('table')) was not seen within 15 s"
    })
    assert.deepInclude(renamed.ended.failed, {
      failure: "layout_changed",
      message: "row 1 has no column Date; it has Day"
    })
    assert.strictEqual(garbled.ended.failed?.failure, "layout_changed")
    assert.match(garbled.ended.failed?.message ?? "", /^row 1 can't be read: "n\/a" is not an amount/)
  })
})
