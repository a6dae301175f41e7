/** What is said at a glance: how long a code is good, what a number counts, where a first read stopped. One world for all of it. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { en } from "../src/i18n/en/index.ts"
import { violations, whatIsWider } from "./support/axe.ts"
import { stories } from "./support/stories.ts"
import { toldOf } from "./support/worklist.ts"
import { latestCode, until } from "./support/world.ts"

const { bankId, customer, enrolledAs, enter, settled, shopkeeper, trade, world } = stories()
const { accounts, banks, code, config, deliveries, enrol, home, keys, movements, narrow, nav, states } = en

const rests = { retry_limit: 0 }
const hour = 3_600_000

/** How many lines what stands in it takes. */
const linesOf = (page: Page, text: string) =>
  page.evaluate<ReadonlyArray<number>>(`[...document.querySelectorAll("article *")]
    .filter((each) => each.textContent === ${JSON.stringify(text)} && each.checkVisibility())
    .map((each) => {
      const range = document.createRange()
      range.selectNodeContents(each)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })`)

test.for([
  ["ahead", hour],
  ["behind", -hour]
] as const)("a code is good for as long as it is on a machine whose clock is an hour %s", async ([way, wrong]) => {
  const who = await customer(`clock-${way}`, { asksSmsCode: true })
  const person = await shopkeeper(`clock-${way}@shop.example`)
  await enrolledAs(person, "Coded", who, { login_mode: "assisted" })
  await latestCode(world(), who.id)
  const page = await enter(person, "/banks")
  await page.clock.install({ time: Date.now() + wrong })
  await page.goto(`${world().base}/app/`)
  const timer = page.getByRole("dialog").getByRole("timer")
  await timer.getByText(/^[0-9]:[0-5][0-9] left$/).waitFor()
  expect(await page.getByText(code.over).count()).toBe(0)
})

test("what the number beside Orders counts is said, on a desktop and on a phone", async () => {
  const who = await customer("nadia", { asksSmsCode: false })
  const person = await shopkeeper("nadia@shop.example")
  await trade(
    who,
    [{ external_id: "N-1", amount: "12345.67", name: "Internacional Suministros" }],
    [
      ["12345.67", "Internacional Suministros"],
      ["12345.67", "Internacional Suministros"]
    ]
  )
  await enrolledAs(person, "Account", who, rests)
  await settled(person, { ambiguous: 1 })
  const page = await enter(person, "/banks")
  const link = page.getByRole("link", { name: `${nav.orders} ${home.settle(1)}`, exact: true })
  await link.waitFor()
  // As on a page that is enlarged four times.
  await page.setViewportSize({ width: 320, height: 640 })
  await link.waitFor()
  await link.click()
  await page.getByRole("list", { name: "Orders" }).getByRole("button").first().click()
  // The order's own, and those of both candidates, which come after it.
  await page.getByRole("article").getByText("€12,345.67", { exact: true }).nth(2).waitFor()
  // Neither a word nor a figure is torn apart.
  expect(await linesOf(page, "Suministros")).not.toContain(2)
  expect(new Set(await linesOf(page, "€12,345.67"))).toEqual(new Set([1]))
  expect(await whatIsWider(page)).toEqual([])
  expect(await violations(page)).toEqual([])
})

test("a first read that stopped shows where, and one that is nobody's is missing", async () => {
  const who = await customer("wanda", { asksSmsCode: false })
  const person = await shopkeeper("wanda@shop.example")
  const id = await enrolledAs(person, "Account", { ...who, password: "not the password" }, rests)
  await until("it is blocked", async () => {
    const [account] = await person.ask<ReadonlyArray<{ block_kind: string | null }>>("/accounts/overview")
    return account?.block_kind ?? undefined
  })
  const page = await enter(person, `/accounts/new?step=read&account=${id}`)
  const first = page.getByRole("main").getByRole("listitem").filter({ hasText: enrol.phases.opening })
  await first.getByText(enrol.phaseStates.stopped).waitFor()
  await page.getByText(enrol.blocked).waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto(`${world().base}/app/accounts/new?step=read&account=00000000-0000-4000-8000-000000000000`)
  await page.getByText(states.notFound).waitFor()
})

