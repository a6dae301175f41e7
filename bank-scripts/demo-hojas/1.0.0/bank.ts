/** Hojas: movements as a workbook only, and a picture (photoTAN) that the customer answers with a code. */
import { defineBankScript, movements, Retryable, unlessGone } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export default defineBankScript({
  bank: "demo-hojas",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  needs: ["download.parts"],
  origins: [],
  requests: [{ method: "POST", path: "/hojas/logout", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: true,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login: async ({ otp, outcome, page, secrets, step }) => {
    const bank = pages(page)
    await step("password", async () => {
      await page.goto("/hojas")
      await bank.user.fill(secrets.username)
      await bank.password.fill(secrets.password)
      await bank.enter.click()
    })
    return outcome(
      { home: bank.home, ...bank.ends, code: bank.code },
      {
        home: "authenticated",
        code: {
          ask: () => otp.image({ picture: bank.picture, purpose: "Log in to Hojas", length: 6 }),
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
    step("workbook", async () => {
      const bank = pages(page)
      const open = () => page.goto("/hojas/descargas")
      const gone = { loggedOut: bank.user, unavailable: bank.ends.closed, reopen: open }
      const parts = await unlessGone(page, gone, async () => {
        await open()
        await bank.from.fill(movements.printDate(since, "dmy"))
        return (await page.download(() => bank.excel.click())).parts()
      })
      const statement = movements.fromSheet(
        parts,
        {
          date: "Buchungstag",
          description: "Verwendungszweck",
          amount: "Betrag",
          balance: "Saldo",
          id: "Referenz"
        },
        { currency: "EUR", dates: "ymd", decimal: ".", since, today }
      )
      const stated = movements.sheetRows(parts).find(([name]) => name === "Anzahl Umsätze")?.[1]
      if (stated === undefined) throw new Retryable("layout_changed", "the sheet doesn't say how many movements it has")
      return { ...statement, stated: Number(stated) }
    }),
  logout: async ({ page }) => {
    await pages(page).leave.click()
    await pages(page).user.waitFor()
  }
})
