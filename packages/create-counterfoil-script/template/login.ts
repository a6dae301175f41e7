import { type Context, type LoginContext, Retryable } from "@counterfoil/script-sdk"
import { pages, type Pages } from "./pages.ts"

export const login = async (context: LoginContext): Promise<"authenticated"> => {
  const bank = pages(context.page)
  await context.step("open", () => open(context, bank))
  await context.step("password", () => enterPassword(context, bank))
  return context.outcome(
    {
      home: bank.home,
      code: bank.codeForm.code,
      wrongPassword: bank.wrongPassword,
      locked: bank.locked,
      newPassword: bank.newPassword,
      elsewhere: bank.elsewhere,
      robotCheck: bank.robotCheck,
      codesUsedUp: bank.codesUsedUp,
      codeExpired: bank.codeExpired,
      maintenance: bank.maintenance,
      unavailable: bank.unavailable
    },
    {
      home: "authenticated",
      code: () => context.step("code", () => enterCode(context, bank)),
      wrongPassword: "invalid_credentials",
      locked: "account_locked",
      newPassword: "action_required",
      elsewhere: "session_elsewhere",
      robotCheck: "automation_blocked",
      codesUsedUp: "otp_rejected",
      codeExpired: "otp_timeout",
      maintenance: "bank_unavailable",
      unavailable: "bank_unavailable"
    }
  )
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

/** The bank gives two tries. After the second one it leaves this page whatever happens. */
const enterCode = async ({ otp, page }: LoginContext, bank: Pages): Promise<void> => {
  const left = {
    home: bank.home,
    newPassword: bank.newPassword,
    elsewhere: bank.elsewhere,
    robotCheck: bank.robotCheck,
    codesUsedUp: bank.codesUsedUp,
    codeExpired: bank.codeExpired,
    maintenance: bank.maintenance,
    unavailable: bank.unavailable
  }
  let code = await otp.request({ length: 6, type: "numeric", via: "sms", purpose: "Log in to Banco Demo" })
  const submit = async () => {
    await bank.codeForm.code.fill(code)
    await bank.codeForm.submit.click()
  }
  await submit()
  let seen: "wrongCode" | keyof typeof left = await page.waitForAny({ wrongCode: bank.wrongCode, ...left })
  if (seen === "wrongCode") {
    code = await code.rejected(await bank.wrongCode.innerText())
    await submit()
    seen = await page.waitForAny(left)
  }
  if (seen === "codesUsedUp") await code.rejected(await bank.codesUsedUp.innerText())
  else if (seen === "home") await code.accepted()
}

export const logout = async ({ page }: Context): Promise<void> => {
  const bank = pages(page)
  await bank.logOut.click()
  await bank.loginForm.userName.waitFor()
}
