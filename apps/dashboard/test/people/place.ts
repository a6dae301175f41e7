/** Where one stands, what is asked once, and what the overview says first. One world for all of it. */
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { violations } from "../support/axe.ts"
import { offer, rowOf } from "../support/worklist.ts"
import { askAt, latestCode, until } from "../support/world.ts"
import { customer, enrolledAs, enter, owner, settled, shopkeeper, trade, world } from "./shared.ts"

/** Until the focus is on what says this. */
const standsAt = (page: Page, text: RegExp) =>
  until(`the focus on ${text}`, async () =>
    text.test(await page.evaluate<string>(`document.activeElement?.innerText ?? ""`)) ? true : undefined
  )

const tagOfFocus = (page: Page) => page.evaluate<string>(`document.activeElement?.tagName ?? ""`)

describe("where one stands", () => {
  test("a dialog gives the focus back to what opened it, and a settled order to the next one", async () => {
    const who = await customer("frida", { asksSmsCode: false })
    const person = await shopkeeper("frida@shop.example")
    await trade(
      who,
      [
        { external_id: "F-1", amount: "41.00", name: "Rita Sands" },
        { external_id: "F-2", amount: "42.00", name: "Olaf Brun" }
      ],
      [
        ["41.00", "Rita Sands"],
        ["41.00", "Rita Sands"],
        ["42.00", "Olaf Brun"],
        ["42.00", "Olaf Brun"]
      ]
    )
    await enrolledAs(person, "Account", who, { retry_limit: 0 })
    await settled(person, { ambiguous: 2 })
    const page = await enter(person, "/movements?q=brun")
    const dialog = page.getByRole("dialog")
    const row = page.getByRole("list", { name: "Movements" }).getByRole("button").first()
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => dialog.getByRole("button", { name: "Close" }).press("Enter"),
      () => dialog.getByRole("button", { name: "Take it out" }).press("Enter"),
      () => dialog.getByRole("button", { name: "Take it in again" }).press("Enter")
    ]) {
      await row.press("Enter")
      await dialog.waitFor()
      await close()
      await dialog.waitFor({ state: "detached" })
      await standsAt(page, /BRUN OLAF/)
      expect(await tagOfFocus(page)).toBe("BUTTON")
    }
    await page.goto(`${world().base}/app/orders`)
    await rowOf(page)("Rita Sands").press("Enter")
    await offer(page, /SANDS RITA/)
    const article = page.getByRole("article")
    await article.getByRole("listitem").getByRole("button").first().press("Enter")
    await article.getByRole("button", { name: "This one pays it" }).press("Enter")
    await page.getByText("F-1 is matched").waitFor()
    // There is none below it: the focus stays with what was settled.
    await standsAt(page, /^(?:Rita Sands|Olaf Brun)$/)
    expect(await tagOfFocus(page)).toBe("H2")
    await page.getByRole("button", { name: "Undo", exact: true }).last().press("Enter")
    await page.getByText("F-1 is open again").waitFor()
    await until("the focus somewhere", async () => ((await tagOfFocus(page)) === "BODY" ? undefined : true))
  })

  test("who comes to a page stands at its heading, also where a dialog was opened as soon as it was there", async () => {
    const person = await shopkeeper("henrike@shop.example")
    const page = await enter(person, "/movements")
    await page.getByRole("heading", { level: 1, name: "Movements" }).waitFor()
    await page.clock.install()
    // Opened in the very moment in which the page is drawn, as on a slow machine.
    await page.evaluate(`new MutationObserver((_, observer) => {
      if (document.querySelector("h1")?.innerText !== "Orders") return
      observer.disconnect()
      queueMicrotask(() => window.dispatchEvent(new KeyboardEvent("keydown", { key: "?" })))
    }).observe(document.querySelector("#main"), { subtree: true, childList: true, characterData: true })`)
    await page.getByRole("link", { name: "Orders" }).first().press("Enter")
    await page.getByRole("dialog", { name: "Keys" }).waitFor()
    await page.clock.fastForward(1000)
    await page.keyboard.press("Escape")
    await standsAt(page, /^Orders$/)
    expect(await tagOfFocus(page)).toBe("H1")
  })

  test("a code half typed outlives being put aside and a lost connection, and nobody is told that it is sent by itself", async () => {
    const who = await customer("gloria", { asksSmsCode: true })
    const person = await shopkeeper("gloria@shop.example")
    await enrolledAs(person, "Account", who, { login_mode: "assisted" })
    const page = await enter(person, "/more", { viewport: { width: 390, height: 740 } })
    const sheet = page.getByRole("dialog", { name: "The bank wants a code" })
    const field = sheet.getByRole("textbox", { name: "Code, 6 digits", exact: true })
    await field.waitFor()
    const code = await latestCode(world(), who.id)
    await field.fill(code.slice(0, 3))
    await sheet.getByRole("button", { name: "Hide for now" }).press("Enter")
    await sheet.waitFor({ state: "hidden" })
    await until("the focus somewhere", async () => ((await tagOfFocus(page)) === "MAIN" ? true : undefined))
    await page.getByRole("button", { name: /waits for a code/ }).press("Enter")
    await field.waitFor()
    await until("the focus in the field", async () => ((await tagOfFocus(page)) === "INPUT" ? true : undefined))
    expect(await field.inputValue()).toBe(code.slice(0, 3))
    await page.keyboard.press("End")
    await page.keyboard.type(code.slice(3))
    await page.context().setOffline(true)
    await field.press("Enter")
    await sheet.getByText("The server did not answer. Try it again: nothing is sent again by itself.").waitFor()
    expect(await violations(page)).toEqual([])
    // A page that was not opened yet can't be loaded now: it is said, and the code stays where it is.
    await page.getByRole("link", { name: "Movements" }).last().press("Enter")
    await page.getByText("The server does not answer. It is tried again by itself.").waitFor()
    expect(await field.inputValue()).toBe(code)
    await page.context().setOffline(false)
    expect(await field.inputValue()).toBe(code)
    await field.press("Enter")
    // Where the page notices only now that the server is back, it comes by itself: nothing is half typed any more.
    const movements = page.getByRole("heading", { name: "Movements" })
    await page.getByText("The bank took the code.").or(movements).first().waitFor()
    await page
      .getByRole("button", { name: "Try again" })
      .click({ timeout: 5_000 })
      .catch(() => undefined)
    await movements.waitFor()
    await page.context().setOffline(true)
    await page.getByText(/No connection to the server since/).waitFor()
    await page.getByRole("link", { name: "Accounts" }).last().click()
    await page.getByText("The server does not answer. It is tried again by itself.").waitFor()
    await page.context().setOffline(false)
    await page.getByRole("heading", { name: "Accounts" }).waitFor()
  })
})

