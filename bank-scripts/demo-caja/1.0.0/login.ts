import { type LoginContext, Retryable } from "@counterfoil/script-sdk"
import { pages, type Pages } from "./pages.ts"

export const login = async (context: LoginContext): Promise<"authenticated"> => {
  const { outcome, page, step } = context
  const bank = pages(page)
  await step("name", () => enterName(context, bank))
  await step("keys", () => clickKeys(context, bank))
  return outcome(
    {
      home: bank.home,
      code: bank.boxes.first(),
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
      home: "authenticated",
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

const enterName = async ({ page, secrets }: LoginContext, bank: Pages): Promise<void> => {
  await page.goto("/caja")
  await bank.name.fill(secrets.username)
  await bank.next.click()
}

/** Three characters by their places, each on its key. */
const clickKeys = async ({ secrets }: LoginContext, bank: Pages): Promise<void> => {
  const places = (await bank.ask.innerText()).match(/\d+/g)?.map(Number) ?? []
  if (places.length === 0) throw new Retryable("layout_changed", "the bank doesn't say which characters it wants")
  for (const character of secrets.password.chars(places)) await bank.keys.type(character)
  await bank.enter.click()
}

const enterCode = async ({ otp, page }: LoginContext, bank: Pages): Promise<void> => {
  let code = await otp.request({ length: 6, type: "numeric", via: "sms", purpose: "Log in to Caja Teclado" })
  for (;;) {
    for (const [place, digit] of code.chars([1, 2, 3, 4, 5, 6]).entries()) await bank.boxes.nth(place).fill(digit)
    await bank.confirm.click()
    const seen = await page.waitForAny({
      home: bank.home,
      wrongCode: bank.wrongCode,
      codesUsedUp: bank.codesUsedUp,
      codeExpired: bank.codeExpired,
      elsewhere: bank.elsewhere,
      newPassword: bank.newPassword
    })
    if (seen === "home") await code.accepted()
    if (seen === "codesUsedUp") await code.rejected(await bank.codesUsedUp.innerText())
    if (seen !== "wrongCode") return
    code = await code.rejected(await bank.wrongCode.innerText())
  }
}
