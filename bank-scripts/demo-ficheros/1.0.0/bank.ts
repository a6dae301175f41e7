/** Banca Ficheros: movements as files only, CSV in Windows-1252 and OFX. */
import { defineBankScript } from "@counterfoil/script-sdk"
import { extract } from "./extract.ts"
import { login } from "./login.ts"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-ficheros",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  requests: [{ method: "POST", path: "/ficheros/salir", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: true,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  resume: async ({ page }) => {
    const bank = pages(page)
    await page.goto("/ficheros/extractos")
    return (await page.waitForAny({ files: bank.files, front: bank.front })) === "files"
  },
  login,
  extract,
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await page.waitForURL("**/ficheros")
  }
})
