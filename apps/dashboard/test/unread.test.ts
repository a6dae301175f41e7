/** What could not be read, or not yet, is not said to be nothing. One world for all of it. */
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { en } from "../src/i18n/en/index.ts"
import { stories } from "./support/stories.ts"
import { goTo, toldOf } from "./support/worklist.ts"
import { until } from "./support/world.ts"

const { customer, enrolledAs, enter, settled, shopkeeper, trade, world } = stories()
const { accounts, actions, home, movements, orders, states } = en

// Without a payment an order rests after the first look.
const rests = { retry_limit: 0 }

/** Answered by a fault of the server until it is let go. */
const failing = async (page: Page, what: RegExp) => {
  await page.route(what, (route) =>
    route.fulfill({ status: 500, contentType: "application/json", body: '{"error":"Out of order"}' })
  )
  return () => page.unroute(what)
}

test("a payment is found among all that is free, however many newer ones of that name are not", async () => {
  const who = await customer("klara", { asksSmsCode: false })
  const person = await shopkeeper("klara@shop.example")
  await trade(who, [{ external_id: "K-1", amount: "999.99", name: "Rita Sands" }], [])
  const id = await enrolledAs(person, "Account", who, rests)
  await settled(person, { not_found: 1 })
  const today = new Date().toISOString().slice(0, 10)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const take = (rows: ReadonlyArray<string>) =>
    person.ask<{ id: string }>(`/accounts/${id}/statements`, "POST", {
      content: ["Date;Description;Payer;Amount", ...rows].join("\n"),
      currency: "EUR"
    })
  const names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"]
  await take(names.map((name, index) => `${yesterday};Free ${name};Klara Blum ${name};9${index}.10`))
  const newer = Array.from({ length: 101 }, (_, index) => `${today};Spent ${index};Klara Blum ${index};${index}.25`)
  const { id: spent } = await take(newer)
  await person.ask(`/accounts/${id}/scrapes/${spent}/exclude`, "POST")
  const page = await enter(person, "/orders?show=unpaid")
  await goTo(page, "Rita Sands")
  const article = page.getByRole("article")
  const search = article.getByRole("searchbox")
  await search.fill("klara")
  await article
    .getByRole("button", { name: /Klara Blum [A-K]/ })
    .first()
    .waitFor()
  // Of those that are not shown it is said that there are some.
  await article.getByText(orders.findMore).waitFor()
  await search.fill("klara nobody")
  await article.getByText(orders.findNone).waitFor()
})

test("a search for the payment says that nothing is found once that is known", async () => {
  const who = await customer("olaf", { asksSmsCode: false })
  const person = await shopkeeper("olaf@shop.example")
  await trade(who, [{ external_id: "O-1", amount: "999.99", name: "Rita Sands" }], [["210.00", "Familie Holm"]])
  await enrolledAs(person, "Account", who, rests)
  await settled(person, { not_found: 1 })
  const page = await enter(person, "/banks")
  // Until the list is there it is neither empty nor failed.
  const list = Promise.withResolvers<void>()
  const lists = "**/conciliation/requests?*"
  await page.route(lists, (route) => list.promise.then(() => route.continue()))
  const listAsked = page.waitForRequest(lists)
  await page.goto(`${world().base}/app/orders?show=unpaid`)
  await listAsked
  await page.getByRole("main").getByRole("status", { name: actions.loading }).waitFor()
  expect(await page.getByRole("alert").count()).toBe(0)
  list.resolve()
  await goTo(page, "Rita Sands")
  const article = page.getByRole("article")
  const nothing = article.getByText(orders.findNone)
  const answer = Promise.withResolvers<void>()
  const searches = /\/movements\?.*q=holm/
  await page.route(searches, (route) => answer.promise.then(() => route.continue()))
  const asked = page.waitForRequest(searches)
  await article.getByRole("searchbox").fill("holm")
  await asked
  await article
    .locator("section")
    .filter({ hasText: orders.find })
    .getByRole("status", { name: actions.loading })
    .waitFor()
  expect(await nothing.count()).toBe(0)
  answer.resolve()
  await article.getByRole("button", { name: /HOLM/ }).waitFor()
  const mend = await failing(page, /\/movements\?.*q=familie/)
  await article.getByRole("searchbox").fill("familie")
  await article.getByRole("alert").waitFor()
  expect(await nothing.count()).toBe(0)
  await mend()
  await article.getByRole("searchbox").fill("famil")
  await article.getByRole("button", { name: /HOLM/ }).waitFor()
})

