/** Rejilla: a login inside a web component, and a table of merged cells: a day stands once for all its movements. */
import { defineBankScript, movements, type Row } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

const list = "/rejilla/extracto"

/** "vie 13", which stands in the row or above it, of "noviembre de 2026" */
const dayOf = (month: string, row: Row): string => `${row.cell("day") || row.cell("dayAbove")} de ${month}`

export default defineBankScript({
  bank: "demo-rejilla",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  needs: ["records.above"],
  origins: [],
  requests: [{ method: "POST", path: "/rejilla/salir", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot", "persistent"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],

  login: async ({ ends, page, secrets, step }) => {
    const bank = pages(page)
    await step("open", () => page.goto("/rejilla"))
    await step("password", async () => {
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    const choose = async () => {
      await bank.sms.check()
      await bank.sendWay.click()
    }
    return ends({
      authenticated: bank.home,
      between: { way: { seen: bank.ways, deal: choose } },
      code: { field: bank.code, send: bank.sendCode, length: 6, via: "sms", purpose: "Log in to Rejilla" },
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
    step("statement", async () => {
      const bank = pages(page)
      const open = () => page.goto(list)
      await open()
      return movements.fromList(
        bank.rows,
        {
          date: { above: "td[colspan]" },
          day: "td[rowspan]:first-child",
          dayAbove: { above: "td[rowspan]:first-child" },
          description: "td:not([rowspan])",
          debit: "td:not([rowspan]) + td",
          credit: "td:not([rowspan]) + td + td",
          balance: "td[rowspan]:last-child"
        },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today,
          transform: { date: dayOf },
          next: bank.older,
          loggedOut: bank.user,
          unavailable: bank.outOfOrder,
          pageSize: 9,
          claim: async () => {
            const text = await bank.count.innerText()
            return { total: Number.parseInt(text, 10), pages: movements.count(text) }
          },
          restart: open
        }
      )
    }),

  logout: async ({ page }) => {
    const bank = pages(page)
    await bank.leave.click()
    await bank.user.waitFor()
  }
})
