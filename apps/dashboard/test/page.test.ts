import { readFile } from "node:fs/promises"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { violations } from "./support/axe.ts"
import { launch, plainName } from "./support/browser.ts"
import { at, openAs } from "./support/page.ts"
import { comeTo, type Furnished, furnish, placesOf, unhurried } from "./support/pages.ts"
import { startWorld, type World } from "./support/world.ts"

let world: World
let browser: Browser
let furnished: Furnished

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(unhurried), launch()])
  furnished = await furnish(world)
})

afterAll(async () => {
  await browser?.close()
  await world?.close()
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
// Two of them have both languages, both widths and both themes; each has every other page. At full size all have all.
const someLooks: ReadonlyArray<Look> = [
  { language: "en", width: 1280, themes: ["light"], takes: (place) => place % 2 === 0 },
  { language: "es", width: 390, themes: ["dark"], takes: (place) => place % 2 === 1 }
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
        const here = await violations(page)
        if (here.length > 0) found[`${name}, ${colorScheme}`] = here
      }
      const overflow = await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
      )
      if (overflow > 0) found[`${name} is wider than the window`] = [`${overflow} px`]
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
    "\uFEFFbooked_date,received_at,amount,currency,sender_name,description,account_name,external_id,pays_order"
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

  // Here reads end all the time, and the list is read anew with each: what it does by itself is seen without them.
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!message.toString().includes("scrape.")) socket.send(message)
    })
  })
  await page.goto(`${world.base}/app/deliveries?status=delivered`)
  await main.getByRole("link", { name: /Shop account.*Works/s }).waitFor()
  await main.getByRole("button", { name: /Matched · A-1001/ }).waitFor()
  await page.getByRole("button", { name: "Given up" }).click()
  await page.waitForURL(/status=exhausted/)
  await page.getByText("Nothing was sent yet").waitFor()
  await page.getByRole("button", { name: "All", exact: true }).click()
  const told = main.getByRole("button", { name: /Matched · A-1001/ })
  await told.filter({ hasText: "Delivered" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("Try 1").waitFor()
  // The shop takes its time, so that the list is read while the answer is not there yet.
  await world.shop.ask("/hooks/luis", "PUT", { answer: { status: 200, delayMs: 4_000, times: 1 } })
  await dialog.getByRole("button", { name: "Send again" }).click()
  await page.getByText("It is sent again").waitFor()
  await dialog.getByRole("button", { name: "Close" }).click()
  // What was taken once is sent as another delivery of the same message, and the list shows by itself how that ends.
  await told.filter({ hasText: /Waiting|Under way/ }).waitFor()
  await told.filter({ hasText: "Delivered" }).nth(1).waitFor()
  expect(await told.count()).toBe(2)
  expect(complaints).toEqual([])
  await context.close()
})

test("over plain HTTP from another machine the page says why this device can't ring, and copies a key all the same", async () => {
  // Browsers trust no name but the machine's own. That they ignore a header there is no complaint of the page's.
  const elsewhere = { ...world, base: world.base.replace("127.0.0.1", plainName) }
  const { context, page } = await openAs(browser, elsewhere, furnished.person, "/settings")
  await page.getByText(/Browsers ring only for pages that come over HTTPS/).waitFor()
  expect(await page.getByRole("button", { name: "Ring this device" }).count()).toBe(0)
  await page.goto(`${elsewhere.base}/app/keys`)
  await page.getByRole("button", { name: "Create a key" }).click()
  await page.getByLabel("What is it for").fill("Plain")
  await page.getByRole("dialog").getByRole("button", { name: "Create a key" }).click()
  await page
    .getByText(/^curl .*http:\/\/shop\.lan:\d+\/v1\/accounts\//)
    .first()
    .waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Copy" }).first().click()
  await page.getByRole("dialog").getByText("Copied").waitFor()
  await context.close()
})

test("an account is paused, goes on, and is deleted by whoever types its name", async () => {
  const { complaints, context, page } = await openAs(browser, world, furnished.person, `/accounts/${furnished.coded}`)
  const { badge } = at(page)
  await page.getByRole("button", { name: "Pause" }).click()
  await badge("Paused").waitFor()
  await page.getByRole("button", { name: "Resume" }).click()
  await badge("Paused").waitFor({ state: "detached" })
  await page.getByRole("link", { name: "Settings", exact: true }).last().click()
  const field = page.getByLabel("Which account of the login")
  await field.fill("x".repeat(201))
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("bank_account must be at most 200 characters").first().waitFor()
  expect(await field.getAttribute("aria-invalid")).toBe("true")
  await field.fill("ES91 2100 0418 4502 0005 1332")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByText("Saved. It holds from the next read on.").waitFor()
  await page.reload()
  expect(await field.inputValue()).toBe("ES91 2100 0418 4502 0005 1332")
  const remove = page.getByRole("button", { name: "Delete for good" })
  await page.getByLabel("Name of the account").fill("payroll")
  expect(await remove.isDisabled()).toBe(true)
  await page.getByLabel("Name of the account").fill("Payroll")
  await remove.click()
  await page.getByText("The account is deleted").waitFor()
  await page
    .getByRole("main")
    .getByRole("link", { name: /Shop account/ })
    .waitFor()
  expect(
    await page
      .getByRole("main")
      .getByRole("link", { name: /Payroll/ })
      .count()
  ).toBe(0)
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
