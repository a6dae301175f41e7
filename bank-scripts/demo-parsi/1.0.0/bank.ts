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
  login: async ({ outcome, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/parsi")
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return outcome(
      { home: bank.home, ...bank.ends, code: bank.code },
      {
        home: "authenticated",
        code: {
          code: { length: 6, type: "numeric", via: "sms", purpose: "Log in to Parsi" },
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
          unavailable: bank.ends.closed,
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
