/** Every page that is open says the same, and says what a press does before it does it. */
import { describe, expect, test } from "vitest"
import { violations } from "./support/axe.ts"
import { stories } from "./support/stories.ts"
import { rowOf, toldOf } from "./support/worklist.ts"

const { customer, enrolledAs, enter, settled, shopkeeper, trade, world } = stories()

const rests = { retry_limit: 0 }

describe("what a page tells", () => {
  test("what is decided on one page is counted on the other at once", async () => {
    const who = await customer("lena", { asksSmsCode: false })
    const person = await shopkeeper("lena@shop.example")
    await trade(who, [{ external_id: "L-1", amount: "31.00", name: "Ahmed Benali" }], [["31.00", "Ahmed Benali"]])
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { matched: 1 })
    const { id } = await toldOf(person, "L-1")
    await person.ask(`/conciliation/${id}/unmatch`, "POST")
    const page = await enter(person, "/orders?show=undone")
    const article = page.getByRole("article")
    const other = await page.context().newPage()
    await other.goto(`${world().base}/app/`)
    await other.getByText("Live", { exact: true }).first().waitFor()
    const tile = (count: number) => other.getByRole("link", { name: `${count} To settle` })
    const badge = other
      .getByRole("navigation")
      .first()
      .getByRole("link", { name: /^Orders/ })
    await tile(1).waitFor()
    await badge.filter({ hasText: "1" }).waitFor()

    await rowOf(page)("Ahmed Benali").click()
    await article.getByRole("button", { name: "Let it wait for another payment" }).click()
    await page.getByText("L-1 waits for another payment").waitFor()
    await tile(0).waitFor({ timeout: 5_000 })
    await badge.filter({ hasNotText: "1" }).waitFor({ timeout: 5_000 })
    await article.getByRole("button", { name: "Take it up again" }).click()
    await page.getByText("L-1 needs you again").waitFor()
    await tile(1).waitFor({ timeout: 5_000 })
    await badge.filter({ hasText: "1" }).waitFor({ timeout: 5_000 })
  })

  test("taking out a payment that pays an order asks first, and both stay said", async () => {
    const who = await customer("erik", { asksSmsCode: false })
    const person = await shopkeeper("erik@shop.example")
    await trade(who, [{ external_id: "E-1", amount: "41.00", name: "Rita Sands" }], [["41.00", "Rita Sands"]])
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { matched: 1 })
    const page = await enter(person, "/movements")
    const dialog = page.getByRole("dialog")
    const row = page.getByRole("listitem").filter({ hasText: "SANDS RITA" })
    await row.getByRole("button").click()
    await dialog.getByRole("link", { name: "Go to order E-1" }).waitFor()
    await dialog.getByRole("button", { name: "Take it out …" }).click()
    await dialog.getByText(/^It pays E-1\. Taking it out doesn't undo that: the order stays matched/).waitFor()
    expect(await row.getByText("Taken out").count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole("button", { name: "Take it out all the same" }).click()
    await row.getByText("Taken out").filter({ visible: true }).waitFor()
    await row.getByText("Pays E-1").filter({ visible: true }).waitFor()
    await settled(person, { matched: 1 })
    await row.getByRole("button").click()
    await dialog.getByText(/^It is taken out and still pays E-1:/).waitFor()
    await dialog.getByRole("link", { name: "Go to order E-1" }).click()
    await page.getByText(/^Its payment is taken out/).waitFor()
  })
})
