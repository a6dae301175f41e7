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
  login: async ({ outcome, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/cinta")
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return outcome(
      { home: bank.home, ...bank.ends, code: bank.code },
      {
        home: "authenticated",
        code: {
          code: { length: 6, type: "numeric", via: "sms", purpose: "Log in to Cinta" },
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
          unavailable: bank.ends.closed,
          restart: open
        }
      )
    }),
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await pages(page).user.waitFor()
  }
})