test("a shop's orders that can't be read are said in the first read, on the overview and at the account", async () => {
  const who = await customer("odile", { asksSmsCode: false })
  const person = await shopkeeper("odile@shop.example")
  const answers = (answer: object | null) => world().shop.ask("/lists/odile", "PUT", { answer })
  await answers({ status: 401 })
  const id = await enrolledAs(person, "Account", who, rests)
  const page = await enter(person, `/accounts/new?step=read&account=${id}`)
  await page.getByRole("heading", { name: enrol.readyButOrders }).waitFor()
  const told = page.getByRole("alert").filter({ hasText: accounts.unreadOrders.title })
  await told.getByText(/^Your shop answered 401\./).waitFor()
  expect(await page.getByText(enrol.readyLong).count()).toBe(0)
  expect(await violations(page)).toEqual([])

  await page.goto(`${world().base}/app/`)
  const call = page.locator("section").filter({ hasText: home.unreadOrders("Account") })
  await call.getByText(/^Your shop answered 401\./).waitFor()
  expect(await page.getByText(home.allGood).count()).toBe(0)
  const row = page.getByRole("link", { name: /^Account/ })
  await row.getByText(accounts.states.unreadOrders).waitFor()
  expect(await violations(page)).toEqual([])
  await call.getByRole("link", { name: accounts.unreadOrders.go }).click()
  await page.getByRole("heading", { name: config.title("Account") }).waitFor()

  await page.goto(`${world().base}/app/accounts/${id}`)
  await told.getByText(/^Your shop answered 401\./).waitFor()
  await page.getByText(accounts.states.unreadOrders, { exact: true }).waitFor()
  await answers(null)
  await page.getByRole("button", { name: accounts.poll }).click()
  await page.getByText(accounts.states.good, { exact: true }).waitFor()
  await told.waitFor({ state: "detached" })
})

test("a payment that comes twice is counted on the overview, which leads to it", async () => {
  const who = await customer("tilda", { asksSmsCode: false })
  const person = await shopkeeper("tilda@shop.example")
  const paid = ["47.00", "Tilda Berg"] as const
  await trade(who, [{ external_id: "T-1", amount: paid[0], name: paid[1] }], [paid])
  const id = await enrolledAs(person, "Account", who, rests)
  await settled(person, { matched: 1 })
  const page = await enter(person, "/")
  await page.getByText(home.allGood).waitFor()
  expect(await page.getByText(/pays? no order$/).count()).toBe(0)
  await trade(who, [], [paid])
  await person.ask(`/accounts/${id}/scrape`, "POST")
  const line = page.getByRole("link", { name: home.unpaidMoney(1, false) })
  await line.waitFor()
  expect(await violations(page)).toEqual([])
  await line.click()
  await page.getByRole("button", { name: movements.remove(movements.paysAny.no), exact: true }).waitFor()
  const rows = page.getByRole("button").filter({ hasText: "BERG TILDA" })
  await rows.waitFor()
  expect(await rows.count()).toBe(1)

  // Once the match is undone either can be chosen, though the order was last looked at before the second one came.
  const { id: order } = await toldOf(person, "T-1")
  await person.ask(`/conciliation/${order}/unmatch`, "POST")
  await page.goto(`${world().base}/app/orders?order=${order}`)
  await page
    .getByRole("article")
    .getByRole("button", { name: /BERG TILDA/ })
    .nth(1)
    .waitFor()
})

test("the overview counts the accounts that are not set up", async () => {
  const person = await shopkeeper("several@shop.example")
  for (const name of ["In town", "Online"]) await person.ask("/accounts", "POST", { bankId: bankId(), name })
  const page = await enter(person, "/")
  const call = page
    .getByRole("main")
    .locator("section")
    .filter({ hasText: home.unsetMany(2) })
  await call.getByText("In town, Online").or(call.getByText("Online, In town")).waitFor()
  // One way for all of them would lead to one of them only.
  expect(await call.getByRole("link", { name: home.unsetGo }).count()).toBe(0)
  for (const name of ["In town", "Online"]) {
    await call.getByRole("link", { name }).click()
    await page.getByRole("heading", { name: config.title(name) }).waitFor()
    await page.goBack()
  }
})

test("that two accounts read one bank account is said where they are looked at, and at the end of the wizard", async () => {
  const person = await shopkeeper("joint@shop.example")
  const bank_account = "ES91 2100 0418 4502 0005 1332"
  const add = async (name: string, at: string) => {
    const who = await customer(name, { asksSmsCode: false })
    return enrolledAs(person, at, who, { bank_account })
  }
  const [first, second] = [await add("joint-one", "Her login"), await add("joint-two", "His login")]
  const said = (name: string) => config.sameBankAccount(`“${name}”`)
  const page = await enter(person, `/accounts/${first}`)
  await page.getByText(said("His login")).waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto(`${world().base}/app/accounts/new?step=read&account=${second}`)
  await page.getByText(said("Her login")).waitFor()
  await page.getByRole("main").getByRole("link", { name: accounts.settings }).click()
  await page.getByRole("heading", { name: config.title("His login") }).waitFor()
})

