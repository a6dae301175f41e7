import { type Context, type LoginContext, Retryable } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export const login = async ({ ends, page, secrets, step }: LoginContext): Promise<"authenticated"> => {
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
}

export const logout = async ({ page }: Context): Promise<void> => {
  const bank = pages(page)
  await bank.leave.click()
  await bank.userName.waitFor()
}
