/** What an account's owner is offered, what stays typed, and what the overview says needs them. */
import { expect, test } from "vitest"
import { violations } from "../support/axe.ts"
import { bankId, browser, customer, enrolledAs, enter, owner, settled, shopkeeper, trade, world } from "./shared.ts"
import { listFor } from "../support/world.ts"

test("staying logged in is not offered where the bank's script can't, and is said why", async () => {
  const bank = await world().addBrand(owner(), "pregunta")
  const person = await shopkeeper("stays@shop.example")
  const who = await customer("stays", { asksSmsCode: false })
  const once = await enrolledAs(person, "Once", who, {}, bank)
  const kept = await enrolledAs(person, "Kept", who, { session_type: "persistent" }, bank)
  const able = await enrolledAs(person, "Able", who)
  const page = await enter(person, `/accounts/${once}/settings`)
  const stay = page.getByLabel(/^Stay logged in/)
  await page.getByText("This bank's script can't: it opens, reads and closes each time.").waitFor()
  expect(await stay.isDisabled()).toBe(true)
  expect(await violations(page)).toEqual([])
  // What was saved stays saved: the bank's next version may be able to.
  await page.goto(`${world().base}/app/accounts/${kept}/settings`)
  await page.getByText("This bank's script can't: it opens, reads and closes each time.").waitFor()
  expect([await stay.isChecked(), await stay.isDisabled()]).toEqual([true, false])
  await page.goto(`${world().base}/app/accounts/${kept}`)
  await page.getByText("Opens, reads, closes").waitFor()
  await page.goto(`${world().base}/app/accounts/${able}/settings`)
  await page.getByText("Reads once a minute; the bank asks for fewer codes.").waitFor()
  expect(await stay.isDisabled()).toBe(false)
})

test("what was typed in the wizard is still there after the browser's Back and Forward, but for the password", async () => {
  const { id, password } = await customer("back", { asksSmsCode: false })
  const person = await shopkeeper("back@shop.example")
  const page = await enter(person, "/accounts")
  await page.getByRole("link", { name: "Add an account" }).first().click()
  const next = page.getByRole("button", { name: "Continue" })
  const at = (step: number) => page.getByText(`Step ${step} of 5`).waitFor()
  await page.getByText("Demo Bank", { exact: true }).click()
  await next.click()
  const [name, username, secret] = ["Name of the account", "User name at the bank", "Password at the bank"].map(
    (label) => page.getByLabel(label)
  )
  await name?.fill("Back account")
  await username?.fill(id)
  await secret?.fill(password)
  await page.getByLabel(/^Also a code/).check()
  await next.click()
  const orders = page.getByLabel("Address of your pending orders")
  await orders.fill(`${world().shop.url}/orders/${id}`)
  // One step back, and forth: the password is there as well, for the form was never left.
  await page.goBack()
  await at(3)
  expect(await secret?.inputValue()).toBe(password)
  await page.goForward()
  await at(4)
  expect(await orders.inputValue()).toBe(`${world().shop.url}/orders/${id}`)
  // Out of the form, and forth to its last page: who has to type the password again stands where it is typed.
  await page.goBack()
  await at(3)
  await page.goBack()
  await at(2)
  await page.goForward()
  await at(3)
  await page.goBack()
  await at(2)
  await page.evaluate(`history.go(2)`)
  await at(3)
  expect([await name?.inputValue(), await username?.inputValue(), await secret?.inputValue()]).toEqual([
    "Back account",
    id,
    ""
  ])
  expect(await page.getByLabel(/^Also a code/).isChecked()).toBe(true)
  // Out of the wizard altogether.
  await page.getByRole("link", { name: "Movements" }).first().click()
  await page.getByRole("heading", { name: "Movements" }).waitFor()
  await page.goBack()
  await at(3)
  expect(await name?.inputValue()).toBe("Back account")
  await secret?.fill(password)
  await page.getByLabel(/^User name and password/).check()
  await next.click()
  expect(await orders.inputValue()).toBe(`${world().shop.url}/orders/${id}`)
  // Refused settings, and another name before they are sent again: it stays one account.
  const create = page.getByRole("button", { name: "Save and read for the first time" })
  const webhook = page.getByLabel("Webhook address")
  await webhook.fill("ftp://shop.example/hooks")
  await create.click()
  await webhook.and(page.locator("[aria-invalid=true]")).waitFor()
  await page.goBack()
  await at(3)
  await name?.fill("Back and renamed")
  await next.click()
  await webhook.fill(`${world().shop.url}/hooks/${id}`)
  const stored = await page.evaluate<string>(
    `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])`
  )
  expect(stored).not.toContain(password)
  expect(stored).not.toContain("Back account")
  await create.click()
  await page.getByText("The account is read").waitFor()
  // It is done: Back leads to no form that would make it a second time.
  await page.goBack()
  await at(2)
  const accounts = await person.ask<ReadonlyArray<{ name: string }>>("/accounts")
  expect(accounts.map((account) => account.name)).toEqual(["Back and renamed"])
})

