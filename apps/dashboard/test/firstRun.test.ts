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
  await page.getByRole("button", { name: "Connect the demo" }).click()
  await page.getByText(/found (its payment|their payments)/).waitFor({ timeout: 120_000 })
  await page.getByText("One is for you to settle").waitFor()
  // Other loopback addresses stay closed: it listens on one of its own.
  const shop = await page.getByRole("link", { name: "What the shop received" }).getAttribute("href")
  expect(shop).toMatch(/^http:\/\/127\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./)
  await until("the shop heard of it", async () => {
    const journal = await fetch(`${shop}control/journal?kind=hook`)
    const heard: ReadonlyArray<{ rawBody: string; signatureValid: boolean | null }> = JSON.parse(await journal.text())
    expect(heard.map(({ signatureValid }) => signatureValid)).not.toContain(false)
    return heard.some(({ rawBody, signatureValid }) => rawBody.includes("matched") && signatureValid === true)
      ? true
      : undefined
  })
  // The bank can be looked into by whoever wants to.
  expect(await page.getByLabel("User name at the bank").textContent()).toMatch(/^demo-[0-9a-f]{12}$/)
  await page.getByRole("link", { name: "The demo bank's page" }).waitFor()
  // Who goes to settle it stands at that order, among all that are open.
  await page.getByRole("link", { name: "Settle it" }).click()
  const order = page.getByRole("article")
  await order.getByText("Several movements are equally plausible for this order.").waitFor()
  await order.getByText("It fits as well as another one").first().waitFor()
  // What tells the candidates apart is marked in each.
  expect((await order.locator("mark").allTextContents()).toSorted()).toEqual(["HADDAD", "MANSOUR"])
  await order.getByText("Marked: what differs in payer, amount and date.").waitFor()
  expect(await order.getByText("without the order's reference").count()).toBe(2)
  await page.getByRole("button", { name: /AHMED/ }).first().click()
  await order.getByRole("button", { name: "This one pays it" }).click()
  await page.getByText(/is matched, and your shop is told/).waitFor()
  const paid = /HADDAD/.test((await order.getByText(/^Paid by /).textContent()) ?? "") ? "haddad" : "mansour"
  // Whom it was paid by finds it, though its shop knows another name; who settled it is said.
  await page.getByRole("button", { name: "Matched", exact: true }).click()
  // A long name leaves room for its amount.
  const long = page.getByRole("list", { name: "Orders" }).getByRole("button", { name: /^María del Carmen/ })
  await long.waitFor()
  expect(await long.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
  await page.getByLabel("Search orders").fill(paid)
  const rows = page.getByRole("list", { name: "Orders" }).getByRole("button")
  await until("the one order that was paid by that name", async () => ((await rows.count()) === 1 ? true : undefined))
  await rows.filter({ hasText: "Chosen by you, " }).waitFor()
  // An order that nobody has paid waits for no decision.
  await page.getByRole("link", { name: "Overview" }).first().click()
  await page.getByText("Nothing needs you").waitFor()
  await page.getByRole("link", { name: "1 No payment yet" }).waitFor()
  // From there it is a press back to where it began; no code was asked for, and none is said to have been.
  await page.getByRole("link", { name: "Your first match" }).click()
  await page.getByRole("heading", { name: "Your first match" }).waitFor()
  expect(await page.getByText("A code, or what else the bank asks you").count()).toBe(0)
  // Its address is the same place where nobody says which account.
  await page.goto(page.url().replace(/\?.*/, ""))
  await page.getByRole("heading", { name: "Your first match" }).waitFor()
  // Who wants to see it says that the bank asks for a code: then it does, and the code is to be found.
  await page.getByRole("link", { name: "Have the demo bank ask for a code" }).click()
  await page.getByLabel(/Also a code, or an approval/).check()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("Saved. It holds from the next read on.").waitFor()
  await page.getByRole("link", { name: "Accounts" }).first().click()
  await page.getByRole("link", { name: /^Demo/ }).click()
  await page.getByRole("button", { name: "Read now" }).click()
  const sheet = page.getByRole("dialog", { name: "The bank wants a code" })
  const phone = await sheet.getByRole("link", { name: "Open the demo bank's phone" }).getAttribute("href")
  const { messages }: { messages: ReadonlyArray<{ code: string }> } = JSON.parse(
    await (await fetch(`${phone}.json`)).text()
  )
  await sheet.getByRole("textbox").fill(messages[0]?.code ?? "")
  await sheet.getByRole("button", { name: "Give this code to the bank" }).click()
  await page.getByText("The bank took the code.").waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
