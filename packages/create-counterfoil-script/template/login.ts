import { type Context, type LoginContext, Retryable } from "@counterfoil/script-sdk"
import { pages, type Pages } from "./pages.ts"

export const login = async (context: LoginContext): Promise<"authenticated"> => {
  const bank = pages(context.page)
  await context.step("open", () => open(context, bank))
  await context.step("password", () => enterPassword(context, bank))
  return context.ends({
    authenticated: bank.home,
    code: {
      field: bank.codeForm.code,
      send: bank.codeForm.submit,
      length: 6,
      via: "sms",
      purpose: "Log in to Banco Demo"
    },
    bank_unavailable: [bank.maintenance, bank.unavailable],
    ...bank.ends
  })
}

const open = async ({ page }: LoginContext, bank: Pages): Promise<void> => {
  await page.goto("/login")
  const seen = await page.waitForAny({
    form: bank.loginForm.userName,
    maintenance: bank.maintenance,
    unavailable: bank.unavailable
  })
  if (seen !== "form") throw new Retryable("bank_unavailable", "The bank is closed for maintenance or out of order")
}

const enterPassword = async ({ secrets }: LoginContext, { loginForm }: Pages): Promise<void> => {
  await loginForm.userName.fill(secrets.username)
  await loginForm.password.fill(secrets.password)
  await loginForm.submit.click()
}

export const logout = async ({ page }: Context): Promise<void> => {
  const bank = pages(page)
  await bank.logOut.click()
  await bank.loginForm.userName.waitFor()
}
