/** Demo bank: user name and password, for some customers a code by SMS; one list of movements. */
import { type Context, defineBankScript, movements, Retryable } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

/** The bank sends those who aren't logged in to its login page. */
const isLoggedIn = async ({ page }: Context): Promise<boolean> => {
  const bank = pages(page)
  await page.goto("/home")
  return (await page.waitForAny({ home: bank.home, form: bank.userName, closed: bank.closed })) === "home"
}

export default defineBankScript({
  bank: "demo-bank",
  version: "1.2.0",
  sdk: 1,
  flow: "extract_transactions",
  // The bank's own origin: the demo bank runs on whatever port is free.
  origins: [],
  requests: [{ method: "POST", path: "/logout", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot", "persistent"],
  uniqueIds: true,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  resume: isLoggedIn,
  login: async ({ ends, page, secrets, step }) => {
    const bank = pages(page)
    await step("open", async () => {
      await page.goto("/login")
      if ((await page.waitForAny({ form: bank.userName, closed: bank.closed })) === "form") return
      throw new Retryable("bank_unavailable", "The bank is closed for maintenance or out of order")
    })
    await step("password", async () => {
      await bank.userName.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return ends({
      authenticated: bank.home,
      code: { field: bank.code, send: bank.sendCode, length: 6, via: "sms", purpose: "Log in to Banco Demo" },
      bank_unavailable: bank.closed,
      ...bank.ends
    })
  },
  extract: async ({ log, page, since, step, today }) => {
    const bank = pages(page)
    const open = () => page.goto(`/movements?from=${encodeURIComponent(movements.printDate(since, "dmy"))}`)
    const statement = await step("movements", async () => {
      await open()
      return movements.fromTable(
        bank.table,
        {
          date: "Date",
          time: { ifThere: "Time" },
          description: "Description",
          id: { ifThere: "Reference" },
          amount: "Amount",
          balance: "Balance"
        },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          pending: (row) => row.cell("Status") === "Pending",
          since,
          today,
          next: bank.older,
          empty: bank.none,
          loggedOut: bank.userName,
          unavailable: bank.closed,
          pageSize: 10,
          claim: async () => ({ total: await bank.total(), pages: await bank.pageTotal() }),
          restart: open
        }
      )
    })
    for (const fault of movements.checkBalances(statement)) log.warn(fault)
    return statement
  },
  // Any page that is read counts as activity.
  keepAlive: isLoggedIn,
  logout: async ({ page }) => {
    const bank = pages(page)
    await bank.leave.click()
    await bank.userName.waitFor()
  }
})
