import { assert, describe, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { type Message, runLogin } from "./runScript.ts"

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
