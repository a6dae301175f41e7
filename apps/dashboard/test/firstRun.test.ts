/** `npm start` on an empty database, with nothing opened but what the demo opens itself. */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch } from "./support/browser.ts"
import { registerAt } from "./support/page.ts"
import { startWorld, until, type World } from "./support/world.ts"

let world: World
let browser: Browser

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld({ EGRESS_ALLOW: "", BANK_EGRESS_ALLOW: "" }), launch()])
})

afterAll(async () => {
  await browser?.close()
  await world?.close()
})

test("shows a newcomer a first match of the demo's bank and shop within two minutes of one press", async () => {
  const { complaints, context, page } = await registerAt(browser, world, "curious@shop.example")
  const began = Date.now()
  await page.getByRole("button", { name: "Connect the demo" }).click()
  await page.getByText(/found (its payment|their payments)/).waitFor({ timeout: 120_000 })
  expect(Date.now() - began).toBeLessThan(120_000)
  await page.getByText("One is for you to settle").waitFor({ timeout: 30_000 })
  // Other loopback addresses stay closed: it listens on one of its own.
  const shop = await page.getByRole("link", { name: "What the shop received" }).getAttribute("href")
  expect(shop).toMatch(/^http:\/\/127\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./)
  await until("the shop heard of it", async () => {
    const journal = await fetch(`${shop}control/journal?kind=hook`)
    return (await journal.text()).includes("matched") ? true : undefined
  })
  // Who goes to settle it stands at that order, among all that are open.
  await page.getByRole("link", { name: "Settle it" }).click()
  await page.getByRole("article").getByText("Several movements are equally plausible for this order.").waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
