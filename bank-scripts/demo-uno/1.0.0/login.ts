import { type LoginContext, Retryable } from "@counterfoil/script-sdk"
import { pages } from "./pages.ts"

export const login = async ({ otp, outcome, page, secrets, step }: LoginContext): Promise<"authenticated"> => {
  const bank = pages(page)
  const approve = async () => {
    const message = await bank.inApp.innerText()
    const answer = await otp.approval({ message, done: bank.account, refused: bank.refused })
    if (answer === "refused") throw new Retryable("otp_rejected", "The login was refused in the bank's app")
  }
  await step("password", async () => {
    await page.goto("/uno")
    await bank.user.fill(secrets.username)
    await bank.password.fill(secrets.password)
    await bank.signIn.click()
  })
  return outcome(
    {
      account: bank.account,
      approve: bank.approve,
      wrong: bank.wrong,
      locked: bank.locked,
      newPassword: bank.newPassword,
      elsewhere: bank.elsewhere,
      robot: bank.robot,
      closed: bank.closed
    },
    {
      account: "authenticated",
      approve: () => step("approval", approve),
      wrong: "invalid_credentials",
      locked: "account_locked",
      newPassword: "action_required",
      elsewhere: "session_elsewhere",
      robot: "automation_blocked",
      closed: "bank_unavailable"
    }
  )
}
