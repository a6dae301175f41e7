import { readFile } from "node:fs/promises"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { reasonCodes } from "@counterfoil/domain"
import { en } from "../src/i18n/en/index.ts"
import { es } from "../src/i18n/es/index.ts"
import { settledTheme, violations, whatIsWider } from "./support/axe.ts"
import { launch, plainName } from "./support/browser.ts"
import { ownDatabase } from "./support/database.ts"
import { at, openAs } from "./support/page.ts"
import { comeTo, type Furnished, furnish, placesOf, longCodeTimeout } from "./support/pages.ts"
import { withSlowShop } from "./support/slowShop.ts"
import { lookInSpanish } from "./support/spanish.ts"
import { startWorld, until, type World } from "./support/world.ts"

let database: Awaited<ReturnType<typeof ownDatabase>>
let world: World
let browser: Browser
let furnished: Furnished

beforeAll(async () => {
  database = await ownDatabase()
  // What is there to be read is read once: to look again each second would be half of the work.
  const env = { ...longCodeTimeout, ...database.env, MONITOR_INTERVAL: "1 minute" }
  ;[world, browser] = await Promise.all([startWorld(env), launch()])
  furnished = await furnish(world)
})

afterAll(async () => {
  await browser?.close()
  await world?.close()
  await database?.drop()
})

const get = (path: string, headers = {}) => fetch(`${world.base}${path}`, { redirect: "manual", headers })

test("the front door leads to the page, every address of the page is the page, and the API stays where it is", async () => {
  expect((await get("/")).headers.get("location")).toBe("/app/")
  for (const path of ["/app", "/app/", "/app/orders/some-order"]) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "text/html; charset=utf-8"])
  }
  for (const path of ["/app/assets/none.js", "/app/../package.json", "/app/%2e%2e/index.html", "/app/.built-from"]) {
    expect([path, (await get(path)).status]).toEqual([path, 404])
  }
  expect((await get("/accounts")).status).toBe(401)
  expect(await (await get("/health")).json()).toEqual({ ok: true })
})

test("the page may run its own scripts only, and stands in no frame", async () => {
  const { headers } = await get("/app/")
  const policy = headers.get("content-security-policy") ?? ""
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain("unsafe")
  expect(headers.get("x-frame-options")).toBe("DENY")
  expect(headers.get("referrer-policy")).toBe("no-referrer")
  expect(headers.get("cache-control")).toBe("no-cache")
  const html = await (await get("/app/")).text()
  expect(html.match(/<script(?![^>]* src=)/g)).toBeNull()
  expect(html).not.toMatch(/<style| style=|https?:\/\//)
})

test("what is named after its content is kept for ever, and comes compressed", async () => {
  const html = await (await get("/app/")).text()
  const script = /src="(\/app\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ""
  const zipped = await get(script, { "accept-encoding": "br" })
  expect(zipped.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
  expect(zipped.headers.get("content-encoding")).toBe("br")
  expect((await zipped.text()).length).toBeGreaterThan(10_000)
  expect((await get(script, { "accept-encoding": "identity" })).headers.get("content-encoding")).toBeNull()
})

test("every sentence of the page's own is for a refusal that the API knows", async () => {
  const table = await readFile(new URL("../../../docs/api.md", import.meta.url), "utf8")
  const codes = [...table.matchAll(/^\| `([a-z_]+)` \| \d{3} \|/gm)].map(([, code]) => code)
  expect(Object.keys(en.refusals).filter((code) => !codes.includes(code))).toEqual([])
})

test.for([en, es])("every reason of an attempt is said in the reader's language", ({ orders }) => {
  expect(Object.keys(orders.reasons).toSorted()).toEqual(reasonCodes.toSorted())
})

interface Look {
  readonly language: "en" | "es"
  readonly width: 1280 | 390
  readonly themes: ReadonlyArray<"light" | "dark">
  /** Which pages are looked at. */
  readonly takes: (place: number) => boolean
}

const everyLook = (["en", "es"] as const).flatMap((language) =>
  ([1280, 390] as const).map((width): Look => ({ language, width, themes: ["light", "dark"], takes: () => true }))
)
// Two of them have both languages, both widths and both themes; each has every fourth page. At full size all have all.
const someLooks: ReadonlyArray<Look> = [
  { language: "en", width: 1280, themes: ["light"], takes: (place) => place % 4 === 0 },
  { language: "es", width: 390, themes: ["dark"], takes: (place) => place % 4 === 3 }
]

test.for(process.env["VERIFY"] === "1" ? everyLook : someLooks)(
  "axe finds nothing on any page, and none is wider than its window, in $language, $width wide, $themes",
  async ({ language, takes, themes, width }) => {
    const viewport = { width, height: 860 }
    const { complaints, context, page } = await openAs(browser, world, furnished.person, "/", {
      language,
      viewport,
      reducedMotion: "reduce"
    })
    const found: Record<string, ReadonlyArray<string>> = {}
    for (const place of placesOf(furnished)
      .filter((_, number) => takes(number))
      .toReversed()) {
      const { name } = place
      await comeTo(page, world.base, place)
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme })
        await settledTheme(page)
        const here = await violations(page)
        if (here.length > 0) found[`${name}, ${colorScheme}`] = here
      }
      const wider = await whatIsWider(page)
      if (wider.length > 0) found[`${name} is wider than the window`] = wider
    }
    expect(found).toEqual({})
    expect(complaints).toEqual([])
    await context.close()
  }
)

