/** Marcos: frames in frames in frames; what goes wrong inside is said on the outermost page. */
import { defineBankScript, movements } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-marcos",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  requests: [{ method: "POST", path: "/marcos/dentro/salir", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login: async ({ ends, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/marcos")
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return ends({
      authenticated: bank.home,
      code: { field: bank.code, send: bank.sendCode, length: 6, via: "sms", purpose: "Log in to Banco Marcos" },
      bank_unavailable: bank.closed,
      ...bank.ends
    })
  },
  extract: ({ page, since, step, today }) =>
    step("movements", async () => {
      const bank = pages(page)
      const { list } = bank
      return movements.fromTable(
        list.table,
        { date: "Fecha", description: "Concepto", amount: "Importe", balance: "Saldo" },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today,
          next: list.older,
          loggedOut: bank.user,
          unavailable: list.closed,
          pageSize: 12,
          claim: async () => ({ total: Number.parseInt(await list.count.innerText(), 10) }),
          restart: () => page.goto("/marcos")
        }
      )
    }),
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await pages(page).user.waitFor()
  }
})
