/** Kontor: S and H behind the amounts, carried-forward rows, texts that are cut off in sight, a banner over every page; the payer's IBAN. */
import { defineBankScript, movements } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-kontor",
  version: "1.1.0",
  sdk: 1,
  flow: "extract_transactions",
  needs: ["locator.records", "page.overlay"],
  origins: [],
  requests: [{ method: "POST", path: "/kontor/abmelden", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login: async ({ ends, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/kontor")
      // In a login nothing is clicked away by itself; the banner comes on every page, after a moment.
      await bank.onlyNeeded.click()
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return ends({
      authenticated: bank.home,
      code: {
        seen: bank.code,
        length: 6,
        via: "sms",
        purpose: "Log in to Kontor",
        enter: async (code) => {
          await bank.onlyNeeded.click()
          await bank.code.fill(code)
          await bank.sendCode.click()
        }
      },
      bank_unavailable: bank.closed,
      ...bank.ends
    })
  },
  extract: ({ page, since, step, today }) =>
    step("movements", async () => {
      const bank = pages(page)
      await page.overlay(bank.banner, bank.onlyNeeded)
      const open = () => page.goto("/kontor/umsaetze")
      await open()
      return movements.fromList(
        bank.rows,
        {
          date: "td:nth-child(1)",
          description: ".ganz",
          amount: "td:nth-child(3)",
          counterpartyAccount: ".iban"
        },
        {
          currency: "EUR",
          dates: "dmy",
          decimal: ",",
          sign: "DC",
          since,
          today,
          next: bank.next,
          loggedOut: bank.user,
          unavailable: bank.closed,
          // "Neuer Saldo" and "Alter Saldo" have no day.
          isMovement: (row) => row.cell("date") !== "",
          pageSize: 12,
          claim: async () => ({ total: movements.count(await bank.count.innerText()) }),
          restart: open
        }
      )
    }),
  logout: async ({ page }) => {
    const bank = pages(page)
    await page.overlay(bank.banner, bank.onlyNeeded)
    await bank.leave.click()
    await bank.user.waitFor()
  }
})
