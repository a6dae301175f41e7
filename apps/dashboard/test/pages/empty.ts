/** A list that is empty says what to do next, and not that nothing is left to do where nothing has begun. */
import { expect, test } from "vitest"
import { violations } from "../support/axe.ts"
import { bankId, enter, shopkeeper, world } from "./shared.ts"

test("who has no account yet is led to one from each list, and not told that all is settled", async () => {
  const person = await shopkeeper("nothing@shop.example")
  const page = await enter(person, "/orders")
  const main = page.getByRole("main")
  for (const path of ["orders", "movements", "deliveries", "accounts"]) {
    await page.goto(`${world().base}/app/${path}`)
    await main.getByText("No account yet").waitFor()
    expect(await main.getByText("All settled").count()).toBe(0)
    expect(await main.getByText("Take a filter away").count()).toBe(0)
    expect(await violations(page)).toEqual([])
  }
  await main.getByRole("link", { name: "Add an account" }).click()
  await page.getByText(/^Step \d of 5$/).waitFor()
})

test("an empty list without a filter speaks of none, and one with a filter of what it was asked for", async () => {
  const person = await shopkeeper("begun@shop.example")
  await person.ask("/accounts", "POST", { bankId: bankId(), name: "Begun" })
  const page = await enter(person, "/movements")
  const main = page.getByRole("main")
  await main.getByText("No movement yet").waitFor()
  await page.getByLabel("In and out").or(page.getByLabel("Direction")).first().selectOption("in")
  await main.getByText("No movement fits").waitFor()
  await page.goto(`${world().base}/app/deliveries`)
  await main.getByText("Nothing was sent yet").waitFor()
  await main.getByRole("button", { name: "Given up" }).click()
  await main.getByText("No message is in this state").waitFor()
  expect(await main.getByText("Nothing was sent yet").count()).toBe(0)
})
