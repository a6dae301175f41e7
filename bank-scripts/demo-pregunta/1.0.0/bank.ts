/** Pregunta: a question that only the customer can answer, and a table of its own for what isn't booked yet. */
import { defineBankScript, movements } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-pregunta",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  requests: [{ method: "POST", path: "/pregunta/leave", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login: async ({ otp, outcome, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/pregunta")
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return outcome(
      { home: bank.home, ...bank.ends, question: bank.answer },
      {
        home: "authenticated",
        question: {
          ask: async () => otp.question({ question: await bank.question.innerText() }),
          enter: async (answer) => {
            await bank.answer.fill(answer)
            await bank.sendAnswer.click()
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
      const open = () => page.goto("/pregunta/account")
      await open()
      return movements.fromTable(
        bank.booked,
        { date: "Date", description: "Text", amount: "Sum" },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today,
          next: bank.earlier,
          pendingTable: bank.waiting,
          loggedOut: bank.user,
          unavailable: bank.ends.closed,
          pageSize: 10,
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
