/** The browser's Back and Forward, which are a phone's, too: what they close, where they lead, and for whom. */
import { expect, test } from "vitest"
import { en } from "../../src/i18n/en/index.ts"
import { violations } from "../support/axe.ts"
import { until } from "../support/world.ts"
import { customer, enrolledAs, enter, owner, settled, shopkeeper, trade } from "./shared.ts"

test("Back closes the dialog that is open, and only then leaves the page", async () => {
  const page = await enter(owner(), "/banks")
  await page.getByRole("link", { name: "API keys" }).first().click()
  await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor()
  await page.getByRole("button", { name: "Create a key" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("What is it for").fill("Half typed")
  await page.goBack()
  await dialog.waitFor({ state: "detached" })
  await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor()
  expect(new URL(page.url()).pathname).toBe("/app/keys")
  await page.goBack()
  await page.getByRole("heading", { level: 1, name: "Banks and scripts" }).waitFor()
  // Forward is still there.
  await page.goForward()
  await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor()
})

test("Back closes a dialog that stands in the address, and the page before is still the one before", async () => {
  const page = await enter(owner(), "/banks")
  await page.getByRole("link", { name: "Messages" }).first().click()
  await page.waitForURL("**/app/deliveries")
  // As a row of the list does when it is clicked.
  await page.evaluate("history.replaceState(history.state, '', '?delivery=00000000-0000-4000-8000-000000000000')")
  const dialog = page.getByRole("dialog")
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: "detached" })
  await until("the address is without it", () => Promise.resolve(page.url().endsWith("/app/deliveries") || undefined))
  await page.goBack()
  await page.getByRole("heading", { level: 1, name: "Banks and scripts" }).waitFor()
})

