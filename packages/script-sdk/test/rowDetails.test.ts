import { assert, describe, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { type Message, runLogin } from "./runScript.ts"

/** Happens when details are closed: to the rows, and to which page is shown then. */
type Closing = (days: Array<string>) => number | undefined

/** Two pages of two rows, of which the days are given; each opens to a text with its number. */
const makeList = (given: ReadonlyArray<string>, balances: boolean, closing: Closing = () => undefined) => {
  const days = [...given]
  let [page, open] = [0, -1]
  const opened: Array<number> = []
  const host = (message: Message) => {
    const text = JSON.stringify(message.steps ?? "")
    switch (message.verb) {
      case "movements.known": {
        const rows = Array.isArray(message["rows"]) ? message["rows"] : []
        return { ok: rows.map(() => ({ description: "known" })) }
      }
      case "locator.click":
        if (text.includes("Older")) page += 1
        else if (open >= 0) {
          open = -1
          page = closing(days) ?? page
        } else {
          open = page * 2 + (text.includes('"nth","arg":1') ? 1 : 0)
          opened.push(open)
        }
        return { ok: null }
      case "locator.isVisible":
        return { ok: text.includes("Older") ? page === 0 : open >= 0 }
      case "page.waitForAny":
        return { ok: "list" }
      case "locator.allInnerTexts":
        return { ok: [`opened ${open}`] }
      case "locator.rows": {
        const shown = days.slice(page * 2, page * 2 + 2)
        const first = page * 2 - (days.length - given.length)
        const balance = (nth: number) => (balances ? `${20 - first - nth},00` : "")
        const rows = shown.map((day, nth) => [day, `row ${first + nth}`, "1,00", balance(nth)])
        return {
          ok: {
            headers: ["Date", "Text", "Amount", "Balance"],
            rows: rows.map((cells, at) => ({ at, cells: cells.map((cell) => ({ text: cell, href: null })) }))
          }
        }
      }
      default:
        return { ok: null }
    }
  }
  return { host, opened }
}

const read = async (days: ReadonlyArray<string>, balances = false) => {
  const { host, opened } = makeList(days, balances)
  const statements: Array<Statement> = []
  await runLogin(async ({ page }) => {
    const columns = { date: "Date", description: "Text", amount: "Amount", balance: "Balance" }
    const next = page.getByRole("link", { name: "Older" })
    const detail = { seen: page.getByRole("dialog"), fields: { description: "p" } }
    const options = { currency: "EUR", dates: "dmy", decimal: ",", since: "2026-01-02", today: "2026-01-31" } as const
    statements.push(await movements.fromTable(page.getByRole("table"), columns, { ...options, next, detail }))
    return "authenticated"
  }, host)
  return { opened, texts: statements[0]?.movements.map(({ description }) => description) }
}

describe("a list whose row was opened", () => {
  const readTwo = async (closing: Closing) => {
    const { host, opened } = makeList(["04/01/2026", "03/01/2026", "02/01/2026", "02/01/2026"], true, closing)
    const statements: Array<Statement> = []
    const ended = await runLogin(async ({ page }) => {
      const columns = { date: "Date", description: "Text", amount: "Amount" }
      const detail = { seen: page.getByRole("dialog"), fields: { counterparty: "p" } }
      const options = { currency: "EUR", dates: "dmy", decimal: ",", since: "2026-01-02", today: "2026-01-31" } as const
      const restart = () => page.goto("/list")
      statements.push(await movements.fromTable(page.getByRole("table"), columns, { ...options, detail, restart }))
      return "authenticated"
    }, withoutKnown(host))
    return { ended, opened, statement: statements[0] }
  }
  const withoutKnown =
    (host: ReturnType<typeof makeList>["host"]) =>
    (
      message: Message
    ): ReturnType<typeof host> | { readonly err: { readonly code: string; readonly message: string } } =>
      message.verb === "movements.known" ? { err: { code: "InvalidCall", message: "an older host" } } : host(message)

  it("is read again where a new row came in meanwhile", async () => {
    let isNew = true
    const { statement } = await readTwo((days) => {
      if (isNew) days.unshift("05/01/2026")
      isNew = false
      return undefined
    })

    assert.deepStrictEqual(
      statement?.movements.map(({ date }) => date),
      ["2026-01-05", "2026-01-04"]
    )
  })

  it("may have grown, where it grows as it is scrolled: its older rows are read and opened too", async () => {
    const days = ["04/01/2026", "03/01/2026"]
    let open = -1
    const opened: Array<number> = []
    const host = (message: Message) => {
      const text = JSON.stringify(message.steps ?? "")
      switch (message.verb) {
        case "movements.known":
          return { err: { code: "InvalidCall", message: "an older host" } }
        case "locator.click":
          open = open >= 0 ? -1 : Number(/"nth","arg":(\d)/.exec(text)?.[1] ?? 0)
          if (open >= 0) opened.push(open)
          if (open === 1) days.push("02/01/2026")
          return { ok: null }
        case "locator.scrollIntoViewIfNeeded":
          return { err: { code: "Timeout", message: "nothing more to scroll to" } }
        case "locator.isVisible":
          return { ok: text.includes("more") ? days.length === 2 : open >= 0 }
        case "page.waitForAny":
          return { ok: "list" }
        case "locator.allInnerTexts":
          return { ok: [`opened ${open}`] }
        case "locator.records":
          return {
            ok: {
              headers: ["date", "description", "amount"],
              rows: days.map((day, at) => ({
                at,
                cells: [day, `row ${at}`, "1,00"].map((cell) => ({ text: cell, href: null }))
              }))
            }
          }
        default:
          return { ok: null }
      }
    }
    const statements: Array<Statement> = []
    const ended = await runLogin(async ({ page }) => {
      const detail = { seen: page.getByRole("dialog"), fields: { counterparty: "p" } }
      const options = { currency: "EUR", dates: "dmy", decimal: ",", since: "2026-01-01", today: "2026-01-31" } as const
      const fields = { date: "time", description: "p", amount: "b" }
      const next = page.locator("#more")
      const turn = () => next.scrollIntoViewIfNeeded()
      const list = page.locator("article")
      statements.push(await movements.fromList(list, fields, { ...options, detail, grows: true, next, turn }))
      return "authenticated"
    }, host)

    assert.strictEqual(ended.failed, undefined)
    assert.deepStrictEqual(
      statements[0]?.movements.map(({ counterparty, date }) => [date, counterparty]),
      [
        ["2026-01-04", "opened 0"],
        ["2026-01-03", "opened 1"],
        ["2026-01-02", "opened 2"]
      ]
    )
    assert.deepStrictEqual(opened, [0, 1, 2])
  })

  it("has to stand as before: where another page of it is shown the read ends, and no further row is opened", async () => {
    const { ended, opened } = await readTwo(() => 1)

    assert.strictEqual(ended.failed?.failure, "layout_changed")
    assert.match(ended.failed?.message ?? "", /^the list did not stand as before once the details of row 1 were closed/)
    assert.deepStrictEqual(opened, [0])
  })
})

describe("rows that the service knows", () => {
  it("stay closed, but for those of a day that goes on on the next page: one there may be their twin", async () => {
    const { opened, texts } = await read(["03/01/2026", "02/01/2026", "02/01/2026", "02/01/2026"])

    assert.deepStrictEqual(texts, ["known", "row 1 opened 1", "known", "known"])
    assert.deepStrictEqual(opened, [1])
  })

  it("stay closed all of them where each has its balance", async () => {
    assert.deepStrictEqual((await read(["03/01/2026", "02/01/2026", "02/01/2026", "02/01/2026"], true)).opened, [])
  })

  it("are none from before the day: those neither are asked for nor open", async () => {
    const { opened, texts } = await read(["01/01/2026", "01/01/2026"])

    assert.deepStrictEqual([opened, texts], [[], ["row 0", "row 1"]])
  })
})
