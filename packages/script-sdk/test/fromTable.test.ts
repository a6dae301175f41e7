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

describe("a list that is awkward in a way of its own", () => {
  const columns = { date: "Date", description: "Text", amount: "Amount" }
  const plain = { currency: "EUR", dates: "dmy", decimal: ",", since: "2024-01-01", today: "2026-01-20" } as const
  /** Reads the rows of a page, and those of a second table where there is one. */
  const readRows = async (
    rows: ReadonlyArray<ReadonlyArray<string>>,
    options: Partial<movements.TableOptions> = {},
    waiting: ReadonlyArray<ReadonlyArray<string>> | undefined = undefined
  ) => {
    const statements: Array<Statement> = []
    const tableOf = (cells: ReadonlyArray<ReadonlyArray<string>>) => ({
      headers: ["Date", "Text", "Amount"],
      rows: cells.map((each) => ({ cells: each.map((text) => ({ text, href: null })) }))
    })
    const ended = await runLogin(
      async ({ page }) => {
        const pending = waiting === undefined ? {} : { pendingTable: page.getByTestId("pending") }
        statements.push(
          await movements.fromTable(page.getByRole("table"), columns, { ...plain, ...options, ...pending })
        )
        return "authenticated"
      },
      (message) => {
        const isPending = JSON.stringify(message["steps"] ?? []).includes("pending")
        if (message.verb === "locator.rows") return { ok: tableOf(isPending ? (waiting ?? []) : rows) }
        if (message.verb === "locator.isVisible") return { ok: isPending }
        return { ok: message.verb === "page.waitForAny" ? "list" : null }
      }
    )
    return { ended, statement: statements[0] }
  }

  it("goes back over new years that it doesn't print", async () => {
    const { statement } = await readRows([
      ["12/01", "a", "1,00"],
      ["28/12", "b", "1,00"],
      ["15/02", "c", "1,00"],
      ["30/12", "d", "1,00"],
      ["02/03", "e", "1,00"]
    ])

    assert.deepStrictEqual(
      statement?.movements.map(({ date }) => date),
      ["2026-01-12", "2025-12-28", "2025-02-15", "2024-12-30", "2024-03-02"]
    )
  })

  it("has headings and rows of another kind between its own", async () => {
    const { statement } = await readRows([["January"], ["12/01", "a", "1,00"], ["", "Advertisement", ""]], {
      isMovement: (row) => row.cell("Date") !== ""
    })

    assert.deepStrictEqual(
      statement?.movements.map(({ description }) => description),
      ["a"]
    )
  })

  it("has cells that are changed before they are read", async () => {
    const { statement } = await readRows([["12/01", "REF:77 Ana", "1,00 credit"]], {
      transform: { description: (text) => text.replace(/^REF:\d+ /, ""), amount: (text) => text.replace(" credit", "") }
    })

    assert.deepInclude(statement?.movements[0], { description: "Ana", amount: "1.00" })
  })

  it("has what is pending in a table of its own, counted with the rest", async () => {
    const { statement } = await readRows([["12/01", "booked", "1,00"]], { claim: async () => ({ total: 1 }) }, [
      ["13/01", "on its way", "2,00"]
    ])

    assert.deepStrictEqual(
      statement?.movements.map(({ description, pending }) => [description, pending]),
      [
        ["on its way", true],
        ["booked", undefined]
      ]
    )
    assert.strictEqual(statement?.stated, 2)
  })

  it("proves a page by what it says of itself", async () => {
    const { statement } = await readRows([["12/01", "one", "1,00"]], { claim: async () => ({ rows: 2, total: 5 }) })

    assert.deepStrictEqual(statement?.pages, [{ rows: 1, stated: 2 }])
    assert.strictEqual(statement?.stated, 5)
  })

  it("ends with bank_unavailable where the bank shows that it is out of order", async () => {
    const { failed } = await runLogin(
      async ({ page }) => {
        await movements.fromTable(page.getByRole("table"), columns, { ...plain, unavailable: page.getByText("closed") })
        return "authenticated"
      },
      ({ verb }) => ({ ok: verb === "page.waitForAny" ? "unavailable" : null })
    )

    assert.deepInclude(failed, { failure: "bank_unavailable" })
  })
})

describe("a list that recycles its rows", () => {
  /** Shows four rows at a time from where it was scrolled to; `missing` never shows. */
  const host = (missing?: number) => {
    let first = 0
    return (message: Message) => {
      if (message.verb === "page.waitForAny") return { ok: "list" }
      if (message.verb === "locator.innerText") return { ok: "10 rows" }
      if (message.verb === "locator.scrollIntoViewIfNeeded") first = Math.min(6, first + 3)
      if (message.verb !== "locator.records") return { ok: null }
      const places = [0, 1, 2, 3].map((place) => first + place).filter((place) => place !== missing)
      const cells = (place: number) => [`${String(20 - place)}/01/2026`, `row ${place}`, "1,00", String(place)]
      return {
        ok: {
          headers: ["date", "description", "amount", "place of the row"],
          rows: places.map((place) => ({ cells: cells(place).map((text) => ({ text, href: null })) }))
        }
      }
    }
  }
  const readWith = async (missing?: number) => {
    const statements: Array<Statement> = []
    const ended = await runLogin(async ({ page }) => {
      const items = page.getByRole("listitem")
      const options = {
        currency: "EUR",
        dates: "dmy",
        since: "2026-01-01",
        today: "2026-01-20",
        place: { css: "", attribute: "data-index" },
        total: async () => movements.count(await page.getByText("rows").innerText())
      } as const
      const fields = { date: ".d", description: ".t", amount: ".a" }
      statements.push(await movements.fromRecycled(items, fields, options))
      return "authenticated"
    }, host(missing))
    return { ended, statement: statements[0] }
  }

  it("is read to its end, each row once and in order", async () => {
    const { statement } = await readWith()

    assert.deepStrictEqual(
      statement?.movements.map(({ description }) => description),
      Array.from({ length: 10 }, (_, place) => `row ${place}`)
    )
    assert.strictEqual(statement?.stated, 10)
  })

  it("ends with layout_changed where a row never came into sight", async () => {
    const { ended } = await readWith(5)

    assert.deepInclude(ended.failed, { failure: "layout_changed" })
  })
})
