/** Neo: a one-page app that shows half of what its bank answers; the movements are read from the answers. */
import { defineBankScript, movements, Retryable } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

const operations = "/neo/api/operations"

export default defineBankScript({
  bank: "demo-neo",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  needs: ["otp.approval", "page.responses"],
  origins: [],
  requests: [
    { method: "GET", path: operations, phases: ["extract"], readable: true },
    { method: "POST", path: "/neo/api/logout", phases: ["logout"] }
  ],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot", "persistent"],
  uniqueIds: true,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  resume: async ({ page }) => {
    const bank = pages(page)
    await page.goto("/neo/account")
    return (await page.waitForAny({ account: bank.account, signIn: bank.go })) === "account"
  },
  login: async ({ otp, outcome, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/neo")
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.go.click()
    })
    const approve = async () => {
      const message = await bank.approve.innerText()
      const number = await bank.number.innerText()
      const answer = await otp.approval({ message, number, done: bank.account, refused: bank.refused })
      if (answer === "refused") throw new Retryable("otp_rejected", "The login was refused in the bank's app")
    }
    return outcome(
      { account: bank.account, approve: bank.approve, ...bank.ends },
      {
        account: "authenticated",
        approve: () => step("approval", approve),
        wrong: "invalid_credentials",
        locked: "account_locked",
        newPassword: "action_required",
        elsewhere: "session_elsewhere",
        robot: "automation_blocked",
        closed: "bank_unavailable"
      }
    )
  },
  extract: ({ page, since, step, today }) =>
    step("operations", async () => {
      const bank = pages(page)
      const open = () => page.goto("/neo/account")
      await open()
      const cents = (text: string) => (text === "" ? "" : movements.minor(text, 2))
      return movements.fromAnswers(
        page,
        operations,
        {
          date: "bookingDate",
          description: "remittance.text",
          amount: "amount.minor",
          balance: "balanceAfter",
          id: "id"
        },
        {
          currency: "EUR",
          dates: "ymd",
          since,
          today,
          items: (answer) => movements.listOf(answer, "items"),
          total: (answer) => movements.numberOf(answer, "total"),
          hasMore: (answer) => movements.partOf(answer, "next") !== null,
          next: bank.older,
          restart: open,
          loggedOut: bank.go,
          unavailable: bank.ends.closed,
          decimal: ".",
          transform: { amount: cents, balance: cents, id: (id) => (id.startsWith("P-") ? "" : id) },
          pending: (row) => row.cell("id").startsWith("P-")
        }
      )
    }),
  keepAlive: async ({ page }) => {
    const bank = pages(page)
    await page.reload()
    return (await page.waitForAny({ account: bank.account, signIn: bank.go })) === "account"
  },
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await pages(page).go.waitFor()
  }
})