test("a log-in that ends while one types is said, and takes away nothing that was typed", async () => {
  const person = await shopkeeper("lapsed@shop.example")
  const id = await enrolledAs(person, "Account", await customer("lapsed", { asksSmsCode: false }))
  await person.ask(`/accounts/${id}/pause`, "POST")
  const page = await enter(person, `/accounts/${id}/settings`)
  const field = page.getByLabel("Which account of the login")
  await field.fill("ES91 2100 0418 4502 0005 1332")
  await page.getByRole("button", { name: "Make another secret …" }).click()
  const secret = page.getByRole("dialog", { name: "Make another secret" })
  await secret.waitFor()
  // On another device the password is changed: whoever was logged in is no longer.
  const change = { current_password: person.password, new_password: "another long password" }
  await person.ask("/me/password", "POST", change)
  const door = page.getByRole("dialog", { name: "Log in" })
  await door.getByText("You have been logged out. Log in again: what you were typing is still there.").waitFor()
  expect(await page.getByText("ES91").or(field).filter({ visible: true }).count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  expect(await door.getByLabel("E-mail").inputValue()).toBe(person.email)
  await page.keyboard.type(change.new_password)
  await page.keyboard.press("Enter")
  await door.waitFor({ state: "detached" })
  await secret.getByRole("button", { name: "Cancel" }).click()
  expect(await field.inputValue()).toBe("ES91 2100 0418 4502 0005 1332")
  expect(await page.title()).toMatch(/^Settings of Account/)
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("Saved. It holds from the next read on.").waitFor()
  // Who logs in instead finds nothing of theirs.
  const other = await shopkeeper("instead@shop.example")
  const now = { email: person.email, password: change.new_password }
  const { token } = await askAt(world().base)<{ readonly token: string }>("/auth/login", "POST", now)
  const back = { current_password: now.password, new_password: person.password }
  await askAt(world().base, token)("/me/password", "POST", back)
  await door.getByLabel("E-mail").fill(other.email)
  await door.getByLabel("Password").fill(other.password)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Hello, instead" }).waitFor()
  await page.getByText(other.email).waitFor()
  expect(await page.getByText(person.email).or(field).count()).toBe(0)
})

// Two presses at once ask for one thing.

/** What was sent to an address of the API. */
const sentTo = (page: Page, path: string): ReadonlyArray<string> => {
  const sent: Array<string> = []
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === path) sent.push(request.url())
  })
  return sent
}