test("movements are filtered by what stands in the address, written to a file, taken out and sent again; so are deliveries", async () => {
  const { complaints, context, page } = await openAs(browser, world, furnished.person, "/movements?q=marino")
  const main = page.getByRole("main")
  const list = page.getByRole("list", { name: "Movements" }).getByRole("listitem")
  const rows = list.filter({ hasText: /marino/i })
  await rows.waitFor()
  await page.getByLabel("Direction").selectOption("in")
  await page.getByLabel("Account", { exact: true }).selectOption("Shop account")
  await page.waitForURL(/q=marino.*account=[0-9a-f-]{36}.*direction=in|direction=in.*account=/)
  await page.reload()
  await rows.waitFor()
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click()
  ])
  const [head, row, ...more] = (await readFile(await download.path(), "utf8")).split("\r\n").slice(0, -1)
  expect(head).toBe(
    "\uFEFFbooked_date,received_at,amount,currency,sender_name,description,account_name,external_id,pays_order,counterparty_account,counterparty,value_date,bank_balance,set_aside"
  )
  expect(row).toMatch(/^\d{4}-\d\d-\d\d,.*,64\.90,EUR,.*MARINO.*,Shop account,/i)
  expect(more).toEqual([])
  await rows.getByRole("button").click()
  await page.getByRole("button", { name: "Take it out" }).click()
  await rows.getByText("Taken out").first().waitFor()
  await rows.getByRole("button").click()
  await page.getByRole("button", { name: "Take it in again" }).click()
  await rows.getByText("Taken out").first().waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Remove the filter “marino”" }).click()
  await list.nth(1).waitFor()
  // The list is read anew with each read that ends: what it does by itself is seen without them.
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!message.toString().includes("scrape.")) socket.send(message)
    })
  })
  await page.goto(`${world.base}/app/deliveries?status=delivered`)
  await main.getByRole("link", { name: /Shop account.*Works/s }).waitFor()
  await main.getByRole("button", { name: /Matched · A-1001/ }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Send again" }).click()
  await page.getByText(/tells of a match that was undone, is not sent again/).waitFor()
  await dialog.getByRole("button", { name: "Close" }).click()
  await page.getByRole("button", { name: "Given up" }).click()
  await page.waitForURL(/status=exhausted/)
  await page.getByText("No message is in this state").waitFor()
  await page.getByRole("button", { name: "All", exact: true }).click()
  const told = main.getByRole("button", { name: /Matched · A-1002/ })
  await told.filter({ hasText: "Delivered" }).click()
  await dialog.getByText("Try 1").first().waitFor()
  // Read behind the dialog while the shop has not answered yet, the list shows by itself how that ends.
  await withSlowShop(furnished.person, furnished.shop, async (answer) => {
    await dialog.getByRole("button", { name: "Send again" }).click()
    await told.filter({ hasText: /Waiting|Under way/ }).waitFor()
    await dialog.getByRole("button", { name: "Close" }).click()
    answer()
    await told.filter({ hasText: "Delivered" }).nth(1).waitFor()
  })
  expect(await told.count()).toBe(2)
  expect(complaints).toEqual([])
  await context.close()
})

