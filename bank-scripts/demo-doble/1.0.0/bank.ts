/** Doble: logs in on an origin of its own, comes back with a ticket, and prints days without a year. */
import { defineBankScript, movements } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-doble",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  requests: [{ method: "POST", path: "/doble/salir", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login: async ({ outcome, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/doble")
      await bank.access.click()
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return outcome(
      { home: bank.home, ...bank.ends, code: bank.code },
      {
        home: "authenticated",
        code: {
          code: { length: 6, type: "numeric", via: "sms", purpose: "Log in to Doble" },
          enter: async (code) => {
            await bank.code.fill(code)
            await bank.sendCode.click()
          }
        },
        wrong: "invalid_credentials",
        locked: "account_locked",
        newPassword: "action_required",
        elsewhere: "session_elsewhere",
        robot: "automation_blocked",
        wrongCode: "wrong_code",
        codesUsedUp: "otp_rejected",
        codeExpired: "otp_timeout",
        closed: "bank_unavailable"
      }
    )
  },
  extract: ({ page, since, step, today }) =>
    step("movements", async () => {
      const bank = pages(page)
      const open = () => page.goto("/doble/cuenta")
      await open()
      return movements.fromTable(
        bank.table,
        { date: "Día", description: "Detalle", amount: "Importe", balance: "Saldo" },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today,
          next: bank.older,
          loggedOut: bank.access,
          unavailable: bank.ends.closed,
          pageSize: 20,
          claim: async () => ({ total: Number.parseInt(await bank.count.innerText(), 10) }),
          restart: open
        }
      )
    }),
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await pages(page).access.waitFor()
  }
})
