import { assert, describe, it } from "vitest"
import { movements } from "@counterfoil/script-sdk"
import { type Message, runLogin, timeout } from "./runScript.ts"

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

describe("a session that ends while a list is led on", () => {
  const fields = { date: "time", description: "h3", amount: "data" }
  const options = { currency: "EUR", dates: "dmy", decimal: ",", since: "2025-01-01", today: "2026-01-31" } as const
  const row = (place: number) =>
    ["09/01/2026", `row ${place}`, "1,00", String(place)].map((text) => ({ text, href: null }))
  const headers = ["date", "description", "amount", "place of the row"]
  const ends = { verb: "page.waitForAny", without: "list" }
  /** What stands in front of the list: it is still there, and so are its rows. */
  const hasEnded = ({ verb, ...message }: Message) =>
    verb === ends.verb && !Object.keys(Object(message["targets"])).includes(ends.without)

  it("is told where what leads on can't be clicked any more", async () => {
    const { failed } = await runLogin(
      async ({ page }) => {
        await movements.fromList(page.getByRole("article"), fields, {
          ...options,
          next: page.getByRole("link", { name: "Older" }),
          loggedOut: page.getByRole("dialog", { name: "Your session is over" })
        })
        return "authenticated"
      },
      (message) => {
        if (hasEnded(message)) return { ok: "loggedOut" }
        if (message.verb === "page.waitForAny") return { ok: "list" }
        if (message.verb === "locator.click") return timeout()
        if (message.verb === "locator.records")
          return { ok: { headers: headers.slice(0, 3), rows: [{ cells: row(0).slice(0, 3) }] } }
        return { ok: message.verb === "locator.isVisible" }
      }
    )

    assert.deepInclude(failed, { failure: "bank_unavailable" })
    assert.match(failed?.message ?? "", /the bank ended the session/)
  })

  it("is told where a list that recycles its rows is gone, and not that rows never came into sight", async () => {
    let isGone = false
    const { failed } = await runLogin(
      async ({ page }) => {
        await movements.fromRecycled(page.getByRole("article"), fields, {
          ...options,
          place: { css: "", attribute: "data-index" },
          total: async () => 10,
          loggedOut: page.getByLabel("User")
        })
        return "authenticated"
      },
      (message) => {
        if (hasEnded(message)) return { ok: "loggedOut" }
        if (message.verb === "page.waitForAny") return { ok: "list" }
        if (message.verb === "locator.scrollIntoViewIfNeeded") isGone = true
        if (message.verb !== "locator.records") return { ok: null }
        return { ok: { headers, rows: isGone ? [] : [{ cells: row(0) }] } }
      }
    )

    assert.deepInclude(failed, { failure: "bank_unavailable" })
    assert.match(failed?.message ?? "", /the bank ended the session/)
  })
})
