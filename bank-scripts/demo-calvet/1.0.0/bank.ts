/** Calvet: a month at a time, chosen from a list, days without a year, and a dialog that asks whether anybody is there. */
import { defineBankScript, movements } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

const list = "/calvet/operations"

export default defineBankScript({
  bank: "demo-calvet",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  needs: ["records.above"],
  origins: [],
  requests: [{ method: "POST", path: "/calvet/sortie", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot", "persistent"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],

  login: async ({ ends, page, secrets, step }) => {
    const bank = pages(page)
    await step("open", () => page.goto("/calvet"))
    await step("password", async () => {
      await bank.user.fill(secrets.username)
      await bank.next.click()
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return ends({
      authenticated: bank.home,
      code: { field: bank.code, send: bank.sendCode, length: 6, via: "sms", purpose: "Log in to Calvet" },
      bank_unavailable: bank.closed,
      ...bank.ends
    })
  },

  resume: async ({ page }) => {
    const bank = pages(page)
    await page.goto(list)
    return (await page.waitForAny({ home: bank.home, user: bank.user })) === "home"
  },

  extract: ({ page, since, step, today }) =>
    step("operations", async () => {
      const bank = pages(page)
      await page.overlay(bank.asks, bank.stay)
      const open = () => page.goto(list)
      await open()
      return movements.fromList(
        bank.items,
        { date: "time", month: { above: "h2" }, description: ".libelle", amount: "data", waiting: "em" },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today,
          transform: { date: (day, row) => `${day} ${row.cell("month").slice(-4)}` },
          pending: (row) => row.cell("waiting") !== "",
          next: bank.older,
          turn: async (older) => {
            await bank.month.selectOption({ index: (await bank.newerMonths.count()) + 1 })
            await older.click()
          },
          empty: bank.nothing,
          loggedOut: bank.user,
          unavailable: bank.outOfOrder,
          claim: async () => ({
            total: Number.parseInt(await bank.count.innerText(), 10),
            rows: Number.parseInt(await bank.countOfMonth.innerText(), 10) || 0,
            page: await bank.shownMonth.innerText()
          }),
          maxPages: 200,
          restart: open
        }
      )
    }),

  logout: async ({ page }) => {
    const bank = pages(page)
    await page.overlay(bank.asks, bank.stay)
    await bank.leave.click()
    await bank.user.waitFor()
  }
})
