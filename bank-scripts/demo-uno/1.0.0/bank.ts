/** Banco Uno: a single-page app whose list is no table, and an approval in the bank's app instead of a code. */
import { defineBankScript } from "@counterfoil/script-sdk"
import { extract } from "./extract.ts"
import { login } from "./login.ts"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-uno",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  needs: ["otp.approval", "locator.records"],
  origins: [],
  requests: [{ method: "POST", path: "/uno/api/logout", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot", "persistent"],
  uniqueIds: true,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  resume: async ({ page }) => {
    const bank = pages(page)
    await page.goto("/uno/account")
    return (await page.waitForAny({ account: bank.account, signIn: bank.signIn })) === "account"
  },
  login,
  extract,
  keepAlive: async ({ page }) => {
    const bank = pages(page)
    await page.reload()
    return (await page.waitForAny({ account: bank.account, signIn: bank.signIn })) === "account"
  },
  logout: async ({ page }) => {
    await pages(page).signOut.click()
    await pages(page).signIn.waitFor()
  }
})
