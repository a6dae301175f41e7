import type { LoginContext } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export const login = async ({ ends, page, secrets, step }: LoginContext): Promise<"authenticated"> => {
  const bank = pages(page)
  await step("password", async () => {
    await page.goto("/ficheros")
    await bank.user.fill(secrets.username)
    await bank.password.pressSequentially(secrets.password)
    await bank.enter.click()
  })
  return ends({
    authenticated: bank.files,
    code: { field: bank.code, send: bank.sign, length: 6, via: "sms", purpose: "Firmar el acceso" },
    bank_unavailable: bank.closed,
    ...bank.ends
  })
}
