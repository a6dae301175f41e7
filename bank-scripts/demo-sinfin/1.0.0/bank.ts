/** Sinfín: a list that grows while one scrolls, under a banner that comes whenever it likes. */
import { defineBankScript, movements } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-sinfin",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  needs: ["page.overlay", "locator.records"],
  origins: [],
  requests: [{ method: "POST", path: "/sinfin/salir", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: true,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login: async ({ ends, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/sinfin")
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return ends({
      authenticated: bank.home,
      code: { field: bank.code, send: bank.sendCode, length: 6, via: "sms", purpose: "Log in to Sinfín" },
      bank_unavailable: bank.closed,
      ...bank.ends
    })
  },
  extract: ({ page, since, step, today }) =>
    step("movements", async () => {
      const bank = pages(page)
      await page.overlay(bank.banner, bank.notNow)
      const open = () => page.goto("/sinfin/inicio")
      await open()
      return movements.fromList(
        bank.items,
        { date: ".day", description: "h3", amount: ".sum", balance: ".left", id: { css: "", attribute: "data-id" } },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today,
          next: bank.more,
          turn: (more) => more.scrollIntoViewIfNeeded(),
          grows: true,
          loggedOut: bank.user,
          unavailable: bank.outOfOrder,
          claim: async () => ({ total: Number.parseInt(await bank.count.innerText(), 10) }),
          restart: open,
          pending: (row) => row.cell("id") === ""
        }
      )
    }),
  logout: async ({ page }) => {
    const bank = pages(page)
    await page.overlay(bank.banner, bank.notNow)
    await bank.leave.click()
    await bank.user.waitFor()
  }
})
