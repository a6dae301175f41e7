/** Caja Teclado: frames, a keypad that is dealt anew after each click, three characters of the password, a code in six boxes. */
import { defineBankScript } from "@counterfoil/script-sdk"
import { extract } from "./extract.ts"
import { login } from "./login.ts"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-caja",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  requests: [{ method: "POST", path: "/caja/logout", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: true,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  resume: async ({ page }) => {
    const bank = pages(page)
    await page.goto("/caja/home")
    return (await page.waitForAny({ home: bank.home, front: { url: "**/login*" } })) === "home"
  },
  login,
  extract,
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await page.waitForURL("**/caja")
  }
})