test("no page has an English sentence of ours for whoever reads Spanish, and an English one says all of it too", () =>
  lookInSpanish({ browser, furnished, world }))

test("over plain HTTP from another machine the page says why this device can't ring, and copies a key all the same", async () => {
  // Browsers trust no name but the machine's own. That they ignore a header there is no complaint of the page's.
  const elsewhere = { ...world, base: world.base.replace("127.0.0.1", plainName) }
  const { context, page } = await openAs(browser, elsewhere, furnished.person, "/settings")
  await page.getByText(/Browsers ring only for pages that come over HTTPS/).waitFor()
  expect(await page.getByRole("button", { name: "Ring this device" }).count()).toBe(0)
  // What would another strictness have made of the orders?
  await page.getByRole("button", { name: "Try it on my orders" }).click()
  await page.getByText(/^Of \d+ orders\. In force now: Default\.$/).waitFor()
  await page.goto(`${elsewhere.base}/app/keys`)
  await page.getByRole("button", { name: "Create a key" }).click()
  await page.getByLabel("What is it for").fill("Plain")
  await page.getByRole("dialog").getByRole("button", { name: "Create a key" }).click()
  await page
    .getByText(/^curl .*http:\/\/shop\.lan:\d+\/v1\/accounts\//)
    .first()
    .waitFor()
  const made = page.getByRole("dialog")
  // Said for two seconds, and looked for before it is.
  await Promise.all([made.getByText("Copied").waitFor(), made.getByRole("button", { name: "Copy" }).first().click()])
  await page.getByRole("button", { name: "I have kept it" }).click()
  const key = page.getByRole("listitem").filter({ hasText: /^Plain/ })
  await key.getByRole("button", { name: "Revoke" }).click()
  const sure = page.getByRole("dialog", { name: "Revoke" })
  await sure.getByText(/Whatever uses it is refused/).waitFor()
  await sure.getByRole("button", { name: "Revoke" }).click()
  await key.getByText("Revoked").waitFor()
  const { keys } = await furnished.person.ask<Keys>("/me/api-keys")
  expect(keys.find(({ name }) => name === "Plain")?.revoked_at).toEqual(expect.any(String))
  await context.close()
})

interface Keys {
  readonly keys: ReadonlyArray<{ readonly name: string; readonly revoked_at: string | null }>
}

test("a statement is taken in where nothing is read; what it brought is told, replayed since a day, and sent once more", async () => {
  const person = await world.register("files@shop.example")
  await person.ask("/me/operation-mode", "PUT", { mode: "passthrough" })
  const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: furnished.bankId, name: "By file" })
  await person.ask(`/accounts/${id}/config`, "PUT", { webhook_url: `${world.shop.url}/hooks/files` })
  // The shop says that it wants nothing more: what comes then is held.
  await world.shop.ask("/hooks/files", "PUT", { answer: { status: 410, times: 1 } })
  const { complaints, context, page } = await openAs(browser, world, person, `/accounts/${id}`)
  const dialog = page.getByRole("dialog")
  const today = new Date().toISOString().slice(0, 10)
  const file = { name: "statement.csv", mimeType: "text/csv" }
  await page.getByRole("button", { name: "Take in a statement" }).click()
  await dialog.getByLabel(/^File/).setInputFiles({ ...file, buffer: Buffer.from("nothing of a statement") })
  await dialog.getByRole("button", { name: "Take it in" }).click()
  await dialog.getByRole("alert").waitFor()
  const lines = `Date;Description;Payer;Payer account;Amount;Id\n${today};Transfer B23;Leo Paz;es9121000418450200051332;12.50;F-1`
  await dialog.getByLabel(/^File/).setInputFiles({ ...file, buffer: Buffer.from(lines) })
  await dialog.getByLabel(/^Currency/).fill("EUR")
  await dialog.getByRole("button", { name: "Take it in" }).click()
  await dialog.getByText("1 row was read").waitFor()
  await dialog.getByText("All of it is new.").waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole("link", { name: "Movements" }).click()
  const row = page.getByRole("list", { name: "Movements" }).getByRole("listitem").filter({ hasText: "Leo Paz" })
  await row.getByText("•••• 1332").waitFor()

  await page.goto(`${world.base}/app/deliveries?status=held`)
  await page.getByRole("button", { name: /Payment · Leo Paz/ }).waitFor()
  const since = page.getByLabel("Since")
  await since.fill("2100-01-01T00:00")
  await page.getByRole("button", { name: "Send all of these again" }).click()
  await page.getByText("0 are sent again").waitFor()
  await since.fill(`${today}T00:00`)
  await page.getByRole("button", { name: "Send all of these again" }).click()
  await page.getByText("1 is sent again").waitFor()
  await page.getByRole("button", { name: "All", exact: true }).click()
  await page.getByRole("button", { name: /Leo Paz.*Delivered/s }).waitFor()
  await page.goto(`${world.base}/app/movements?q=0005+1332`)
  await row.getByRole("button").click()
  await dialog.getByText("ES91 2100 0418 4502 0005 1332", { exact: true }).waitFor()
  await dialog.getByRole("button", { name: "Send its webhook again" }).click()
  await page.getByText("It is sent again").waitFor()
  await until("the shop heard of it twice more", async () => {
    const heard = await world.shop.ask<ReadonlyArray<{ status: number }>>("/journal?kind=hook&name=files")
    return heard.filter(({ status }) => status === 200).length === 2 ? true : undefined
  })
  expect(complaints).toEqual([])
  await context.close()
})

