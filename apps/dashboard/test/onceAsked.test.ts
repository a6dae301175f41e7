/** Two presses at once ask for one thing. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { stories } from "./support/stories.ts"

const { customer, enter, owner, shopkeeper, world } = stories()

/** What was sent to an address of the API. */
const sentTo = (page: Page, path: string): ReadonlyArray<string> => {
  const sent: Array<string> = []
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === path) sent.push(request.url())
  })
  return sent
}

test("two presses at once on the last step of the wizard make one account", async () => {
  const { id, password } = await customer("doble", { asksSmsCode: false })
  const person = await shopkeeper("doble@shop.example")
  const page = await enter(person, "/accounts/new")
  const sent = sentTo(page, "/accounts")
  await page.getByText("Demo Bank").click()
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByLabel("Name of the account").fill("Once")
  await page.getByLabel("User name at the bank").fill(id)
  await page.getByLabel("Password at the bank").fill(password)
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByLabel("Address of your pending orders").fill(`${world().shop.url}/orders/${id}`)
  await page.getByLabel("Webhook address").fill(`${world().shop.url}/hooks/${id}`)
  await page.getByRole("button", { name: "Save and read for the first time" }).dblclick()
  await page.getByText("The account is read").waitFor({ timeout: 60_000 })
  expect(sent.length).toBe(1)
  expect((await person.ask<ReadonlyArray<object>>("/accounts")).length).toBe(1)
})

test("two presses at once add one bank, and one that was refused can be sent again", async () => {
  const page = await enter(owner(), "/banks")
  const sent = sentTo(page, "/banks")
  await page.getByRole("button", { name: "Add a bank" }).click()
  const form = page.getByRole("dialog")
  await form.getByLabel("Name of the bank").fill("Twice Bank")
  await form.getByLabel("Short code").fill("demo-bank")
  await form.getByLabel("Address of its login page").fill("https://twice.example/login")
  await form.getByRole("button", { name: "Continue" }).dblclick()
  await form.getByRole("alert").waitFor()
  expect(sent.length).toBe(1)
  await form.getByLabel("Short code").fill("twice-bank")
  await form.getByRole("button", { name: "Continue" }).dblclick()
  await form.waitFor({ state: "detached" })
  expect(sent.length).toBe(2)
})
