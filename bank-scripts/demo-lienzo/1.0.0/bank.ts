/** Lienzo: a keypad that is one drawing; the host looks at the shapes of its keys. */
import { canvasKeypad, defineBankScript, movements } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"
import { shapes } from "./shapes.ts"

export default defineBankScript({
  bank: "demo-lienzo",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  needs: ["keypad.shapes"],
  origins: [],
  requests: [{ method: "POST", path: "/lienzo/salir", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login: async ({ ends, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/lienzo")
      await bank.user.fill(secrets.username)
      await bank.drawn.waitFor()
      await canvasKeypad({ canvas: bank.keys, columns: 8, rows: 5, shapes }).type(secrets.password)
      await bank.enter.click()
    })
    return ends({
      authenticated: bank.home,
      code: { field: bank.code, send: bank.sendCode, length: 6, via: "sms", purpose: "Log in to Lienzo" },
      bank_unavailable: bank.closed,
      ...bank.ends
    })
  },
  extract: ({ page, since, step, today }) =>
    step("movements", async () => {
      const bank = pages(page)
      const open = () => page.goto("/lienzo/cuenta")
      await open()
      return movements.fromTable(
        bank.table,
        { date: "Fecha", description: "Concepto", amount: "Importe", balance: "Saldo" },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today,
          next: bank.older,
          loggedOut: bank.keys,
          unavailable: bank.closed,
          pageSize: 15,
          claim: async () => ({ total: Number.parseInt(await bank.count.innerText(), 10) }),
          restart: open
        }
      )
    }),
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await pages(page).user.waitFor()
  }
})
