/** The worklist, worked by keyboard alone, in a real browser against the real server. */
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { stories } from "./support/stories.ts"
import { until } from "./support/world.ts"

const { customer, enrolledAs, enter, settled, shopkeeper, trade, world } = stories()

// Without a payment an order rests after the first look.
const rests = { retry_limit: 0 }

const rowOf = (page: Page) => (name: string | RegExp) =>
  page.getByRole("list", { name: "Orders" }).getByRole("button", { name })

/** Through the list by keys, to that row. */
const goTo = async (page: Page, name: string) => {
  const row = rowOf(page)(name).first()
  await row.waitFor()
  for (const key of "jjjjkkkkkkkk") {
    if ((await row.getAttribute("aria-current")) === "true") break
    await page.keyboard.press(key)
  }
  await page.getByRole("article").getByRole("heading", { name }).waitFor()
}

/** Until a payment can be picked. */
const offer = (page: Page, name: RegExp) => page.getByRole("article").getByRole("button", { name }).first().waitFor()

describe("the worklist", () => {
  test("settles an ambiguous order by keyboard alone, keeps the place, and undoes it", async () => {
    const who = await customer("olga", { asksSmsCode: false })
    const person = await shopkeeper("keyboard@shop.example")
    const orders = [
      { external_id: "K-1", amount: "210.00", name: "Ahmed Benali" },
      { external_id: "K-2", amount: "88.00", name: "Nobody Atall" }
    ]
    await trade(who, orders, [
      ["210.00", "Ahmed Benali"],
      ["210.00", "Ahmed Benali"]
    ])
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { ambiguous: 1, not_found: 1 })

    const page = await enter(person, "/orders")
    const row = rowOf(page)
    await goTo(page, "Ahmed Benali")
    await page.getByText("Several movements are equally plausible for this order.").waitFor()
    await page
      .getByRole("button", { name: /BENALI AHMED/ })
      .nth(1)
      .waitFor()
    await page.keyboard.press("2")
    await page.keyboard.press("Enter")
    await page.getByText("K-1 is matched").waitFor()
    await settled(person, { matched: 1 })
    // The row stays where it was.
    expect(await row("Ahmed Benali").textContent()).toContain("Matched by you")
    await page.keyboard.press("u")
    await page.getByText("K-1 is open again").waitFor()
    await settled(person, { matched: 0 })
    await row("Ahmed Benali").waitFor()
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keys" }).waitFor()
    // Behind the dialog nothing is worked.
    const before = await page.getByRole("article").getAttribute("aria-label")
    await page.keyboard.press("j")
    await page.keyboard.press("k")
    await page.keyboard.press("k")
    expect(await page.getByRole("article").getAttribute("aria-label")).toBe(before)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "detached" })
    await page.keyboard.press("/")
    await page.keyboard.type("Nobody")
    await page.waitForURL(/[?&]q=Nobody/)
    await row("Ahmed Benali").waitFor({ state: "detached" })
    await row("Nobody Atall").waitFor()
  })

  test("shows what one order and one payment don't explain, settles each, and takes all of it back", async () => {
    const who = await customer("berta", { asksSmsCode: false })
    const person = await shopkeeper("beyond@shop.example")
    const orders = [
      { external_id: "B-1", amount: "150.00", name: "Elena Petrova" },
      { external_id: "B-2", amount: "90.00", name: "Elena Petrova" },
      { external_id: "B-3", amount: "300.00", name: "Jonas Weber" },
      { external_id: "B-4", amount: "58.00", name: "Ingrid Solberg" }
    ]
    await trade(who, orders, [
      ["240.00", "Elena Petrova"],
      ["120.00", "Jonas Weber"],
      ["180.00", "Jonas Weber"],
      ["56.50", "Ingrid Solberg"]
    ])
    const account = await enrolledAs(person, "Account", who, rests)
    await settled(person, { not_found: 4 })
    const page = await enter(person, "/orders")
    const article = page.getByRole("article")
    const excluded = async () => {
      const all = await person.ask<ReadonlyArray<{ amount: string; excluded_at: string | null }>>(
        `/accounts/${account}/movements`
      )
      return all.filter(({ excluded_at: at }) => at !== null).map(({ amount }) => amount)
    }

    await goTo(page, "Ingrid Solberg")
    await article.getByText("This payment is €1.50 less than the order").waitFor()
    await page.keyboard.press("1")
    await article.getByText(/what is missing is yours to ask for/).waitFor()
    await page.keyboard.press("Enter")
    await page.getByText("B-4 is matched").waitFor()

    await goTo(page, "Jonas Weber")
    await article.getByText("These 2 payments together are the order").waitFor()
    await page.keyboard.press("1")
    await page.keyboard.press("Enter")
    await page.getByText("B-3 is matched").waitFor()
    await settled(person, { matched: 2, not_found: 2 })
    await until("the other part is taken out", async () => ((await excluded()).join() === "120.00" ? true : undefined))
    await page.keyboard.press("u")
    await page.getByText("B-3 is open again").waitFor()
    expect(await excluded()).toEqual([])
    await settled(person, { matched: 1 })

    await goTo(page, "Elena Petrova")
    await article.getByText("This payment is the sum of 2 orders").waitFor()
    await page.keyboard.press("1")
    await article.getByText(/A payment is noted for one order/).waitFor()
    await page.keyboard.press("Enter")
    await page.getByText(/B-[12] is matched/).waitFor()
    await settled(person, { matched: 2 })
    // The toast undoes the last one, too.
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await page.getByText(/B-[12] is open again/).waitFor()
    await settled(person, { matched: 1 })

    // What was taken back waits again. On a phone an order stands below the list: the next one is what is seen after a settlement.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(new URL("/app/orders?show=pending", page.url()).href)
    await rowOf(page)("Jonas Weber").click()
    await article.getByRole("button", { name: /These 2 payments together/ }).click()
    await article.getByRole("button", { name: "Both pay it" }).click()
    const next = article.getByRole("heading", { name: "Elena Petrova" })
    await next.waitFor()
    await until("the next order is in sight", async () => {
      const top = (await next.boundingBox())?.y ?? -1
      return top >= 0 && top < 400 ? true : undefined
    })
  })

  test("two people at one list: what the other has settled meanwhile is said, and a restart loses nobody's place", async () => {
    const who = await customer("greta", { asksSmsCode: false })
    const person = await shopkeeper("two@shop.example")
    await trade(
      who,
      [
        { external_id: "T-1", amount: "41.00", name: "Carla Ruiz" },
        { external_id: "T-2", amount: "52.00", name: "Petra Lang" },
        { external_id: "T-3", amount: "63.00", name: "Otto Krug" }
      ],
      [
        ["41.00", "Carla Ruiz"],
        ["41.00", "Carla Ruiz"],
        ["52.00", "Petra Lang"],
        ["52.00", "Petra Lang"]
      ]
    )
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { ambiguous: 2, not_found: 1 })
    const page = await enter(person, "/orders")
    const other = await page.context().newPage()
    // Each tab has its own log-in, unless it was asked to be kept.
    await other.goto(`${world().base}/app/orders`)
    await Promise.all([goTo(page, "Petra Lang"), goTo(other, "Petra Lang")])
    await offer(page, /LANG PETRA/)
    await page.keyboard.press("1")
    await page.keyboard.press("Enter")
    await page.getByText("T-2 is matched").waitFor()
    // The other one sees it leave, and stands at what has come to its place, not at the top.
    await rowOf(other)("Petra Lang").waitFor({ state: "detached" })
    await other.getByRole("article").getByRole("heading", { name: "Carla Ruiz" }).waitFor()
    await goTo(page, "Carla Ruiz")
    await offer(page, /RUIZ CARLA/)
    await world().away(async () => {
      await Promise.all(
        [page, other].map((each) => each.getByText(/No connection to the server since/).waitFor({ timeout: 30_000 }))
      )
      // Nothing is settled while nobody answers, and that is said.
      await page.keyboard.press("1")
      await page.keyboard.press("Enter")
      await page.getByText("The server does not answer. It is tried again by itself.").waitFor()
    })
    await other.getByText(/No connection to the server since/).waitFor({ state: "detached", timeout: 60_000 })
    await other.keyboard.press("2")
    await other.keyboard.press("Enter")
    await other.getByText("T-1 is matched").waitFor()
    await page.getByText(/No connection to the server since/).waitFor({ state: "detached", timeout: 60_000 })
    await rowOf(page)("Carla Ruiz").waitFor({ state: "detached" })
    await settled(person, { matched: 2 })
    // The row of what was settled here has kept its place, and says so no longer when somebody else undoes it.
    const kept = rowOf(page)("Petra Lang")
    expect(await kept.textContent()).toContain("Matched by you")
    const [undone] = await person.ask<ReadonlyArray<{ id: string }>>("/conciliation/requests?q=T-2")
    await person.ask(`/conciliation/${undone?.id}/unmatch`, "POST")
    await kept.getByText("Matched by you").waitFor({ state: "detached" })
    await kept.waitFor()
  })
})
