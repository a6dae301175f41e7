/** Funke: flickering bars (chipTAN), drawn anew by the host from the code that the page has for its own drawing. */
import { defineBankScript, movements } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-funke",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  requests: [{ method: "POST", path: "/funke/abmelden", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login: async ({ otp, outcome, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/funke")
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return outcome(
      { home: bank.home, ...bank.ends, code: bank.code },
      {
        home: "authenticated",
        code: {
          ask: () =>
            otp.image({
              picture: bank.bars,
              purpose: "Hold your reader with your card to the bars",
              length: 6,
              flicker: { attribute: "data-code" }
            }),
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
      const open = () => page.goto("/funke/umsaetze")
      await open()
      return movements.fromTable(
        bank.booked,
        { date: "Tag", description: "Zweck", amount: "Betrag" },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today,
          next: bank.earlier,
          loggedOut: bank.user,
          unavailable: bank.ends.closed,
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
