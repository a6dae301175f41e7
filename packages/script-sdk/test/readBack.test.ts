/** How far back a list is read: one row from before the day does not end it. */
import { assert, describe, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { type Message, runLogin } from "./runScript.ts"

/** Pages of rows, of which the days of January are given. */
const statementOf = async (
  pages: ReadonlyArray<ReadonlyArray<number>>,
  since: string,
  more: { readonly maxPages?: number; readonly first?: "oldest" } = {}
) => {
  let at = 0
  const host = (message: Message) => {
    switch (message.verb) {
      case "locator.click":
        at += 1
        return { ok: null }
      case "locator.isVisible":
        return { ok: at + 1 < pages.length }
      case "page.waitForAny":
        return { ok: "list" }
      case "locator.rows": {
        const rows = (pages[at] ?? []).map((day, nth) => [`${day}/01/2026`, `page ${at} row ${nth}`, "1,00"])
        return {
          ok: {
            headers: ["Date", "Text", "Amount"],
            rows: rows.map((cells) => ({ cells: cells.map((text) => ({ text, href: null })) }))
          }
        }
      }
      default:
        return { ok: null }
    }
  }
  const statements: Array<Statement> = []
  await runLogin(async ({ page }) => {
    const columns = { date: "Date", description: "Text", amount: "Amount" }
    const next = page.getByRole("link", { name: "Older" })
    const options = { currency: "EUR", dates: "dmy", decimal: ",", since, today: "2026-01-31", next, ...more } as const
    statements.push(await movements.fromTable(page.getByRole("table"), columns, options))
    return "authenticated"
  }, host)
  return statements[0]
}

/** How many pages are read. */
const read = async (pages: ReadonlyArray<ReadonlyArray<number>>, since: string) =>
  (await statementOf(pages, since))?.pages?.length

describe("a list is read", () => {
  it("until a page goes down to before the day", async () => {
    assert.strictEqual(await read([[28, 27, 26], [25, 24, 23], [22]], "2026-01-24"), 2)
    assert.strictEqual(await read([[20, 20], [19], [18]], "2026-01-24"), 1)
  })

  it("beyond a row that is dated earlier than those around it", async () => {
    assert.strictEqual(await read([[28, 20, 28], [28, 27, 20], [26, 25, 24], [22, 19], [18]], "2026-01-26"), 4)
    assert.strictEqual(await read([[28, 20, 28], [28, 24, 25], [20, 21], [18]], "2026-01-26"), 3)
  })

  it("to its end where it begins with its oldest rows, though its script doesn't say so", async () => {
    assert.strictEqual(
      await read(
        [
          [1, 2, 3],
          [4, 5, 6],
          [7, 28]
        ],
        "2026-01-24"
      ),
      3
    )
  })

  it("one page further where each page goes up, as of a month", async () => {
    assert.strictEqual(await read([[25, 26, 28], [21, 22, 24], [16, 17, 18], [11, 12, 13], [9]], "2026-01-24"), 3)
  })
})

describe("a list of more pages than are read", () => {
  const covered = async (pages: ReadonlyArray<ReadonlyArray<number>>, first?: "oldest") =>
    (await statementOf(pages, "2026-01-20", { maxPages: 2, ...(first === undefined ? {} : { first }) }))?.coverage

  it("is covered from the day after its last page, also where a row is dated before the first day", async () => {
    const to = "2026-01-31"
    assert.deepStrictEqual(await covered([[28, 27], [26, 25], [24]]), { from: "2026-01-26", to, complete: true })
    assert.deepStrictEqual(await covered([[5, 28, 27], [26, 25], [24]]), { from: "2026-01-27", to, complete: true })
  })

  it("says nothing of its days where it goes up: the newest rows are missing", async () => {
    assert.strictEqual((await covered([[1, 2], [3, 4], [28]]))?.complete, false)
    assert.strictEqual((await covered([[21, 22], [23, 24], [28]], "oldest"))?.complete, false)
  })
})
