/** Lists that grow, at their end or above their beginning, and scripts that say so or don't. */
import { assert, describe, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { type Message, runLogin } from "./runScript.ts"

const days = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, nth) => from - nth)
const row = (day: number) => [`${String(day).padStart(2, "0")}/01/2026`, `row ${day}`, "1,00"]

/** Nine days, three more with each click; nothing counts them. */
const makeList = (asShown: (newestFirst: ReadonlyArray<number>) => ReadonlyArray<number>) => {
  let shown = 3
  return (message: Message) => {
    if (message.verb === "locator.click") shown += 3
    if (message.verb === "page.waitForAny") return { ok: "list" }
    if (message.verb === "locator.isVisible") return { ok: shown < 9 }
    if (message.verb !== "locator.rows") return { ok: null }
    const rows = asShown(days(9, 10 - shown)).map(row)
    const cells = rows.map((texts) => ({ cells: texts.map((text) => ({ text, href: null })) }))
    return { ok: { headers: ["Date", "Text", "Amount"], rows: cells } }
  }
}

const upwards = () => makeList((rows) => rows.toReversed())
const downwards = () => makeList((rows) => rows)

type Options = Partial<Parameters<typeof movements.fromTable>[2]>

const read = async (host: ReturnType<typeof makeList>, more: Options) => {
  const statements: Array<Statement> = []
  const ended = await runLogin(async ({ page }) => {
    const columns = { date: "Date", description: "Text", amount: "Amount" }
    const next = page.getByRole("button", { name: "Older" })
    const options = { currency: "EUR", dates: "dmy", decimal: ",", since: "2025-01-01", today: "2026-01-31" } as const
    statements.push(await movements.fromTable(page.getByRole("table"), columns, { ...options, next, ...more }))
    return "authenticated"
  }, host)
  return { ended, statement: statements[0], texts: statements[0]?.movements.map(({ description }) => description) }
}

const newestFirst = days(9, 1).map((day) => `row ${day}`)

describe("a list with its newest row at the bottom, and older ones put above", () => {
  it("is read once each, the newest first, by a script that says so", async () => {
    for (const first of ["newest", "oldest"] as const) {
      const { ended, statement, texts } = await read(upwards(), { grows: "above", first })
      assert.isUndefined(ended.failed)
      assert.deepStrictEqual(texts, newestFirst)
      assert.deepStrictEqual(statement?.coverage, { from: "2025-01-01", to: "2026-01-31", complete: true })
    }
  })

  it("is read no further than it has to be", async () => {
    const { texts } = await read(upwards(), { grows: "above", since: "2026-01-05" })
    assert.deepStrictEqual(texts, newestFirst.slice(0, 6))
  })

  it("is no second page of other rows: they would be told twice", async () => {
    const { ended } = await read(upwards(), { first: "oldest" })
    assert.match(ended.failed?.message ?? "", /all 3 rows of a page are on the next one again.*say grows: "above"/)
  })
})

describe("a list that grows below", () => {
  it("is no second page either, where its script doesn't say that it grows", async () => {
    const { ended } = await read(downwards(), {})
    assert.match(ended.failed?.message ?? "", /all 3 rows of a page are on the next one again.*say grows: true/)
    assert.deepStrictEqual((await read(downwards(), { grows: true })).texts, newestFirst)
  })
})

describe("a table that stands there with its headers alone", () => {
  it("is empty where the bank says so below it", async () => {
    const statements: Array<Statement> = []
    const ended = await runLogin(
      async ({ page }) => {
        const columns = { date: "Date", description: "Text", amount: "Amount" }
        const options = { currency: "EUR", dates: "dmy", since: "2026-01-01", today: "2026-01-31" } as const
        const empty = page.getByText("No transactions")
        statements.push(await movements.fromTable(page.getByRole("table"), columns, { ...options, empty }))
        return "authenticated"
      },
      ({ verb }) => {
        if (verb === "page.waitForAny") return { ok: "list" }
        if (verb === "locator.isVisible") return { ok: true }
        return { ok: verb === "locator.rows" ? { headers: ["Date", "Text", "Amount"], rows: [] } : null }
      }
    )
    assert.isUndefined(ended.failed)
    assert.deepStrictEqual(statements[0]?.movements, [])
  })
})
