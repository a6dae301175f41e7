/** On a slow line one goes on before the answer is here: what was asked for is told wherever one is by then, and closes nothing else. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { en } from "../../src/i18n/en/index.ts"
import { bankId, enter, shopkeeper } from "./shared.ts"

const { accounts, keys, movements, nav } = en

const day = new Date().toISOString().slice(0, 10)
const statementOf = (...rows: ReadonlyArray<string>) =>
  ["Date;Payer;Amount;Currency", ...rows.map((row) => `${day};${row};EUR`)].join("\n")

/** What is sent there waits until it is let go. */
const holdUp = async (page: Page, address: string | RegExp) => {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    // What the page reads at the same address goes on.
    if (typeof address === "string" && route.request().method() === "GET") return route.continue()
    send()
    await isLetGo
    return route.continue()
  })
  return { isSent, letGo }
}

const fileAccount = async (name: string) => {
  const person = await shopkeeper(`${name}@shop.example`)
  const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: bankId(), name: "By file" })
  return { person, id }
}

test("what came of a statement is told though its dialog was closed before, and why one was refused as well", async () => {
  const { id, person } = await fileAccount("hasty")
  const page = await enter(person, `/accounts/${id}`)
  const words = accounts.statement
  const dialog = page.getByRole("dialog", { name: words.title })
  const sendAndGo = async (content: string) => {
    const held = await holdUp(page, "**/statements")
    await page.getByRole("button", { name: words.open }).click()
    const file = { name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(content) }
    await dialog.getByLabel(words.file).setInputFiles(file)
    await dialog.getByRole("button", { name: words.send }).click()
    await held.isSent
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await page.getByRole("link", { name: nav.orders }).first().click()
    await page.getByRole("heading", { name: en.orders.title }).waitFor()
    held.letGo()
  }
  await sendAndGo(statementOf("Ana Ruiz;12.50", "Leo Paz;7.00"))
  await page.getByText(`${words.taken(2)}. ${words.news(2, 2, 0)}`).waitFor()
  await page.goBack()
  await sendAndGo("Date;Payer\nno statement;at all")
  await page
    .locator("[aria-live]")
    .getByText(/^No line has headers/)
    .waitFor()
})

test("an answer that comes late closes no other movement than its own", async () => {
  const { id, person } = await fileAccount("two-movements")
  await person.ask(`/accounts/${id}/statements`, "POST", { content: statementOf("Ana Ruiz;12.50", "Leo Paz;7.00") })
  const page = await enter(person, "/movements")
  const held = await holdUp(page, "**/exclude")
  await page.getByRole("listitem").filter({ hasText: "Ana Ruiz" }).getByRole("button").click()
  await page.getByRole("dialog").getByRole("button", { name: movements.exclude }).click()
  await held.isSent
  await page.keyboard.press("Escape")
  await page.getByRole("listitem").filter({ hasText: "Leo Paz" }).getByRole("button").click()
  const other = page.getByRole("dialog", { name: "Leo Paz" })
  await other.waitFor()
  held.letGo()
  await page.getByText(movements.done, { exact: true }).waitFor()
  expect(await other.isVisible()).toBe(true)
})

test("a key is shown though the form that asked for it was closed before it was made", async () => {
  const { person } = await fileAccount("hasty-keys")
  const page = await enter(person, "/keys")
  const held = await holdUp(page, "**/me/api-keys")
  await page.getByRole("button", { name: keys.create }).first().click()
  const form = page.getByRole("dialog", { name: keys.create })
  await form.getByLabel(keys.name).fill("Forwarder")
  await form.getByRole("button", { name: keys.create }).click()
  await held.isSent
  await page.keyboard.press("Escape")
  await form.waitFor({ state: "hidden" })
  held.letGo()
  await page.getByRole("dialog", { name: "Forwarder" }).getByText(keys.shown).waitFor()
})

test("an export goes on while one is at another page, and is told there", async () => {
  const { id, person } = await fileAccount("exporter")
  await person.ask(`/accounts/${id}/statements`, "POST", { content: statementOf("Ana Ruiz;12.50", "Leo Paz;7.00") })
  const page = await enter(person, "/movements")
  await page.getByRole("listitem").filter({ hasText: "Leo Paz" }).waitFor()
  const held = await holdUp(page, /\/movements\?.*limit=200/)
  await page.getByRole("button", { name: movements.export }).click()
  await held.isSent
  await page.getByRole("link", { name: nav.orders }).first().click()
  await page.getByRole("heading", { name: en.orders.title }).waitFor()
  const file = page.waitForEvent("download")
  held.letGo()
  expect((await file).suggestedFilename()).toBe("movements.csv")
  await page.getByText(movements.exported(2, "2")).waitFor()
})

test("a page whose parts aren't there at first, as while nodes are upgraded one by one, is loaded anew until they are", async () => {
  const { person } = await fileAccount("upgrade")
  const page = await enter(person, "/")
  const asked = new Set<string>()
  await page.route("**/assets/*", (route) => {
    const address = route.request().url()
    if (asked.has(address)) return route.continue()
    asked.add(address)
    return route.fulfill({ status: 404, json: { error: "Not found" } })
  })
  await page.reload()
  await page.getByText("A part of this page didn't come.").waitFor()
  await page.getByRole("heading", { name: en.home.hello("upgrade") }).waitFor()
  const parts = [...asked].map((address) => /([^/]+)-.{8}\.(?:js|css)$/.exec(address)?.[1])
  expect(parts).toEqual(expect.arrayContaining(["index", "common", "en", "HomePage"]))
})
