/** The days of the movements are the bank's, wherever they are read. */
import { expect, test } from "vitest"
import { until } from "../support/world.ts"
import { customer, enrolledAs, enter, settled, shopkeeper, trade } from "./shared.ts"

interface Booked {
  readonly booked_date: string
}

test.each(["America/Mexico_City", "Pacific/Auckland"])(
  "a day that is asked for finds what the list says is of that day, read in %s",
  async (timezoneId) => {
    const name = timezoneId
      .replace("/", "-")
      .toLowerCase()
      .slice(0, 12)
      .replaceAll(/[^a-z]/g, "")
    const person = await shopkeeper(`${name}@shop.example`)
    const who = await customer(name, { asksSmsCode: false })
    await trade(who, [{ external_id: "D-1", amount: "1.00", name: "Rita Sands" }], [["1.00", "Rita Sands"]])
    await enrolledAs(person, "Account", who, { retry_limit: 0 })
    await settled(person, { matched: 1 })
    const [movement] = await person.ask<ReadonlyArray<Booked>>("/movements")
    const day = movement?.booked_date ?? ""
    const page = await enter(person, `/movements?from=${day}&to=${day}`, { timezoneId })
    await page.getByText("Pays D-1").filter({ visible: true }).waitFor()
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel("To", { exact: true }).fill(before)
    await page.getByLabel("From", { exact: true }).fill(before)
    await until("no other day", async () =>
      (await page.getByText("No movement fits").count()) === 1 ? true : undefined
    )
    expect(await page.getByText("Pays D-1").filter({ visible: true }).count()).toBe(0)
  }
)

test("days of which nothing is read yet, and no more can be, aren't said to have no movement", async () => {
  const person = await shopkeeper("unread@shop.example")
  const who = await customer("unread", { asksSmsCode: false })
  await trade(who, [{ external_id: "D-2", amount: "2.00", name: "Rita Sands" }], [["2.00", "Rita Sands"]])
  await enrolledAs(person, "Account", who, { retry_limit: 0 })
  await settled(person, { matched: 1 })
  const [movement] = await person.ask<ReadonlyArray<Booked>>("/movements")
  const page = await enter(person, "/movements")
  await page.getByText("Pays D-2").filter({ visible: true }).waitFor()
  await page.route(/\/movements\?.*from=/, (route) =>
    route.request().url().includes("before=")
      ? route.fulfill({ status: 500, json: { message: "no more" } })
      : route.fulfill({ json: Array.from({ length: 100 }, (_, n) => ({ ...movement, id: crypto.randomUUID(), n })) })
  )
  const before = new Date(Date.parse(movement?.booked_date ?? "") - 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel("To", { exact: true }).fill(before)
  await page.getByLabel("From", { exact: true }).fill(before)
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor()
  expect(await page.getByText("No movement fits").count()).toBe(0)
})