test("a held payment stands beside the one that it may be, however many newer ones there are of that amount", async () => {
  const person = await world().register("held@shop.example")
  await person.ask("/me/operation-mode", "PUT", { mode: "passthrough" })
  const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: bankId(), name: "By file" })
  await person.ask(`/accounts/${id}/config`, "PUT", { webhook_url: `${world().shop.url}/hooks/held` })
  const dayOf = (before: number) => new Date(Date.now() - before * 24 * hour).toISOString().slice(0, 10)
  const take = (...rows: ReadonlyArray<string>) =>
    person.ask(`/accounts/${id}/statements`, "POST", {
      content: ["Date;Description;Payer;Amount", ...rows].join("\n"),
      currency: "EUR"
    })
  await take(`${dayOf(3)};Rent of May;Ana Ruiz;12.50`)
  await take(`${dayOf(3)};Rent of May 2026;Ana Ruiz;12.50`)
  await take(...Array.from({ length: 201 }, (_, index) => `${dayOf(1)};Plan ${index};Payer ${index}x;12.50`))
  const page = await enter(person, "/movements?held=yes")
  await page.getByRole("button").filter({ hasText: "Rent of May 2026" }).click()
  const known = page.getByRole("dialog").getByRole("region", { name: movements.held.known })
  await known.getByText(/Rent of May$/).waitFor()
})

test("the messages say of how many accounts nothing is told there", async () => {
  const person = await world().register("crowd@shop.example")
  await person.ask("/me/operation-mode", "PUT", { mode: "passthrough" })
  for (const name of Array.from({ length: 25 }, (_, index) => `Account ${index}`)) {
    const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: bankId(), name })
    await person.ask(`/accounts/${id}/config`, "PUT", { webhook_url: `${world().shop.url}/hooks/crowd` })
  }
  const page = await enter(person, "/deliveries")
  await page.getByText(deliveries.endpointsFurther(1)).waitFor()
})

test("of many banks one is found by a part of its name, typed without accents", async () => {
  const person = await shopkeeper("banks@shop.example")
  const names = [...Array.from({ length: 12 }, (_, index) => `Caja ${index}`), "Crédit Rural"]
  for (const [index, name] of names.entries()) {
    await person.ask("/banks", "POST", { code: `many-${index}`, name, loginUrl: `https://bank-${index}.example/` })
  }
  const page = await enter(person, "/banks")
  const rows = page.getByRole("main").getByRole("listitem")
  await page.getByRole("searchbox", { name: narrow.label }).fill("rural cred")
  await page.getByRole("status").getByText(narrow.shown(1, 14)).waitFor()
  expect(await rows.allTextContents()).toEqual([expect.stringContaining("Crédit Rural")])
})

test("the page of a bank without a script says what it is called and how one begins, and leads to the guide", async () => {
  const person = await shopkeeper("author@shop.example")
  const body = { code: "without-script", name: "Without", loginUrl: "https://without.example/" }
  const { id } = await person.ask<{ id: string }>("/banks", "POST", body)
  const page = await enter(person, "/banks")
  // A server has the guide where somebody has built it.
  const guide = (status: number) =>
    page.route("**/guide/write-a-bank-script", (route) => route.fulfill({ status, body: "" }))
  await guide(404)
  await page.goto(`${world().base}/app/banks/${id}`)
  await page.getByText("npx --no-install counterfoil script new without-script", { exact: true }).waitFor()
  await page.getByText(enrol.scriptDocs).waitFor()
  expect(await page.getByText("without-script", { exact: true }).count()).toBe(2)
  const link = page.getByRole("link", { name: banks.firstScript.guide })
  expect(await link.count()).toBe(0)
  await guide(200)
  await page.reload()
  await link.waitFor()
  expect(await link.getAttribute("href")).toBe("/guide/write-a-bank-script")
  expect(await violations(page)).toEqual([])
})

test("whoever works by keys goes on beside what they have taken away", async () => {
  const person = await shopkeeper("keys@shop.example")
  for (const name of ["One", "Two"]) await person.ask("/me/api-keys", "POST", { name, scopes: ["status:read"] })
  const page = await enter(person, "/keys")
  const standsAt = () => page.evaluate<string>("document.activeElement.localName + document.activeElement.textContent")
  const row = page.getByRole("listitem").filter({ hasText: "One" })
  // The list may be read anew before the answer is here: the button that opened the dialog is gone by then.
  await page.route("**/me/api-keys/*", async (route) => {
    const response = await route.fetch()
    await page.evaluate(`{
      const now = Date.now
      Date.now = () => now() + 20_000
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
    }`)
    await row.getByText(keys.revoked).waitFor()
    await route.fulfill({ response })
  })
  await row.getByRole("button").focus()
  await page.keyboard.press("Enter")
  const sure = page.getByRole("dialog").getByRole("button", { name: keys.revoke })
  await sure.focus()
  await page.keyboard.press("Enter")
  await row.getByText(keys.revoked).waitFor()
  await sure.waitFor({ state: "detached" })
  await expect.poll(standsAt).toMatch(/^liOne/)
  await page.goto(`${world().base}/app/movements?direction=in&pays=no`)
  await page.getByRole("button", { name: movements.remove(movements.directions.in), exact: true }).focus()
  await page.keyboard.press("Enter")
  await page.waitForURL(/movements\?pays=no$/)
  await expect.poll(standsAt).toMatch(/^ul/)
})
