import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { violations } from "./support/axe.ts"
import { launch } from "./support/browser.ts"
import { openAs } from "./support/page.ts"
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

type Look = readonly [language: "en" | "es", width: 1280 | 390, themes: ReadonlyArray<"light" | "dark">]

const everyLook = (["en", "es"] as const).flatMap((language) =>
  ([1280, 390] as const).map((width): Look => [language, width, ["light", "dark"]])
)
// Two of them have both languages, both widths and both themes. At full size each is looked at.
const someLooks: ReadonlyArray<Look> = [
  ["en", 1280, ["light"]],
  ["es", 390, ["dark"]]
]

test.for(process.env["VERIFY"] === "1" ? everyLook : someLooks)(
  "axe finds nothing on any page, and none is wider than its window, in %s, %i wide, %s",
  async ([language, width, colorSchemes]) => {
    const viewport = { width, height: 860 }
    const { complaints, context, page } = await openAs(browser, world, furnished.person, "/", {
      language,
      viewport,
      reducedMotion: "reduce"
    })
    const found: Record<string, ReadonlyArray<string>> = {}
    for (const place of placesOf(furnished).toReversed()) {
      const { name } = place
      await comeTo(page, world.base, place)
      for (const colorScheme of colorSchemes) {
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
