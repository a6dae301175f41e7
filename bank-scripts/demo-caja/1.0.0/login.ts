import { type LoginContext, Retryable } from "@counterfoil/script-sdk"
import { pages, type Pages } from "./pages.ts"

export const login = async (context: LoginContext): Promise<"authenticated"> => {
  const { ends, step } = context
  const bank = pages(context.page)
  await step("name", () => enterName(context, bank))
  await step("keys", () => clickKeys(context, bank))
  return ends({
    authenticated: bank.home,
    code: {
      seen: bank.boxes.first(),
      length: 6,
      via: "sms",
      purpose: "Log in to Caja Teclado",
      enter: async (code) => {
        for (const [place, digit] of code.chars([1, 2, 3, 4, 5, 6]).entries()) await bank.boxes.nth(place).fill(digit)
        await bank.confirm.click()
      }
    },
    bank_unavailable: bank.closed,
    ...bank.ends
  })
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
