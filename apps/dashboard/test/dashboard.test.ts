import { describe, expect, test } from "vitest"
import type { Page, Worker } from "playwright-core"
import { settledTheme, violations } from "./support/axe.ts"
import { at } from "./support/page.ts"
import { startPushService } from "./support/pushService.ts"
import { stories } from "./support/stories.ts"
import { latestCode, passwords, until } from "./support/world.ts"

const { bankId, customer, enrolledAs, enter, newcomer, owner, world } = stories()

/** The lean browser of the tests lets nobody show notices: there it is seen what would have been shown. */
const withoutNotices = `if (Notification.permission !== "granted") {
  const shown = []
  registration.showNotification = async (title, more) => void shown.push({ title, ...more, close: () => {} })
  registration.getNotifications = async () => shown
}`

const workerOf = async (page: Page): Promise<Worker> => {
  const [running] = page.context().serviceWorkers()
  const worker = running ?? (await page.context().waitForEvent("serviceworker"))
  await worker.evaluate(withoutNotices)
  return worker
}

/** As the browser's own push service would: its service worker is given what came. */
const deliverPush = async (page: Page, data: string): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await session.send("ServiceWorker.enable")
  const registrationId = await registered
  await session.send("ServiceWorker.deliverPushMessage", { origin: world().base, registrationId, data })
}

