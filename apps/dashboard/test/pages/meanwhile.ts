/** Two tabs, or two people, at the same: neither loses what the other has saved. */
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { violations, whatIsWider } from "../support/axe.ts"
import { type Person, until } from "../support/world.ts"
import { customer, enrolledAs, enter, shopkeeper, world } from "./shared.ts"

interface Saved {
  readonly webhook_url: string
  readonly retry_limit: number
  readonly pending_orders_endpoint: string
  readonly notify_on_expired: boolean
  readonly bank_username: string
}

const settingsOf = (person: Person, account: string) => person.ask<Saved>(`/accounts/${account}/config`)

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true })

/** The other tab of the same person. */
const another = async (page: Page, path: string) => {
  const other = await page.context().newPage()
  await other.goto(`${world().base}/app${path}`)
  return other
}

test("what another tab saved of an account's settings stays, and what both changed is asked about", async () => {
  const person = await shopkeeper("tabs@shop.example")
  const who = await customer("tabs", { asksSmsCode: false })
  const account = await enrolledAs(person, "Account", who)
  const path = `/accounts/${account}/settings`
  const first = await enter(person, path)
  const second = await another(first, path)
  const hook = { name: "Webhook address" }
  await first.getByLabel(hook.name).fill(`${world().shop.url}/hooks/first`)
  await second.getByLabel(/^Looks for its payment again/).fill("7")
  await second.getByLabel(/^Tell me of orders that expired/).check()
  await save(second).click()
  await second.getByText("Saved. It holds from the next read on.").waitFor()
  await save(first).click()
  await first
    .getByText(/^Saved\. What somebody else or another tab had changed meanwhile is kept: .*“Tell me of orders/)
    .waitFor()
  expect(await settingsOf(person, account)).toMatchObject({
    webhook_url: `${world().shop.url}/hooks/first`,
    retry_limit: 7,
    notify_on_expired: true
  })
  // The form shows it, too.
  expect(await first.getByLabel(/^Looks for its payment again/).inputValue()).toBe("7")
  expect(await first.getByLabel(/^Tell me of orders that expired/).isChecked()).toBe(true)

  // Both change the same: the later one is told, and nothing is replaced yet.
  await second.bringToFront()
  await second.getByLabel(hook.name).fill(`${world().shop.url}/hooks/second`)
  await second.getByLabel(/^Looks for its payment again/).fill("9")
  await save(second).click()
  const both = second.getByRole("alert").filter({ hasText: "Not saved: somebody else, or another tab" })
  await both.getByText(`Webhook address, now “${world().shop.url}/hooks/first”`).waitFor()
  expect(await settingsOf(person, account)).toMatchObject({
    webhook_url: `${world().shop.url}/hooks/first`,
    retry_limit: 7
  })
  expect(await violations(second)).toEqual([])
  await second.setViewportSize({ width: 320, height: 700 })
  expect(await whatIsWider(second)).toEqual([])
  // Saved again it is meant so.
  await save(second).click()
  await both.waitFor({ state: "detached" })
  await until("what was meant", async () => {
    const { retry_limit: retries, webhook_url: url } = await settingsOf(person, account)
    return retries === 9 && url.endsWith("/second") ? true : undefined
  })

  // Or theirs is taken.
  await first.bringToFront()
  await first.getByLabel(hook.name).fill(`${world().shop.url}/hooks/third`)
  await save(first).click()
  await first.getByRole("button", { name: "Show what is saved, and drop what I typed" }).click()
  expect(await first.getByLabel(hook.name).inputValue()).toBe(`${world().shop.url}/hooks/second`)
  expect(await first.getByLabel(/^Looks for its payment again/).inputValue()).toBe("9")
  expect(await settingsOf(person, account)).toMatchObject({ webhook_url: `${world().shop.url}/hooks/second` })
})

test("settings that nobody has touched follow what is saved elsewhere, and what is typed stays, and is told", async () => {
  const person = await shopkeeper("follow@shop.example")
  const who = await customer("follow", { asksSmsCode: false })
  const account = await enrolledAs(person, "Account", who)
  const page = await enter(person, `/accounts/${account}/settings`)
  const hook = page.getByLabel("Webhook address")
  await hook.waitFor()
  const change = async (more: Partial<Saved>) => {
    const saved = await settingsOf(person, account)
    await person.ask(`/accounts/${account}/config`, "PUT", { ...saved, ...more, bank_username: undefined })
    // Looked at again.
    await page.evaluate(`document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`)
  }
  await change({ webhook_url: `${world().shop.url}/hooks/elsewhere` })
  await until("the new address", async () => ((await hook.inputValue()).endsWith("/elsewhere") ? true : undefined))
  await hook.fill(`${world().shop.url}/hooks/typed`)
  await change({ retry_limit: 5 })
  await page
    .getByRole("status")
    .getByText(/^Saved meanwhile by somebody else or in another tab: “Looks for its payment again/)
    .waitFor()
  expect(await hook.inputValue()).toBe(`${world().shop.url}/hooks/typed`)
  await save(page).click()
  await page.getByText(/^Saved\./).waitFor()
  expect(await settingsOf(person, account)).toMatchObject({
    webhook_url: `${world().shop.url}/hooks/typed`,
    retry_limit: 5
  })
})