test("that no movement comes close, or how many pay an order, is said once that is read", async () => {
  const who = await customer("petra", { asksSmsCode: false })
  const person = await shopkeeper("petra@shop.example")
  await trade(
    who,
    [
      { external_id: "P-1", amount: "999.99", name: "Rita Sands" },
      { external_id: "P-2", amount: "44.00", name: "Vera Holm" }
    ],
    [["44.00", "Vera Holm"]]
  )
  await enrolledAs(person, "Account", who, rests)
  await settled(person, { not_found: 1, matched: 1 })
  const page = await enter(person, "/banks")
  const article = page.getByRole("article")
  let mend = await failing(page, /\/explanation$/)
  await page.goto(`${world().base}/app/orders?show=unpaid`)
  await article.getByRole("alert").waitFor()
  expect(await article.getByText(orders.noCandidates).count()).toBe(0)
  await mend()
  await page.reload()
  await article.getByText(orders.noCandidates).waitFor()

  const { id } = await toldOf(person, "P-2")
  mend = await failing(page, new RegExp(`/conciliation/${id}$`))
  await page.goto(`${world().base}/app/orders?show=matched&order=${id}`)
  await article.getByRole("alert").waitFor()
  expect(await article.getByText(orders.paid.title(0)).count()).toBe(0)
  // What its undoing takes back isn't known either.
  const undo = article.getByRole("button", { name: /^Undo/ })
  expect(await undo.getAttribute("aria-disabled")).toBe("true")
  await mend()
  await page.reload()
  await article.getByText(/^Paid by /).waitFor()
})

test("the overview says that nothing needs anybody once it knows what is held", async () => {
  const who = await customer("hilda", { asksSmsCode: false })
  const person = await shopkeeper("hilda@shop.example")
  await trade(who, [], [["44.00", "Vera Holm"]])
  await enrolledAs(person, "Account", who, rests)
  await until("it is read", async () =>
    (await person.ask<ReadonlyArray<object>>("/movements")).length > 0 ? 1 : undefined
  )
  const page = await enter(person, "/banks")
  const held = /\/movements\?.*held=yes/
  const mend = await failing(page, held)
  const asked = page.waitForResponse(held)
  await page.goto(`${world().base}/app/`)
  await (await asked).finished()
  await page.getByRole("main").getByRole("link", { name: orders.statuses.cancelled }).waitFor()
  expect(await page.getByText(home.allGood).count()).toBe(0)
  await mend()
  await page.reload()
  await page.getByText(home.allGood).waitFor()
})

test("a blocked account is set going with its saved user name where only the password was typed before that was read", async () => {
  const who = await customer("berta", { asksSmsCode: false })
  const person = await shopkeeper("berta@shop.example")
  const id = await enrolledAs(person, "Account", { ...who, password: "not the password" }, rests)
  const overview = () =>
    person.ask<ReadonlyArray<{ scrape_blocked_at: string | null; last_scrape_at: string | null }>>("/accounts/overview")
  await until("it is blocked", async () => (await overview())[0]?.scrape_blocked_at ?? undefined)
  const page = await enter(person, "/banks")
  const mend = await failing(page, /\/config$/)
  const asked = page.waitForResponse(/\/config$/)
  await page.goto(`${world().base}/app/accounts/${id}`)
  await (await asked).finished()
  const password = page.getByLabel(accounts.repair.password)
  await password.fill(who.password)
  expect(await page.getByLabel(accounts.repair.username).inputValue()).toBe("")
  await mend()
  await page.getByRole("button", { name: accounts.repair.restart }).click()
  await until("it is read", async () => (await overview())[0]?.last_scrape_at ?? undefined)
  expect(await person.ask(`/accounts/${id}/config`)).toMatchObject({ bank_username: who.id })
})

