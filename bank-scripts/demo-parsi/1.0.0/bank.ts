/** Parsi: from right to left, with Persian digits, days of the Persian calendar and the minus behind the number. */
import { defineBankScript, movements } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-parsi",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  requests: [{ method: "POST", path: "/parsi/khoruj", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login: async ({ ends, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/parsi")
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return ends({
      authenticated: bank.home,
      code: { field: bank.code, send: bank.sendCode, length: 6, via: "sms", purpose: "Log in to Parsi" },
      bank_unavailable: bank.closed,
      ...bank.ends
    })
  },
  extract: ({ page, since, step, today }) =>
    step("movements", async () => {
      const bank = pages(page)
      const open = () => page.goto("/parsi/hesab")
      await open()
      return movements.fromTable(
        bank.table,
        { date: "تاریخ", description: "شرح", amount: "مبلغ", balance: "مانده" },
        {
          currency: "EUR",
          dates: "ymd",
          calendar: "persian",
          decimal: ".",
          sign: "trailing",
          since,
          today,
          next: bank.older,
          loggedOut: bank.user,
          unavailable: bank.closed,
          pageSize: 10,
          claim: async () => ({ total: movements.count(await bank.count.innerText()) }),
          restart: open
        }
      )
    }),
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await pages(page).user.waitFor()
  }
})
