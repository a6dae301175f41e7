/** What is chosen is seen in colours of the reader's own, on paper, and where a page is enlarged fourfold. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { latestCode, until } from "../support/world.ts"
import { en } from "../../src/i18n/en/index.ts"
import { customer, enrolledAs, enter, settled, shopkeeper, trade, world } from "./shared.ts"

/** A few points of an element, inside its left edge, as they are drawn: what styles say is not what is seen there. */
const drawnAt = async (page: Page, selector: string): Promise<string> => {
  const element = page.locator(selector).first()
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (box === null) throw new Error(`${selector} is not drawn`)
  const clip = { x: box.x + 1, y: box.y + box.height / 2 - 3, width: 2, height: 6 }
  return (await page.screenshot({ clip, animations: "disabled" })).toString("base64")
}

test("in the reader's own colours the chosen tab, the chosen order and what differs are seen", async () => {
  const person = await shopkeeper("colours@shop.example")
  const who = await customer("colours", { asksSmsCode: false })
  await trade(
    who,
    [
      { external_id: "C-1", amount: "210.00", name: "Ahmed Benali" },
      { external_id: "C-2", amount: "75.00", name: "Olga Iwanowa" }
    ],
    [
      ["210.00", "Ahmed Benali Haddad"],
      ["210.00", "Ahmed Benali Mansour"]
    ]
  )
  await enrolledAs(person, "Account", who, { retry_limit: 0 })
  await settled(person, { needs_person: 1, not_found: 1 })
  const page = await enter(person, "/orders?show=all", { forcedColors: "active" })
  await page
    .getByRole("list", { name: "Orders" })
    .getByRole("button", { name: /^Ahmed/ })
    .click()
  await page.locator("mark").first().waitFor()
  for (const [chosen, other] of [
    ["button[aria-pressed=true]", "button[aria-pressed=false]"],
    ["li > button[aria-current=true]", "li > button[aria-current=false]"],
    ["mark", "aside"],
    ["aside nav a[aria-current=page]", "aside nav a:not([aria-current])"]
  ] as const) {
    expect(await drawnAt(page, chosen), chosen).not.toBe(await drawnAt(page, other))
  }
  await page.getByRole("link", { name: "Overview" }).first().click()
  const legend = "section svg + ul li"
  await page.locator(legend).first().waitFor()
  expect(await drawnAt(page, `${legend}:nth-child(1) > span`)).not.toBe(
    await drawnAt(page, `${legend}:nth-child(2) > span`)
  )
  // What is the thing to do looks like something to press.
  const settle = page.getByRole("main").getByRole("link", { name: en.home.settleGo(1) })
  expect(await settle.evaluate("(link) => getComputedStyle(link).borderTopWidth")).not.toBe("0px")
})

test("on paper there are all rows that were read, and nothing to press", async () => {
  const person = await shopkeeper("paper@shop.example")
  const who = await customer("paper", { asksSmsCode: false })
  await trade(
    who,
    [{ external_id: "P-1", amount: "1.00", name: "Rita Sands" }],
    [["1.00", "Rita Sands"], ...Array.from({ length: 79 }, (_, n) => [`${n + 2}.00`, `Payer ${n + 2}`] as const)]
  )
  await enrolledAs(person, "Account", who, { retry_limit: 0 })
  await settled(person, { matched: 1 })
  const page = await enter(person, "/movements")
  await page.getByText("80 movements").waitFor()
  const rows = page.getByRole("list", { name: "Movements" }).getByRole("listitem")
  expect(await rows.count()).toBeLessThan(60)
  await page.evaluate(`dispatchEvent(new Event("beforeprint"))`)
  await page.emulateMedia({ media: "print" })
  expect(await rows.count()).toBe(80)
  for (const part of [page.getByRole("navigation"), page.getByLabel("Search movements")]) {
    await until("nothing to press", async () =>
      (await part.filter({ visible: true }).count()) === 0 ? true : undefined
    )
  }
  await page.emulateMedia({ media: "screen" })
  await page.evaluate(`dispatchEvent(new Event("afterprint"))`)
  await until("as many as before", async () => ((await rows.count()) < 60 ? true : undefined))

  // The list of orders, too, beside the one that was opened, though paper is as narrow as a phone.
  await page.getByRole("link", { name: en.nav.orders }).first().click()
  await page.getByRole("button", { name: en.orders.shows.all, exact: true }).click()
  const order = page.getByRole("list", { name: en.orders.list }).getByRole("button", { name: /^Rita Sands/ })
  await order.click()
  await page.getByRole("article").waitFor()
  await page.emulateMedia({ media: "print" })
  await page.setViewportSize({ width: 720, height: 1_000 })
  await order.waitFor()
  await page.getByRole("article").waitFor()
  const pressed = page.getByRole("button").filter({ visible: true })
  expect((await pressed.allTextContents()).map((text) => text.slice(0, 10))).toEqual([
    en.orders.shows.all,
    "Rita Sands"
  ])
})

test("where the page is enlarged fourfold, what is typed into is not covered, and no word lies on another", async () => {
  const person = await shopkeeper("large@shop.example")
  const who = await customer("large", { asksSmsCode: false })
  const account = await enrolledAs(person, "Account", who)
  const page = await enter(person, `/accounts/${account}/settings`, {
    language: "es",
    viewport: { width: 320, height: 256 }
  })
  const field = page.getByLabel("Dirección del webhook")
  await field.fill("")
  await page.getByRole("button", { name: "Guardar", exact: true }).click()
  await field.and(page.locator("[aria-invalid=true]")).waitFor()
  const isOnTop = () =>
    page.evaluate<boolean>(`(() => {
      const shown = document.querySelector("[name=webhook_url]")
      const { height, left, top } = shown.getBoundingClientRect()
      return document.elementFromPoint(left + 10, top + height / 2) === shown
    })()`)
  await until("a field that is seen", async () => ((await isOnTop()) ? true : undefined))
  const wide = await page.evaluate<ReadonlyArray<string>>(`[...document.querySelectorAll("nav a")]
    .filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent)`)
  expect(wide).toEqual([])
})

test("whoever has the page in the background sees at its tab that the bank wants a code, until it has it", async () => {
  const person = await shopkeeper("tab@shop.example")
  const who = await customer("tab", { asksSmsCode: true })
  const account = await enrolledAs(person, "Account", who, { login_mode: "assisted" })
  const page = await enter(person, "/movements")
  await until("a title that tells", async () =>
    (await page.title()) === "The bank wants a code · Movements · Counterfoil" ? true : undefined
  )
  await page.getByRole("link", { name: "Orders" }).first().click()
  await until("the same on another page", async () =>
    (await page.title()) === "The bank wants a code · Orders · Counterfoil" ? true : undefined
  )
  const code = await latestCode(world(), who.id)
  await person.ask(`/accounts/${account}/otp`, "POST", { code })
  await until("a title as ever", async () => ((await page.title()) === "Orders · Counterfoil" ? true : undefined))
})
