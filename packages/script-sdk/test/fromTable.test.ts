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

  it("takes words for days of today, and days without a year for those of the row above", async () => {
    const days = ["Hoy", "Ayer", "Ayer, 10:00", "ayer", "29/01", "02/02", "30/01", "31/12"]
    const { statement } = await read((message) => {
      if (message.verb === "locator.isVisible") return { ok: false }
      if (message.verb === "locator.innerText") return { ok: String(days.length) }
      const rows = days.map((day, index) => ({
        cells: [day, `row ${index}`, "1,00", `${days.length - index},00`].map((text) => ({ text, href: null }))
      }))
      return message.verb === "locator.rows"
        ? { ok: { headers: ["Date", "Text", "Amount", "Balance"], rows } }
        : makeList()(message)
    })

    assert.deepStrictEqual(
      statement?.movements.map(({ date }) => date),
      ["2026-01-31", "2026-01-30", "2026-01-30", "2026-01-30", "2026-01-29", "2026-02-02", "2026-01-30", "2025-12-31"]
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

  it("looks longer each time at a page that a busy machine shows slowly", async () => {
    const list = makeList()
    const { statement } = await read((message) =>
      message.verb === "locator.rows" && Number(message["timeout"]) < 4_000 ? timeout() : list(message)
    )

    assert.strictEqual(statement?.movements.length, 10)
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

it("names the author's own line where a list isn't found, also one that is returned without awaiting it", async () => {
  const host = (message: Message) =>
    message.verb === "page.waitForAny" ? timeout() : message.verb === "step" ? { ok: null } : makeList()(message)

  const { failed } = await runLogin(({ page, step }) => {
    const options = { currency: "EUR", dates: "dmy", decimal: ",", since: "2026-01-01", today: "2026-01-31" } as const
    const columns = { date: "Date", description: "Text", amount: "Amount" }
    return step("movements", async () => movements.fromTable(page.getByRole("table"), columns, options)).then(
      () => "authenticated" as const
    )
  }, host)

  assert.match(failed?.stack ?? "", /settledRows[^]*fromTable\.test\.ts/)
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

describe("a list with a page for each month", () => {
  const months = [
    { name: "January 2026", rows: [] },
    { name: "December 2025", rows: [] },
    { name: "November 2025", rows: [["3 Nov", "a", "1,00"]] },
    { name: "October 2025", rows: [] },
    { name: "September 2025", rows: [["9 Sep", "b", "2,00"]] }
  ]
  /** The months, newest first; `slow`: each looks like the one before for a while after the click. */
  const host = (slow: number) => {
    let [at, stale] = [0, 0]
    const shown = () => months[stale > 0 ? at - 1 : at]
    return (message: Message) => {
      const rows = shown()?.rows ?? []
      switch (message.verb) {
        case "locator.click":
          at += 1
          stale = slow
          return { ok: null }
        case "page.waitForAny":
          stale -= 1
          return { ok: rows.length === 0 ? "empty" : "list" }
        case "locator.records":
          stale -= 1
          return {
            ok: {
              headers: ["date", "description", "amount", "year"],
              rows: rows.map((cells) => ({
                cells: [...cells, shown()?.name.slice(-4) ?? ""].map((text) => ({ text, href: null }))
              }))
            }
          }
        case "locator.isVisible":
          return {
            ok: JSON.stringify(message).includes("Nothing") ? rows.length === 0 : at + 1 < months.length
          }
        case "locator.innerText":
          return { ok: shown()?.name ?? "" }
        default:
          return { ok: null }
      }
    }
  }
  const readMonths = async (slow: number) => {
    const statements: Array<Statement> = []
    const ended = await runLogin(async ({ page }) => {
      const fields = { date: "time", description: "h3", amount: "data", year: { above: "h2" } }
      const statement = movements.fromList(page.getByRole("article"), fields, {
        currency: "EUR",
        dates: "dmy",
        decimal: ",",
        since: "2025-01-01",
        today: "2026-01-20",
        transform: { date: (day, row) => `${day} ${row.cell("year")}` },
        next: page.getByRole("button", { name: "Earlier" }),
        empty: page.getByText("Nothing this month"),
        claim: async () => ({ page: await page.getByRole("heading").innerText() })
      })
      statements.push(await statement)
      return "authenticated"
    }, host(slow))
    return { ended, statement: statements[0] }
  }

  it("is read past months without a row, the first ones too, and never passes one over", async () => {
    for (const slow of [0, 3]) {
      const { ended, statement } = await readMonths(slow)
      const read = statement?.movements.map(({ date, description }) => `${date} ${description}`)

      assert.isUndefined(ended.failed)
      assert.deepStrictEqual([read, statement?.pages?.length], [["2025-11-03 a", "2025-09-09 b"], 5])
    }
  })
})