test("two presses at once on the last step of the wizard make one account", async () => {
  const { id, password } = await customer("doble", { asksSmsCode: false })
  const person = await shopkeeper("doble@shop.example")
  const page = await enter(person, "/accounts/new")
  const sent = sentTo(page, "/accounts")
  await page.getByText("Demo Bank").click()
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByLabel("Name of the account").fill("Once")
  await page.getByLabel("User name at the bank").fill(id)
  await page.getByLabel("Password at the bank").fill(password)
  await page.getByRole("button", { name: "Continue" }).click()
  await page.getByLabel("Address of your pending orders").fill(`${world().shop.url}/orders/${id}`)
  await page.getByLabel("Webhook address").fill(`${world().shop.url}/hooks/${id}`)
  await page.getByRole("button", { name: "Save and read for the first time" }).dblclick()
  await page.getByText("The account is read").waitFor()
  expect(sent.length).toBe(1)
  expect((await person.ask<ReadonlyArray<object>>("/accounts")).length).toBe(1)
})

test("two presses at once add one bank, and one that was refused can be sent again", async () => {
  const page = await enter(owner(), "/banks")
  const sent = sentTo(page, "/banks")
  await page.getByRole("button", { name: "Add a bank" }).click()
  const form = page.getByRole("dialog")
  await form.getByLabel("Name of the bank").fill("Twice Bank")
  await form.getByLabel("Short code").fill("demo-bank")
  await form.getByLabel("Address of its login page").fill("https://twice.example/login")
  await form.getByRole("button", { name: "Continue" }).dblclick()
  await form.getByRole("alert").waitFor()
  expect(sent.length).toBe(1)
  await form.getByLabel("Short code").fill("twice-bank")
  await form.getByRole("button", { name: "Continue" }).dblclick()
  await form.waitFor({ state: "detached" })
  expect(sent.length).toBe(2)
})

// The overview says what needs its reader, and nothing on a page contradicts it.

/** A time of day of Greenwich, some hours from now. */
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)

test("the overview says first that a bank waits for a code, and leads to where it is typed", async () => {
  const person = await shopkeeper("needed@shop.example")
  const who = await customer("needed", { asksSmsCode: true })
  const id = await enrolledAs(person, "Coded", who, { login_mode: "assisted" })
  await person.ask(`/accounts/${id}/asking`, "PUT", {
    hours: { from: inHours(3), to: inHours(5) },
    zone: "Etc/UTC",
    most_per_day: null,
    snoozed_until: null
  })
  await person.ask(`/accounts/${id}/scrape`, "POST")
  const page = await enter(person, "/")
  const main = page.getByRole("main")
  const sheet = page.getByRole("dialog", { name: "The bank wants a code" })
  await sheet.waitFor()
  await main.getByRole("heading", { name: "Coded waits for a code" }).waitFor()
  expect(await main.getByText("Nothing needs you").count()).toBe(0)
  await sheet.getByRole("button", { name: "Hide for now" }).click()
  await sheet.waitFor({ state: "hidden" })
  await main.getByRole("button", { name: "Type the code" }).click()
  await sheet.waitFor()
  expect(await page.evaluate<string>(`document.activeElement.name`)).toBe("one-time-code")
  await page.keyboard.type("12a")
  await page.keyboard.press("Enter")
  await sheet.getByRole("alert").getByText("The code has 6 digits, and nothing else.").waitFor()

  await main.getByRole("link", { name: /Coded/ }).click()
  await main.getByText("Waits for a code", { exact: true }).waitFor()
  expect(await main.getByText(/certain hours only/).count()).toBe(0)
  // Once nobody is asked any more, that is what it waits for.
  await sheet.getByRole("button", { name: "Don't log in now" }).click()
  await main
    .getByText(/certain hours only/)
    .first()
    .waitFor()
})

test("an account whose bank this server may not go to is no good news, and its script is not blamed", async () => {
  const person = await shopkeeper("private@shop.example")
  const who = await customer("private", { asksSmsCode: false })
  // Only 127.0.0.1 is opened in this world.
  const loginUrl = `${world().bank.url.replace("127.0.0.1", "127.0.0.2")}/funke`
  const bank = await person.ask<{ id: string }>("/banks", "POST", {
    code: "demo-funke",
    name: "Private Bank",
    loginUrl
  })
  await world().publish(person, bank.id, "1.0.0", { bank: "demo-funke" })
  await enrolledAs(person, "Private", who, {}, bank.id)
  const page = await enter(person, "/")
  const main = page.getByRole("main")
  await main.getByRole("heading", { name: "Private could not be read" }).waitFor()
  await main.getByText(/^This server may not go to the bank's address: .*BANK_EGRESS_ALLOW.* tried again/).waitFor()
  expect(await main.getByText("Nothing needs you").count()).toBe(0)
  await main.getByRole("link", { name: "See why" }).click()
  await main.getByText("Failing", { exact: true }).waitFor()
  await main
    .getByText(/BANK_EGRESS_ALLOW/)
    .nth(1)
    .waitFor()
  expect(await main.getByText(/The script wanted/).count()).toBe(0)
})