test("whoever comes for one order sees that one or that it isn't there, never another; rows that did not come are asked for again", async () => {
  const who = await customer("frida", { asksSmsCode: false })
  const person = await shopkeeper("frida@shop.example")
  const wanted = Array.from({ length: 51 }, (_, index) => ({
    external_id: `F-${index}`,
    amount: `9${index}.99`,
    name: `Rita Sands ${index}`
  }))
  await trade(
    who,
    [...wanted, { external_id: "F-P", amount: "31.00", name: "Jonas Weber" }],
    [["31.00", "Jonas Weber"]]
  )
  await enrolledAs(person, "Account", who, rests)
  await settled(person, { matched: 1, not_found: 51 })
  const { id } = await toldOf(person, "F-P")
  const page = await enter(person, `/orders?show=unpaid&order=${id}`)
  const article = page.getByRole("article")
  await article.getByRole("heading", { name: "Jonas Weber" }).waitFor()
  expect(new URL(page.url()).searchParams.get("order")).toBe(id)
  // Nor is another one taken for it while it can't be read.
  const mend = await failing(page, /\/conciliation\/requests\?id=/)
  await page.reload()
  await page.getByRole("alert").getByText(states.failed).waitFor()
  expect(await article.count()).toBe(0)
  await mend()
  await page.reload()
  await article.getByRole("heading", { name: "Jonas Weber" }).waitFor()
  for (const none of ["01a2250e-2f60-7000-ac4c-000000000000", "none"]) {
    await page.goto(`${world().base}/app/orders?show=unpaid&order=${none}`)
    await page.getByText(orders.notHere).waitFor()
    expect(await article.count()).toBe(0)
  }
  const rows = page.getByRole("list", { name: orders.list }).getByRole("listitem")
  await rows.nth(49).waitFor()
  const letThrough = await failing(page, /\/conciliation\/requests\?.*before=/)
  await page.getByRole("button", { name: actions.more }).click()
  await page.getByRole("alert").waitFor()
  await letThrough()
  await page.getByRole("button", { name: actions.retry }).click()
  await rows.nth(50).waitFor()
  // With the button goes nobody's place.
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe(states.allShown)
})

test("a file of movements has what the list has, outlasts an answer that was lost, and is given up by a press", async () => {
  const who = await customer("gerda", { asksSmsCode: false })
  const person = await shopkeeper("gerda@shop.example")
  const id = await enrolledAs(person, "Account", { ...who, password: "not the password" }, rests)
  const today = new Date().toISOString().slice(0, 10)
  const rows = Array.from({ length: 201 }, (_, index) => `${today};Free ${index};Klara Blum ${index};9.10`)
  const content = ["Date;Description;Payer;Amount", ...rows, `${today};Other;Olga;7.00`].join("\n")
  await person.ask(`/accounts/${id}/statements`, "POST", { content, currency: "EUR" })
  const page = await enter(person, `/movements?q=${encodeURIComponent("€ 9.10")}`)
  await page.getByRole("list", { name: movements.title }).getByRole("listitem").first().waitFor()
  const asked = /\/movements\?.*limit=200.*before=/
  const button = page.getByRole("button", { name: movements.export })
  const cancel = page.getByRole("button", { name: actions.cancel })
  await page.route(asked, (route) => route.abort(), { times: 1 })
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()])
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n")
  expect(lines.length).toBe(1 + 201)
  await page.getByText(movements.exported(201, "201")).waitFor()
  let downloads = 0
  page.on("download", () => void downloads++)
  const held = page.waitForRequest(asked)
  await page.route(asked, () => {})
  await button.click()
  await held
  await cancel.click()
  await button.waitFor()
  expect(await button.evaluate((element) => element.matches(":focus"))).toBe(true)
  expect([downloads, await cancel.count(), await page.getByRole("alert").count()]).toEqual([0, 0, 0])
})