test("what was asked for before something was saved elsewhere is asked for anew when the page is looked at again", async () => {
  const person = await shopkeeper("late@shop.example")
  const who = await customer("late", { asksSmsCode: false })
  const account = await enrolledAs(person, "Account", who)
  const page = await enter(person, `/accounts/${account}/settings`)
  const hook = page.getByLabel("Webhook address")
  await hook.waitFor()
  const lookAgain = () => page.evaluate(`document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`)
  const saved = Promise.withResolvers<void>()
  let isAsked = false
  await page.route(
    `**/accounts/${account}/config`,
    async (route) => {
      const response = await route.fetch()
      isAsked = true
      await saved.promise
      // Nobody may wait for it any more.
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 }
  )
  await until("a question", async () => {
    await lookAgain()
    return isAsked ? true : undefined
  })
  await person.ask(`/accounts/${account}/config`, "PUT", {
    ...(await settingsOf(person, account)),
    webhook_url: `${world().shop.url}/hooks/elsewhere`,
    bank_username: undefined
  })
  await lookAgain()
  saved.resolve()
  await until("the new address", async () => ((await hook.inputValue()).endsWith("/elsewhere") ? true : undefined))
})

test("what is typed for an account that is blocked leaves its other settings as they are by then", async () => {
  const person = await shopkeeper("blocked@shop.example")
  const who = await customer("blocked", { asksSmsCode: false })
  const account = await enrolledAs(person, "Account", { ...who, password: "a wrong one" })
  const page = await enter(person, `/accounts/${account}`)
  const password = page.getByLabel("Password at the bank")
  await password.waitFor()
  const saved = await settingsOf(person, account)
  await person.ask(`/accounts/${account}/config`, "PUT", { ...saved, retry_limit: 8, bank_username: undefined })
  await password.fill(who.password)
  await page.getByRole("button", { name: "Save and log in once" }).click()
  await until("an account that reads again", async () => {
    const [found] = await person.ask<ReadonlyArray<{ scrapeBlockedAt: string | null }>>("/accounts")
    return found?.scrapeBlockedAt === null ? true : undefined
  })
  expect(await settingsOf(person, account)).toMatchObject({ retry_limit: 8, bank_username: who.id })
})

test("rules for asking and senders of codes are saved beside what another tab has saved of them", async () => {
  const person = await shopkeeper("rules@shop.example")
  const who = await customer("rules", { asksSmsCode: false })
  const account = await enrolledAs(person, "Account", who, { login_mode: "assisted" })
  const path = `/accounts/${account}/codes`
  const page = await enter(person, path)
  const rules = page.locator("form").filter({ has: page.getByLabel("Not before") })
  await rules.getByLabel("Times a day, at most").fill("4")
  const until9 = "2099-01-01T09:00:00.000Z"
  await person.ask(`/accounts/${account}/asking`, "PUT", {
    hours: { from: "08:00", to: "20:00" },
    zone: null,
    most_per_day: null,
    snoozed_until: until9
  })
  await rules.getByRole("button", { name: "Save" }).click()
  await until("rules of both", async () => {
    const asking = await person.ask<{ most_per_day: number | null }>(`/accounts/${account}/asking`)
    return asking.most_per_day === 4 ? true : undefined
  })
  expect(await person.ask(`/accounts/${account}/asking`)).toMatchObject({
    hours: { from: "08:00", to: "20:00" },
    most_per_day: 4,
    snoozed_until: until9
  })
  const senders = page.locator("form").filter({ has: page.getByLabel("Senders, as the phone names them") })
  await senders.getByLabel("Senders, as the phone names them").fill("BANCODEMO")
  await person.ask(`/accounts/${account}/codes`, "PUT", { sms: { senders: ["OTHER"], pattern: "(\\d{4})" } })
  await senders.getByRole("button", { name: "Save" }).click()
  await senders.getByText(/^Not saved: somebody else, or another tab/).waitFor()
  await senders.getByRole("button", { name: "Save" }).click()
  await until("what was meant", async () => {
    const { sms } = await person.ask<{ sms: { senders: ReadonlyArray<string>; pattern: string | null } }>(
      `/accounts/${account}/codes`
    )
    return sms.senders[0] === "BANCODEMO" && sms.pattern === "(\\d{4})" ? true : undefined
  })
})
