/** A session after its login: whether it still is one, keeping it, ending it. */
import type { Context } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

/** The bank sends those who aren't logged in to its login page. */
export const resume = async ({ page }: Context): Promise<boolean> => {
  const bank = pages(page)
  await page.goto("/home")
  const seen = await page.waitForAny({
    home: bank.home,
    form: bank.loginForm.userName,
    maintenance: bank.maintenance,
    unavailable: bank.unavailable
  })
  return seen === "home"
}

/** Any page that is read counts as activity. */
export const keepAlive = (context: Context): Promise<boolean> => resume(context)

export const logout = async ({ page }: Context): Promise<void> => {
  const bank = pages(page)
  await bank.logOut.click()
  await bank.loginForm.userName.waitFor()
}