describe("the dashboard", () => {
  test("leads a newcomer from nothing to a first match", async () => {
    const { id, password } = await customer("nuria", { asksSmsCode: false })
    const order = { list: id, external_id: "N-1", amount: "31.40", currency: "EUR", name: "Carla Ruiz Vega" }
    await world().shop.ask("/orders", "POST", { orders: [order] })
    await world().bank.ask("/movements", "POST", { movements: [{ customer: id, amount: "31.40", payer: order.name }] })
    const page = await newcomer("newcomer@shop.example")
    await page.getByRole("link", { name: "Start" }).click()
    await page.getByRole("radio", { name: /Match payments with orders/ }).check()
    // Nobody stands before a button that can't be pressed without being told why.
    const terms = /\/banks\/[0-9a-f-]{36}$/
    await page.route(terms, (route) => route.fulfill({ status: 500, json: { error: "Internal Server Error" } }))
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByText("Demo Bank").click()
    await page.getByRole("alert").getByText("could not be loaded").waitFor()
    await page.unroute(terms)
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByLabel("Name of the account").fill("Shop account")
    await page.getByLabel("User name at the bank").fill(id)
    await page.getByLabel("Password at the bank").fill(password)
    await page.getByRole("radio", { name: /Also a code, or an approval/ }).check()
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByLabel("Address of your pending orders").fill(`${world().shop.url}/orders/${id}`)
    await page.getByLabel("Webhook address").fill(`${world().shop.url}/hooks/${id}`)
    await page.getByRole("button", { name: "Save and read for the first time" }).click()
    await page.getByText("The account is read").waitFor()
    // The bank might have asked for a code, and did not: none is ticked off.
    await page.getByText("A code, or what else the bank asks you").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Send a test" }).click()
    await page.getByText(/It answered in/).waitFor()
    await page.getByRole("link", { name: "See the orders" }).click()
    await page.getByRole("button", { name: /Carla Ruiz Vega.*Matched/s }).waitFor()
  })

  test("asks for the code that a bank waits for, also after a reload, and tells what came of it", async () => {
    const who = await customer("clara", { asksSmsCode: true })
    const page = await enter(owner(), "/movements")
    const id = await enrolledAs(owner(), "Coded account", who, { login_mode: "assisted" })
    const sheet = page.getByRole("dialog", { name: "The bank wants a code" })
    await sheet.waitFor()
    expect(await sheet.textContent()).toContain("Coded account")
    await sheet.getByText("The bank sends it by SMS, to the phone that it knows.").waitFor()
    expect(await sheet.getByRole("timer").textContent()).toMatch(/^[0-5]:\d\d left$/)
    await page.reload()
    await sheet.waitFor()
    // On a phone most of the page stays in sight.
    const wide = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 390, height: 844 })
    expect((await sheet.boundingBox())?.height).toBeLessThan(844 * 0.45)
    await page.setViewportSize(wide)
    const field = sheet.getByRole("textbox")
    expect(await field.getAttribute("autocomplete")).toBe("one-time-code")
    expect(await field.getAttribute("inputmode")).toBe("numeric")
    const code = await latestCode(world(), who.id)
    const wrong = code === "000000" ? "111111" : "000000"
    await field.fill(wrong)
    await sheet.getByRole("button", { name: "Give this code to the bank" }).click()
    await page.getByText(/The bank rejected that code\. If it was mistyped, type it right\..*one more try\./).waitFor()
    // As it is pasted from an SMS.
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await field.press("Enter")
    await page.getByText("The bank took the code.").waitFor()
    await sheet.waitFor({ state: "detached" })
    await until("the account read", async () => {
      const overview =
        await owner().ask<ReadonlyArray<{ id: string; last_scrape_at: string | null }>>("/accounts/overview")
      return overview.find((each) => each.id === id)?.last_scrape_at ?? undefined
    })
  })

  test("repairs a blocked account in place", async () => {
    const who = await customer("rita", { asksSmsCode: false })
    const id = await enrolledAs(owner(), "Blocked account", { ...who, password: "the wrong one" })
    const page = await enter(owner(), `/accounts/${id}`)
    await page.getByText("The bank refused the user name or the password.").first().waitFor()
    await page.getByRole("img", { name: /The bank's page at the failure/ }).waitFor()
    // What is typed before the saved settings have come is still there after them.
    const settings = `**/accounts/${id}/config`
    const typed = Promise.withResolvers<void>()
    await page.route(settings, (route) => typed.promise.then(() => route.continue()))
    await page.reload()
    const username = page.getByLabel("User name at the bank")
    await username.fill("somebody else")
    const come = page.waitForResponse(settings)
    typed.resolve()
    await come.then((answer) => answer.finished())
    await settledTheme(page)
    expect(await username.inputValue()).toBe("somebody else")
    await username.fill(who.id)
    await page.getByLabel("Password at the bank").fill(who.password)
    await page.getByRole("button", { name: "Save and log in once" }).click()
    await at(page).badge("Up to date").waitFor()
    expect(await page.getByRole("heading", { name: "Set it going again" }).count()).toBe(0)
  })

  test("promotes a version and rolls it back, saying before what will happen", async () => {
    await world().publish(owner(), bankId(), "1.1.0", { promote: false })
    await owner().ask("/accounts", "POST", { bankId: bankId(), name: "Read by whichever is active" })
    const page = await enter(owner(), `/banks/${bankId()}`)
    const version = (name: string) => page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) })
    await version("1.1.0").getByRole("button", { name: "Make active" }).click()
    const dialog = page.getByRole("dialog", { name: "Make 1.1.0 active?" })
    await dialog.getByText(/^\d+ accounts? at Demo Bank \((all |\d+ of them )?yours\) (is|are) read with it/).waitFor()
    await dialog.getByText("Version 1.0.0 goes back to review").waitFor()
    await dialog.getByRole("button", { name: "Make active" }).click()
    await version("1.1.0").getByText("Active", { exact: true }).waitFor()
    await version("1.0.0").getByRole("button", { name: "Roll back to this one" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Roll back to this one" }).click()
    await version("1.0.0").getByText("Active", { exact: true }).waitFor()

    // A bank that somebody added by mistake is renamed, retired, and deleted, for nobody has an account there.
    const body = { code: "mistaken", name: "Mistaken", loginUrl: "https://mistaken.example/login" }
    const { id } = await owner().ask<{ id: string }>("/banks", "POST", body)
    await page.goto(`${world().base}/app/banks/${id}`)
    await page.getByText("Change this bank").click()
    await page.getByLabel("Name of the bank").fill("Never Used")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByRole("heading", { name: "Never Used" }).waitFor()
    await page.getByLabel("Another address where secrets may be typed").fill("https://more.mistaken.example")
    await page.getByRole("button", { name: "Add it" }).click()
    await page.getByText("https://mistaken.example, https://more.mistaken.example").waitFor()
    await page.getByRole("button", { name: "Retire it" }).click()
    await page.getByRole("button", { name: "Take accounts again" }).waitFor()
    await page.getByRole("button", { name: /^Delete it/ }).click()
    await page.getByRole("dialog", { name: "Delete Never Used?" }).getByRole("button", { name: "Delete it" }).click()
    await page.getByText("The bank is deleted").waitFor()
  })

  test("shows nothing stale while the connection is lost, and misses nothing when it is back", async () => {
    const id = await enrolledAs(
      owner(),
      "Watched account",
      { id: "luis", password: passwords.luis },
      { session_type: "persistent" }
    )
    const page = await enter(owner(), `/accounts/${id}`)
    await at(page).badge("Watching").waitFor()
    // Another one waits for a code, and two further tabs show that.
    const waiting = await enrolledAs(owner(), "Waiting account", await customer("irene", { asksSmsCode: true }), {
      login_mode: "assisted"
    })
    const [asked, begun] = await Promise.all([page.context().newPage(), page.context().newPage()])
    await asked.goto(`${world().base}/app/accounts/${waiting}/codes`)
    await begun.goto(`${world().base}/app/demo?account=${waiting}`)
    await at(asked).badge("Waits").waitFor()
    const movingMark = begun.getByRole("main").locator(".beat")
    await movingMark.waitFor()
    await world().away(async () => {
      await page.getByText(/No connection to the server since/).waitFor()
      await at(asked).badge("Not known now").waitFor()
      await movingMark.waitFor({ state: "detached" })
      await at(page).badge("Not known now").waitFor()
      expect(await at(page).badge("Watching").count()).toBe(0)
      // To the one of two it comes back as a newer one.
      const newer = '<script type="module" src="/app/assets/newer.js"></script>'
      await page.route(/\/app\/$/, (route) => route.fulfill({ contentType: "text/html", body: newer }))
    })
    const newerPage = "The server has a newer version of this page"
    await page.getByRole("status").filter({ hasText: newerPage }).getByRole("button", { name: "Load it now" }).waitFor()
    const payment = { customer: "luis", amount: "77.77", payer: "Greta Lund" }
    await world().bank.ask("/movements", "POST", { movements: [payment] })
    await at(page).badge("Watching").waitFor()
    expect(await page.getByText(/No connection to the server since/).count()).toBe(0)
    // Whoever doesn't see the notice go hears that.
    await page.getByRole("status").filter({ hasText: "Connected again" }).waitFor({ state: "attached" })
    expect(await asked.getByText(newerPage).count()).toBe(0)
    await page.getByRole("link", { name: "Movements" }).first().click()
    await page.getByText("LUND GRETA").first().waitFor()
  })

  test("rings a phone without a name or a code, leads to where it is typed, and asks two accounts' codes at once", async () => {
    const push = await startPushService()
    const person = await world().register("rung@shop.example")
    const page = await enter(person, "/", { permissions: ["notifications"] })
    try {
      await page.evaluate(push.subscribed)
      await page.getByRole("link", { name: "Settings" }).first().click()
      await page.getByRole("button", { name: "Ring this device" }).click()
      await page
        .getByRole("list", { name: "What rings" })
        .getByText(/Chrome · /)
        .waitFor()
      await page.getByRole("button", { name: "Add a way" }).click()
      await page.getByLabel("Topic").fill("shop-of-nobody")
      await page.getByLabel("Address of the server").fill(`${push.url}/ntfy`)
      await page.getByRole("button", { name: "Add a way" }).click()
      await page.getByRole("list", { name: "Other ways to be told" }).getByText("ntfy", { exact: true }).waitFor()

      for (const name of ["primera", "segunda"]) {
        await enrolledAs(person, `Account ${name}`, await customer(name, { asksSmsCode: true }), {
          login_mode: "assisted"
        })
      }
      const toBrowser = () => push.received.filter(({ path }) => path === "/browser")
      const toTopic = () => push.received.filter(({ path }) => path === "/ntfy")
      await until("both rung", async () => (toBrowser().length >= 2 && toTopic().length >= 2 ? true : undefined))
      for (const { text } of push.received) expect(text).not.toMatch(/primera|segunda/i)
      for (const { text } of toBrowser()) expect(text).not.toMatch(/demo/i)
      const told = JSON.parse(toBrowser()[0]?.text ?? "")
      expect(told).toEqual({
        body: "A bank is waiting for a code. Tap to type it.",
        tag: expect.stringMatching(/^[0-9a-f-]{36}$/),
        path: "/app/"
      })
      expect(JSON.parse(toTopic()[0]?.text ?? "")).toMatchObject({ topic: "shop-of-nobody" })
      expect(toBrowser()[0]?.headers["authorization"]).toMatch(/^vapid t=.+, k=.+$/)

      // Both ask; each is put aside.
      await page.getByText("2 accounts wait for you").waitFor()
      expect(await violations(page)).toEqual([])
      await page.getByRole("button", { name: "Account segunda" }).click()
      await page
        .getByRole("dialog", { name: "The bank wants a code" })
        .getByText("Account segunda · Demo Bank")
        .waitFor()
      await page.getByRole("button", { name: "Hide for now" }).click()
      await page.getByRole("button", { name: "Hide for now" }).click()
      const aside = page.getByRole("button", { name: "2 accounts wait for you" })
      await aside.waitFor()

      const worker = await workerOf(page)
      await deliverPush(page, toBrowser()[0]?.text ?? "")
      const shown = await until("the notice", async () => {
        const [first] = await worker.evaluate<ReadonlyArray<{ title: string; body: string }>>(
          "registration.getNotifications().then((all) => all.map(({ title, body }) => ({ title, body })))"
        )
        return first
      })
      expect(shown).toEqual({ title: "Counterfoil", body: "A bank is waiting for a code. Tap to type it." })
      await worker.evaluate(`registration.getNotifications().then(([notification]) =>
        void dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification })))`)
      await page.getByRole("dialog", { name: "The bank wants a code" }).waitFor()
      expect(await aside.count()).toBe(0)
    } finally {
      await push.close()
    }
  })

  test("shows a key once, and logs out in every tab", async () => {
    const page = await enter(owner(), "/keys")
    await page.getByRole("button", { name: "Create a key" }).click()
    const dialog = page.getByRole("dialog")
    const name = dialog.getByLabel("What is it for")
    // Whoever opens a form types at once.
    await dialog.locator("input:focus").waitFor()
    await page.keyboard.type("Forwarder")
    expect(await name.inputValue()).toBe("Forwarder")
    const boxes = dialog.getByRole("checkbox", { name: /Submit one-time codes|Read an account's status/ })
    for (const box of await boxes.all()) await box.uncheck()
    await dialog.getByRole("button", { name: "Create a key" }).click()
    await dialog.getByText("Choose at least one: a key that may do nothing is of no use.").waitFor()
    for (const box of await boxes.all()) await box.check()
    // What is marked with the pointer as far as beyond the dialog's edge, or a stray press there, takes away nothing that was typed.
    const place = await name.boundingBox()
    const [x, y] = [(place?.x ?? 0) + 60, (place?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(10, y)
    await page.mouse.up()
    await page.mouse.click(10, y)
    expect(await name.inputValue()).toBe("Forwarder")
    await dialog.getByRole("button", { name: "Create a key" }).click()
    const key = await page.getByText(/^svc_[A-Za-z0-9]{8}_[A-Za-z0-9]{64}$/).textContent()
    // Nor does it take away what is shown this once.
    await page.mouse.click(10, y)
    await page.getByRole("button", { name: "I have kept it" }).click()
    await page.getByText(/^Forwarder svc_/).waitFor()
    await page.reload()
    await page.getByText(/^Forwarder svc_/).waitFor()
    expect(await page.content()).not.toContain(key)
    const other = await page.context().newPage()
    await other.goto(`${world().base}/app/keys`)
    await other.getByText(/^Forwarder svc_/).waitFor()
    await page.getByRole("button", { name: "Log out" }).click()
    await other.getByRole("heading", { name: "Log in" }).waitFor()
    expect(await other.evaluate<string>("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")).not.toContain(
      owner().email
    )
  })

  test("a tab at the login follows the one that stays logged in, also to a changed password", async () => {
    const person = await world().register("tabs@shop.example")
    const page = await enter(person, "/keys")
    await page.getByRole("button", { name: "Log out" }).first().click()
    const other = await page.context().newPage()
    await other.addInitScript({ content: `sessionStorage.removeItem("counterfoil.session")` })
    await other.goto(`${world().base}/app/keys`)
    await other.getByRole("heading", { name: "Log in" }).waitFor()
    await page.getByLabel("E-mail").fill(person.email)
    await page.getByLabel("Password").fill(person.password)
    await page.getByLabel("Stay logged in on this device").check()
    await page.getByRole("button", { name: "Log in" }).click()
    await other.getByRole("heading", { name: "API keys" }).waitFor()
    await page.goto(`${world().base}/app/settings`)
    await page.getByLabel("Password now").fill(person.password)
    await page.getByLabel("New password").fill("another long password")
    await page.getByRole("button", { name: "Change it" }).click()
    await page.getByText("The password is changed").waitFor()
    for (const [tab, name, path] of [
      [other, "Banks", "/banks"],
      [page, "API keys", "/keys"]
    ] as const) {
      await tab.getByRole("link", { name }).first().click()
      await tab.waitForURL(`**${path}`)
      await tab.locator('[data-connection="open"]').waitFor()
    }
    expect(await other.getByRole("heading", { name: "Log in" }).count()).toBe(0)
  })
})
