/** Ways about the list of orders. */
import type { Page } from "playwright-core"

export const rowOf = (page: Page) => (name: string | RegExp) =>
  page.getByRole("list", { name: "Orders" }).getByRole("button", { name })

/** Through the list by keys, to that row. */
export const goTo = async (page: Page, name: string) => {
  const row = rowOf(page)(name).first()
  await row.waitFor()
  for (const key of "jjjjkkkkkkkk") {
    if ((await row.getAttribute("aria-current")) === "true") break
    await page.keyboard.press(key)
  }
  await page.getByRole("article").getByRole("heading", { name }).waitFor()
}

/** An order as far as its last message goes. */
export interface Told {
  readonly id: string
  readonly last_delivery: { readonly delivered_at: string | null } | null
}

/** Until a payment can be picked. */
export const offer = (page: Page, name: RegExp) =>
  page.getByRole("article").getByRole("button", { name }).first().waitFor()