test("an account is paused, goes on, and is deleted by whoever types its name", async () => {
  const { complaints, context, page } = await openAs(browser, world, furnished.person, `/accounts/${furnished.coded}`)
  const { badge } = at(page)
  // What didn't add up was set aside; its owner has compared it with the bank's page.
  await page.getByText("One read was set aside").waitFor()
  await page.getByRole("button", { name: "Look at it" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText(/balance/).waitFor()
  await dialog
    .getByText(/ALAMEDA/)
    .first()
    .waitFor()
  await dialog.getByRole("button", { name: "Take it in as it was read" }).click()
  await page.getByText("It is taken in").waitFor()
  await page.getByText("One read was set aside").waitFor({ state: "detached" })
  const taken = await furnished.person.ask<ReadonlyArray<object>>(`/accounts/${furnished.coded}/movements`)
  expect(taken.length).toBe(3)
  await page.getByRole("button", { name: "Pause" }).click()
  await badge("Paused").waitFor()
  await page.getByRole("button", { name: "Resume" }).click()
  await badge("Paused").waitFor({ state: "detached" })
  await page.getByRole("link", { name: "Settings", exact: true }).last().click()
  const field = page.getByLabel("Which account of the login")
  await field.fill("x".repeat(201))
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("It may have 200 characters at most.").waitFor()
  expect(await field.getAttribute("aria-invalid")).toBe("true")
  const show = page.getByRole("button", { name: "Show the secret" })
  await show.click()
  const secret = page.locator("code").filter({ hasText: "whsec_" })
  const before = await secret.textContent()
  await page.getByRole("button", { name: /^Make another secret/ }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Make another secret" }).click()
  await page.getByText("There is another secret: give it to your shop").waitFor()
  await until("another secret", async () => ((await secret.textContent()) === before ? undefined : true))
  await field.fill("ES91 2100 0418 4502 0005 1332")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("Saved. It holds from the next read on.").waitFor()
  await page.reload()
  expect(await field.inputValue()).toBe("ES91 2100 0418 4502 0005 1332")
  const remove = page.getByRole("button", { name: "Delete for good" })
  await page.getByLabel("What it is called").fill("Wages")
  await page.getByRole("button", { name: "Rename" }).click()
  await page.getByRole("heading", { name: "Settings of Wages" }).waitFor()
  await page.getByLabel("Name of the account").fill("wages")
  expect(await remove.isDisabled()).toBe(true)
  await page.getByLabel("Name of the account").fill("Wages")
  await remove.click()
  await page.getByText("The account is deleted").waitFor()
  const listed = (name: RegExp) => page.getByRole("main").getByRole("link", { name })
  await listed(/Shop account/).waitFor()
  expect(await listed(/Payroll|Wages/).count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test("a bank's day is the same day wherever it is read", async () => {
  const { matched, person } = furnished
  const [movement] = await person.ask<ReadonlyArray<{ booked_date: string }>>("/movements?limit=1")
  const inBritish = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC"
  })
  const day = inBritish.format(new Date(movement?.booked_date ?? ""))
  const { complaints, context, page } = await openAs(browser, world, person, "/movements", {
    timezoneId: "Pacific/Honolulu"
  })
  await page.getByRole("main").getByRole("listitem").first().getByText(day).first().waitFor()
  await page.goto(`${world.base}/app/orders/${matched}`)
  const says = page.locator("section").filter({ has: page.getByRole("heading", { name: "The bank says" }) })
  await says.getByText(day).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

// The last one: who it is about is gone after it.
test("an owner agrees to what a bank asks for anew, lets new versions be tried, and deletes herself", async () => {
  const { asked, person } = furnished
  const accounts = await asked.ask<ReadonlyArray<{ id: string; bank: string }>>("/accounts")
  const banks = await person.ask<ReadonlyArray<{ id: string; code: string }>>("/banks")
  const account = accounts.find(({ bank }) => bank === "demo-neo")?.id
  const bank = banks.find(({ code }) => code === "demo-neo")?.id
  const { complaints, context, page } = await openAs(browser, world, asked, `/accounts/${account}`)
  for (const _ of ["neo", "pregunta", "hojas"]) {
    await page.getByRole("button", { name: "Hide for now" }).first().click()
  }
  const shadow = page.locator("section").filter({ has: page.getByRole("heading", { name: "Trying new versions" }) })
  await shadow.getByRole("button", { name: "Let them be tried" }).click()
  await shadow.getByText(/You agreed on/).waitFor()
  await shadow.getByRole("button", { name: "No longer" }).click()
  await shadow.getByRole("button", { name: "Let them be tried" }).waitFor()

  await person.ask(`/banks/${bank}/origins`, "POST", { origins: ["https://more.bank.example"] })
  await page.getByText("The bank's script asks for more than you agreed to").waitFor()
  await page.getByText("the script goes to https://more.bank.example").waitFor()
  await at(page).badge("Waits for you").waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole("button", { name: "Agree", exact: true }).click()
  await page.getByText("Agreed: it is read again").waitFor()
  await page.getByText("The bank's script asks for more than you agreed to").waitFor({ state: "detached" })

  await page.goto(`${world.base}/app/settings`)
  await page.getByRole("button", { name: /^Delete everything of mine/ }).click()
  const dialog = page.getByRole("dialog", { name: "Leave for good" })
  await dialog.getByLabel("Your password, to confirm").fill("not the password")
  await dialog.getByRole("button", { name: "Delete everything for good" }).click()
  await dialog.getByRole("alert").waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel("Your password, to confirm").fill(asked.password)
  await dialog.getByRole("button", { name: "Delete everything for good" }).click()
  await page.getByRole("heading", { name: "Log in" }).waitFor()
  await expect(asked.ask("/me")).rejects.toThrow("401")
  expect(complaints).toEqual([])
  await context.close()
})