test("Back where a dialog is the first that was opened asks before what is typed is lost", async () => {
  const page = await enter(owner(), "/keys")
  await page.getByRole("button", { name: "Create a key" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("What is it for").fill("Half typed")
  const asked = page.waitForEvent("dialog")
  await page.evaluate("setTimeout(() => location.reload())")
  const question = await asked
  expect(question.type()).toBe("beforeunload")
  await question.dismiss()
  expect(await dialog.getByLabel("What is it for").inputValue()).toBe("Half typed")
})

test("a link in a dialog leads on, and Back leads to the list as it was left: its filters, its place, its row", async () => {
  const who = await customer("long", { asksSmsCode: false })
  const person = await shopkeeper("long@shop.example")
  await trade(
    who,
    [{ external_id: "L-1", amount: "1.00", name: "Rita Sands" }],
    [["1.00", "Rita Sands"], ...Array.from({ length: 150 }, (_, n) => [`${n + 2}.00`, `Payer ${n + 2}`] as const)]
  )
  await enrolledAs(person, "Account", who, { retry_limit: 0 })
  await settled(person, { matched: 1 })
  const page = await enter(person, "/movements?direction=in")
  await page.getByRole("listitem").first().waitFor()
  const row = page.getByText(/SANDS RITA|Rita Sands/i).first()
  await until("all rows", async () => {
    await page.mouse.wheel(0, 4_000)
    return (await row.count()) > 0 ? true : undefined
  })
  const scrolled = () => page.evaluate<number>("scrollY")
  // What is pressed is scrolled to first, and what was scrolled is where it is a few frames later only.
  await row.scrollIntoViewIfNeeded()
  const before = await until("a page at rest", async () => {
    const at = await scrolled()
    const later = await page.evaluate<number>(
      "new Promise((tell) => setTimeout(() => requestAnimationFrame(() => tell(scrollY)), 300))"
    )
    return later === at ? at : undefined
  })
  expect(before).toBeGreaterThan(2_000)
  await row.click()
  await page.getByRole("dialog").getByRole("link", { name: "Go to order L-1" }).click()
  await page.getByRole("heading", { name: "Rita Sands" }).first().waitFor()
  await page.goBack()
  await page
    .getByText(/SANDS RITA|Rita Sands/i)
    .first()
    .waitFor()
  expect(new URL(page.url()).search).toBe("?direction=in")
  await until("the place", async () => (Math.abs((await scrolled()) - before) < 5 ? true : undefined))
})

test("another person's log-in begins at the overview, not at the page of whoever was here before", async () => {
  const [one, other] = [await shopkeeper("one@shop.example"), await shopkeeper("other@shop.example")]
  const who = await customer("address", { asksSmsCode: false })
  const account = await enrolledAs(one, "One's account", who)
  const page = await enter(one, `/accounts/${account}/settings`)
  const logIn = async ({ email, password }: { readonly email: string; readonly password: string }) => {
    await page.getByLabel("E-mail").fill(email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Log in", exact: true }).click()
  }
  await page.getByRole("button", { name: "Log out" }).first().click()
  await logIn(one)
  // The same person comes back to where they were.
  await page.getByRole("heading", { name: "Settings of One's account" }).waitFor()
  await page.getByRole("button", { name: "Log out" }).first().click()
  await logIn(other)
  await page.getByRole("heading", { name: "Hello, other" }).waitFor()
  expect(new URL(page.url()).pathname).toBe("/app/")
})

test("settings that are typed and not saved aren't left without a word, by a link nor by Back, and saved ones are", async () => {
  const person = await shopkeeper("unsaved@shop.example")
  const who = await customer("unsaved", { asksSmsCode: false })
  const account = await enrolledAs(person, "Account", who)
  const page = await enter(person, `/accounts/${account}`)
  const { config, nav } = en
  const main = page.getByRole("main")
  await main.getByRole("link", { name: en.accounts.settings, exact: true }).click()
  const retries = page.getByLabel(/^Looks for its payment again/)
  const asked = page.getByRole("dialog", { name: config.unsaved.title })
  const stay = asked.getByRole("button", { name: config.unsaved.stay })
  await retries.fill("7")
  await page.getByRole("link", { name: nav.orders }).first().click()
  expect(await violations(page)).toEqual([])
  await stay.click()
  await asked.waitFor({ state: "detached" })
  expect(await retries.inputValue()).toBe("7")
  await page.goBack()
  await asked.waitFor()
  // Back closes the question, too, and nothing else.
  await page.goBack()
  await asked.waitFor({ state: "detached" })
  expect(await retries.inputValue()).toBe("7")

  // Who goes on before it is saved, on a slow line, is led there once it is.
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route("**/config", async (route) => {
    if (route.request().method() === "PUT") await isLetGo
    await route.continue()
  })
  await page.getByRole("button", { name: en.actions.save, exact: true }).click()
  await page.getByRole("link", { name: nav.orders }).first().click()
  await asked.waitFor()
  letGo()
  await page.getByRole("heading", { name: en.orders.title }).waitFor()
  await page.getByText(config.saved).waitFor()
  await page.goBack()
  await retries.fill("8")
  await page.goBack()
  await asked.getByRole("button", { name: config.unsaved.leave }).click()
  await page.getByRole("heading", { level: 1, name: "Account", exact: true }).waitFor()
  expect(await person.ask(`/accounts/${account}/config`)).toMatchObject({ retry_limit: 7 })

  // So it is with how codes come, and with ways to be told.
  await main.getByRole("link", { name: en.codes.open, exact: true }).click()
  const senders = page.getByLabel(en.codes.sms.senders)
  await senders.fill("BANK,OTHER")
  await page.getByRole("link", { name: nav.orders }).first().click()
  await stay.click()
  expect(await senders.inputValue()).toBe("BANK,OTHER")
  await page.locator("form").filter({ has: senders }).getByRole("button", { name: en.actions.save }).click()
  await page.getByText(en.codes.sms.saved).waitFor()
  await page.getByRole("link", { name: nav.settings }).first().click()
  await page.getByRole("button", { name: en.channels.add }).click()
  await page.getByLabel(en.channels.fields.topic).fill("some-topic")
  await page.goBack()
  await asked.getByRole("button", { name: config.unsaved.leave }).click()
  await page.getByRole("heading", { name: en.codes.title("Account") }).waitFor()
})
