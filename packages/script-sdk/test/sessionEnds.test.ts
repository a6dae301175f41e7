import { assert, describe, it } from "vitest"
import { movements } from "@counterfoil/script-sdk"
import { runLogin, timeout } from "./runScript.ts"

describe("a list whose page has no word for being empty", () => {
  /** One row and a link to the next page, which shows the login form instead, after `late` looks for it. */
  const readUntilLoggedOut = (late: number) => {
    let [isOver, looks] = [false, 0]
    return runLogin(
      async ({ page }) => {
        await movements.fromList(
          page.getByRole("article"),
          { date: "time", description: "h3", amount: "data" },
          {
            currency: "EUR",
            dates: "dmy",
            decimal: ",",
            since: "2025-01-01",
            today: "2026-01-31",
            next: page.getByRole("link", { name: "Older" }),
            loggedOut: page.getByRole("button", { name: "Log in" }),
            claim: async () => ({ total: Number(await page.getByTestId("count").innerText()) })
          }
        )
        return "authenticated"
      },
      ({ verb }) => {
        if (verb === "locator.click") isOver = true
        const rows = isOver ? [] : [{ cells: ["09/01/2026", "a", "1,00"].map((text) => ({ text, href: null })) }]
        if (verb === "locator.records") return { ok: { headers: ["date", "description", "amount"], rows } }
        if (verb === "locator.isVisible") return { ok: !isOver }
        if (!isOver) return { ok: verb === "page.waitForAny" ? "list" : "2" }
        if (verb !== "page.waitForAny") return verb === "locator.innerText" ? timeout() : { ok: null }
        looks += 1
        return looks > late ? { ok: "loggedOut" } : timeout()
      }
    )
  }

  it.each([0, 1])(
    "says that the session has ended, and not that a count was not found (seen late: %i)",
    async (late) => {
      const { failed } = await readUntilLoggedOut(late)

      assert.strictEqual(failed?.failure, "bank_unavailable")
      assert.match(failed?.message ?? "", /the bank ended the session/)
    }
  )
})
