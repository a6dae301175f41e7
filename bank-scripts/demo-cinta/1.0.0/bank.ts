/** Cinta: only the rows in sight exist, and their elements are used again for others. */
import { defineBankScript, movements } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-cinta",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  needs: ["locator.records"],
  origins: [],
  requests: [{ method: "POST", path: "/cinta/salir", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: true,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login: async ({ ends, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/cinta")
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return ends({
      authenticated: bank.home,
      code: { field: bank.code, send: bank.sendCode, length: 6, via: "sms", purpose: "Log in to Cinta" },
      bank_unavailable: bank.closed,
      ...bank.ends
    })
  },
  extract: ({ page, since, step, today }) =>
    step("movements", async () => {
      const bank = pages(page)
      const open = () => page.goto("/cinta/libro")
      await open()
      return movements.fromRecycled(
        bank.items,
        { date: ".dia", description: ".texto", amount: ".suma", balance: ".saldo", id: ".ref" },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today,
          place: { css: "", attribute: "data-index" },
          total: async () => Number.parseInt(await bank.count.innerText(), 10),
          loggedOut: bank.user,
          unavailable: bank.closed,
          restart: open
        }
      )
    }),
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await pages(page).user.waitFor()
  }
})
