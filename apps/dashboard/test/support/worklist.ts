/** Ways about the list of orders. */
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { type Person, until } from "./world.ts"

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

interface Found {
  readonly id: string
  readonly last_delivery: { readonly delivered_at: string | null } | null
}

/** An order, once its shop has taken what it was told of it. */
export const toldOf = (person: Person, order: string): Promise<Found> =>
  until("the shop's answer", async () => {
    const [found] = await person.ask<ReadonlyArray<Found>>(`/conciliation/requests?q=${order}`)
    return found?.last_delivery?.delivered_at == null ? undefined : found
  })

/** The amounts of what pays it. */
export const paymentsOf = async (person: Person, order: string): Promise<ReadonlyArray<string>> => {
  const [found] = await person.ask<ReadonlyArray<{ id: string }>>(`/conciliation/requests?q=${order}`)
  const { matches } = await person.ask<{ matches: ReadonlyArray<{ amount: string }> }>(`/conciliation/${found?.id}`)
  return matches.map(({ amount }) => amount)
}

/** Until a payment can be picked. */
export const offer = (page: Page, name: RegExp) =>
  page.getByRole("article").getByRole("button", { name }).first().waitFor()

/** Opens what stands behind a line. Pressed in the moment in which its surroundings are drawn anew it is pressed again. */
export const openMore = (within: Locator, line: string | RegExp) => {
  const details = within.getByRole("group").filter({ hasText: line })
  return expect
    .poll(async () => {
      const isOpen = await details.evaluate((element) => element.hasAttribute("open"))
      if (!isOpen) await details.locator("summary").click()
      return isOpen
    })
    .toBe(true)
}
