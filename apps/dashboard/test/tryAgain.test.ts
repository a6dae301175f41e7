/** What is said of an order is what was found by the last look at it. */
import { test } from "vitest"
import { en } from "../src/i18n/en/index.ts"
import { stories } from "./support/stories.ts"
import { rowOf } from "./support/worklist.ts"

const { customer, enrolledAs, enter, settled, shopkeeper, trade } = stories()

// Without a payment an order rests after the first look.
const rests = { retry_limit: 0 }

test("an order that is looked at again shows the new look once it was made, though it came to the same", async () => {
  const who = await customer("again", { asksSmsCode: false })
  const person = await shopkeeper("again@shop.example")
  await trade(who, [{ external_id: "A-1", amount: "33.00", name: "Nobody Atall" }], [])
  await enrolledAs(person, "Account", who, rests)
  await settled(person, { not_found: 1 })
  const { orders: words } = en
  const page = await enter(person, "/orders?show=unpaid")
  const article = page.getByRole("article")
  await rowOf(page)("Nobody Atall").click()
  const said = await article.getByText(/Tried/).textContent()
  const before = Number(/Tried (\d+) times/.exec(said ?? "")?.[1] ?? 1)
  await article.getByRole("button", { name: words.again }).click()
  await article.getByText(words.attempts(before + 1)).waitFor({ timeout: 30_000 })

  await article.getByRole("link", { name: words.details }).click()
  await page.getByText(words.attempts(before + 1)).waitFor()
  await page.getByRole("button", { name: words.again }).click()
  await page.getByText(words.attempts(before + 2)).waitFor({ timeout: 30_000 })
})
