import type { LoginContext } from "@counterfoil/script-sdk"
import { pages, type Pages } from "./pages.ts"

export const login = async (context: LoginContext): Promise<"authenticated"> => {
  const { outcome, page, secrets, step } = context
  const bank = pages(page)
  await step("password", async () => {
    await page.goto("/ficheros")
    await bank.user.fill(secrets.username)
    await bank.password.pressSequentially(secrets.password)
    await bank.enter.click()
  })
  return outcome(
    {
      files: bank.files,
      code: bank.code,
      wrong: bank.wrong,
      locked: bank.locked,
      newPassword: bank.newPassword,
      elsewhere: bank.elsewhere,
      robot: bank.robot,
      codesUsedUp: bank.codesUsedUp,
      codeExpired: bank.codeExpired,
      closed: bank.closed
    },
    {
      files: "authenticated",
      code: () => step("code", () => enterCode(context, bank)),
      wrong: "invalid_credentials",
      locked: "account_locked",
      newPassword: "action_required",
      elsewhere: "session_elsewhere",
      robot: "automation_blocked",
      codesUsedUp: "otp_rejected",
      codeExpired: "otp_timeout",
      closed: "bank_unavailable"
    }
  )
}

const enterCode = async ({ otp, page }: LoginContext, bank: Pages): Promise<void> => {
  let code = await otp.request({ length: 6, type: "numeric", via: "sms", purpose: "Firmar el acceso" })
  for (;;) {
    await bank.code.fill(code)
    await bank.sign.click()
    const seen = await page.waitForAny({
      files: bank.files,
      wrongCode: bank.wrongCode,
      codesUsedUp: bank.codesUsedUp,
      codeExpired: bank.codeExpired,
      elsewhere: bank.elsewhere,
      newPassword: bank.newPassword
    })
    if (seen === "files") await code.accepted()
    if (seen === "codesUsedUp") await code.rejected(await bank.codesUsedUp.innerText())
    if (seen !== "wrongCode") return
    code = await code.rejected(await bank.wrongCode.innerText())
  }
}