test("an account without settings needs its owner, and one that fails is told beside that nothing does", async () => {
  const person = await shopkeeper("unset@shop.example")
  const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: bankId(), name: "Begun" })
  const page = await enter(person)
  await page.getByRole("heading", { name: "Begun is not set up yet" }).waitFor()
  expect(await page.getByText("Nothing needs you").count()).toBe(0)
  await page.getByRole("link", { name: "Set it up" }).click()
  await page.getByRole("heading", { name: "Settings of Begun" }).waitFor()
  const who = await customer("unset", { asksSmsCode: false })
  await world().bank.ask(`/customers/${who.id}/switches`, "PATCH", { breakBalance: true })
  await world().bank.ask("/movements", "POST", {
    movements: ["1.00", "2.00"].map((amount) => ({ customer: who.id, amount, payer: "Ana" }))
  })
  await listFor(world(), who.id)
  await person.ask(`/accounts/${id}/config`, "PUT", {
    webhook_url: `${world().shop.url}/hooks/unset`,
    pending_orders_endpoint: `${world().shop.url}/orders/unset`,
    bank_username: who.id,
    bank_password: who.password
  })
  await person.ask(`/accounts/${id}/scrape`, "POST")
  await page.goto(`${world().base}/app/`)
  await page.getByRole("heading", { name: "Begun could not be read" }).waitFor()
  // It is tried again by itself: there is nothing to do meanwhile.
  await page.getByRole("heading", { name: "Nothing else needs you" }).waitFor()
  expect(await violations(page)).toEqual([])
})

test("whoever has typed a wrong password in the wizard is told there that it was that", async () => {
  const person = await shopkeeper("mistyped@shop.example")
  const who = await customer("mistyped", { asksSmsCode: false })
  const account = await enrolledAs(person, "Mistyped", { ...who, password: "a wrong one" })
  const page = await enter(person, `/accounts/new?step=read&account=${account}`)
  const trouble = page.getByRole("alert").filter({ hasText: "The bank did not let us in" })
  await trouble.getByText("The bank refused the user name or the password.").waitFor()
  expect(await violations(page)).toEqual([])
})

test("whoever types a wrong password again and again is told that there will be a wait before there is one", async () => {
  const { email } = await shopkeeper("forgets@shop.example")
  const context = await browser().newContext({ locale: "en-GB" })
  const page = await context.newPage()
  await page.goto(`${world().base}/app/`)
  await page.getByLabel("E-mail").fill(email)
  const wait = page.getByText(/^After some more wrong tries you have to wait/)
  const tried: Array<number> = []
  for (const password of ["wrong one", "wrong two", "wrong three"]) {
    await page.getByLabel("Password").fill(password)
    const answered = page.waitForResponse((answer) => answer.url().endsWith("/auth/login"))
    await page.getByRole("button", { name: "Log in", exact: true }).click()
    await answered
    await page.getByRole("alert").getByText("E-mail or password is wrong.").waitFor()
    tried.push(await wait.count())
  }
  expect(tried).toEqual([0, 0, 1])
  await context.close()
})

test("whoever has settled the last order is told that all is done", async () => {
  const who = await customer("lastone", { asksSmsCode: false })
  const person = await shopkeeper("lastone@shop.example")
  const name = "Ahmed Benali"
  await trade(
    who,
    [
      { external_id: "L-1", amount: "210.00", name },
      { external_id: "L-2", amount: "75.00", name: "Olga Iwanowa" }
    ],
    [
      ["210.00", `${name} Haddad`],
      ["210.00", `${name} Mansour`],
      ["75.00", "Olga Iwanowa Haddad"],
      ["75.00", "Olga Iwanowa Mansour"]
    ]
  )
  await enrolledAs(person, "Account", who)
  await settled(person, { needs_person: 2 })
  const page = await enter(person, "/orders")
  const article = page.getByRole("article")
  const done = page.getByRole("status").filter({ hasText: "All settled" })
  const settle = async () => {
    await article.getByRole("listitem").first().waitFor()
    await page.keyboard.press("1")
    await page.keyboard.press("Enter")
  }
  const first = await article.getByRole("heading", { level: 2 }).textContent()
  await settle()
  await settled(person, { needs_person: 1 })
  // The next one comes by itself: until then the keys are for the one before.
  await article.getByRole("heading", { level: 2, name: first === name ? "Olga Iwanowa" : name }).waitFor()
  expect(await done.count()).toBe(0)
  await settle()
  await settled(person, { needs_person: 0 })
  await done.waitFor()
  expect(await violations(page)).toEqual([])
  // Undone, it is open again.
  await page.keyboard.press("u")
  await settled(person, { needs_person: 1 })
  await done.waitFor({ state: "detached" })
})
