import { assert, it } from "vitest"
import { movements, type Statement } from "@counterfoil/script-sdk"
import { type Message, runLogin } from "./runScript.ts"

/** A dialog that goes on showing the row before for a while, until the bank has answered. */
it("gives no row what its dialog still shows of the row before, on whatever page that one stood", async () => {
  const days = ["05/01/2026", "04/01/2026", "03/01/2026", "02/01/2026"]
  let [page, open, prev, reads] = [0, -1, -1, 0]
  const host = (message: Message) => {
    const text = JSON.stringify(message.steps ?? "")
    switch (message.verb) {
      case "movements.known":
        return { err: { code: "InvalidCall", message: "an older host" } }
      case "locator.click":
        if (text.includes("Older")) page += 1
        else if (open >= 0) {
          prev = open
          open = -1
        } else {
          open = page * 2 + (text.includes('"nth","arg":1') ? 1 : 0)
          reads = 0
        }
        return { ok: null }
      case "locator.isVisible":
        return { ok: text.includes("Older") ? page === 0 : open >= 0 }
      case "page.waitForAny":
        return { ok: "list" }
      case "locator.allInnerTexts":
        reads += 1
        return { ok: [`payer ${reads <= 5 && prev >= 0 ? prev : open}`] }
      case "locator.rows": {
        const shown = days.slice(page * 2, page * 2 + 2)
        const rows = shown.map((day, nth) => [day, `row ${page * 2 + nth}`, "1,00"])
        return {
          ok: {
            headers: ["Date", "Text", "Amount"],
            rows: rows.map((cells, at) => ({ at, cells: cells.map((cell) => ({ text: cell, href: null })) }))
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
    const detail = { seen: page.getByRole("dialog"), fields: { counterparty: "p" } }
    const options = { currency: "EUR", dates: "dmy", decimal: ",", since: "2026-01-02", today: "2026-01-31" } as const
    statements.push(await movements.fromTable(page.getByRole("table"), columns, { ...options, next, detail }))
    return "authenticated"
  }, host)
  assert.deepStrictEqual(
    statements[0]?.movements.map(({ description, counterparty }) => `${description}: ${counterparty}`),
    ["row 0: payer 0", "row 1: payer 1", "row 2: payer 2", "row 3: payer 3"]
  )
})
