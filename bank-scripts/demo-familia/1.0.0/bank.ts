/** Familia: several accounts behind one login, a quarter at a time, the days as headings over their rows. */
import { type Context, defineBankScript, movements, Terminal, unlessGone } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

/** The accounts as the bank lists them, each with the link that opens it. */
const listed = async ({ page }: Context) => {
  const bank = pages(page)
  await page.goto("/familia/cuentas")
  return unlessGone(page, { loggedOut: bank.user, unavailable: bank.closed }, async () => {
    await bank.home.waitFor()
    return bank.accounts.records({ name: "a", bankAccount: "code" })
  })
}

const digits = (text: string): string => text.replaceAll(/\W/g, "").toUpperCase()

/** Which one its owner meant: by its number, by the end of it, or by its name; the first one where nothing is said. */
const openAccount = async (context: Context, wanted: string | undefined): Promise<void> => {
  const all = await listed(context)
  const found = all.filter(
    (row) =>
      wanted === undefined || row.cell("name") === wanted || digits(row.cell("bankAccount")).endsWith(digits(wanted))
  )
  const [only] = wanted === undefined ? all : found
  if (only === undefined || (wanted !== undefined && found.length > 1)) {
    throw new Terminal("action_required", `of this login's accounts ${found.length} are called ${wanted ?? "anything"}`)
  }
  await only.locator.getByRole("link").click()
}

export default defineBankScript({
  bank: "demo-familia",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  needs: ["locator.records", "records.above"],
  origins: [],
  requests: [{ method: "POST", path: "/familia/salir", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot", "persistent"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  sharesSession: true,
  resume: async ({ page }) => {
    const bank = pages(page)
    await page.goto("/familia/cuentas")
    return (await page.waitForAny({ home: bank.home, signIn: bank.user })) === "home"
  },
  login: async ({ ends, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/familia")
      await bank.user.fill(secrets.username)
      await bank.goOn.click()
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return ends({
      authenticated: bank.home,
      code: { field: bank.code, send: bank.sendCode, length: 6, via: "sms", purpose: "Log in to Familia" },
      bank_unavailable: bank.closed,
      ...bank.ends
    })
  },
  accounts: async (context) =>
    (await listed(context)).map((row) => ({ bankAccount: row.cell("bankAccount"), name: row.cell("name") })),
  extract: async (context) => {
    const { account, page, since, step, today } = context
    const bank = pages(page)
    const open = () => openAccount(context, account.bankAccount)
    return step("movements", async () => {
      await open()
      return movements.fromList(
        bank.items,
        { date: { above: "h3" }, description: "span", debit: ".cargo", credit: ".abono" },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          since,
          today,
          next: bank.older,
          empty: bank.none,
          loggedOut: bank.user,
          unavailable: bank.closed,
          claim: async () => ({
            rows: movements.count(await bank.ofQuarter.innerText()),
            total: movements.count(await bank.inAll.innerText())
          }),
          restart: open
        }
      )
    })
  },
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await pages(page).user.waitFor()
  }
})
