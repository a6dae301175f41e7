/** The overview says what needs its reader, and nothing on a page contradicts it. */
import { expect, test } from "vitest"
import { stories } from "./support/stories.ts"

const { customer, enrolledAs, enter, shopkeeper, world } = stories()

/** A time of day of Greenwich, some hours from now. */
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)

test("the overview says first that a bank waits for a code, and leads to where it is typed", async () => {
  const person = await shopkeeper("needed@shop.example")
  const who = await customer("needed", { asksSmsCode: true })
  const id = await enrolledAs(person, "Coded", who, { login_mode: "assisted" })
  await person.ask(`/accounts/${id}/asking`, "PUT", {
    hours: { from: inHours(3), to: inHours(5) },
    zone: "Etc/UTC",
    most_per_day: null,
    snoozed_until: null
  })
  await person.ask(`/accounts/${id}/scrape`, "POST")
  const page = await enter(person, "/")
  const main = page.getByRole("main")
  const sheet = page.getByRole("dialog", { name: "The bank wants a code" })
  await sheet.waitFor({ timeout: 60_000 })
  await main.getByRole("heading", { name: "Coded waits for a code" }).waitFor()
  expect(await main.getByText("Nothing needs you").count()).toBe(0)
  await sheet.getByRole("button", { name: "Hide for now" }).click()
  await sheet.waitFor({ state: "hidden" })
  await main.getByRole("button", { name: "Type the code" }).click()
  await sheet.waitFor()
  expect(await page.evaluate<string>(`document.activeElement.name`)).toBe("one-time-code")
  await page.keyboard.type("12a")
  await page.keyboard.press("Enter")
  await sheet.getByRole("alert").getByText("The code has 6 digits, and nothing else.").waitFor()

  await main.getByRole("link", { name: /Coded/ }).click()
  await main.getByText("Waits for a code", { exact: true }).waitFor()
  expect(await main.getByText(/certain hours only/).count()).toBe(0)
  // Once nobody is asked any more, that is what it waits for.
  await sheet.getByRole("button", { name: "Don't log in now" }).click()
  await main
    .getByText(/certain hours only/)
    .first()
    .waitFor({ timeout: 30_000 })
})

test("an account whose bank this server may not go to is no good news, and its script is not blamed", async () => {
  const person = await shopkeeper("private@shop.example")
  const who = await customer("private", { asksSmsCode: false })
  // Only 127.0.0.1 is opened in this world.
  const loginUrl = `${world().bank.url.replace("127.0.0.1", "127.0.0.2")}/funke`
  const bank = await person.ask<{ id: string }>("/banks", "POST", {
    code: "demo-funke",
    name: "Private Bank",
    loginUrl
  })
  await world().publish(person, bank.id, "1.0.0", { bank: "demo-funke" })
  await enrolledAs(person, "Private", who, {}, bank.id)
  const page = await enter(person, "/")
  const main = page.getByRole("main")
  await main.getByRole("heading", { name: "Private could not be read" }).waitFor({ timeout: 60_000 })
  await main.getByText(/^This server may not go to the bank's address: .*BANK_EGRESS_ALLOW.* tried again/).waitFor()
  expect(await main.getByText("Nothing needs you").count()).toBe(0)
  await main.getByRole("link", { name: "See why" }).click()
  await main.getByText("Failing", { exact: true }).waitFor()
  await main
    .getByText(/BANK_EGRESS_ALLOW/)
    .nth(1)
    .waitFor()
  expect(await main.getByText(/The script wanted/).count()).toBe(0)
})
