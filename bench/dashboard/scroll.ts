/** A hundred thousand movements under the wheel: how many frames are dropped, and how long a filter takes from key to rows. */
import type { Page } from "playwright-core"
import { openAs } from "../../apps/dashboard/test/support/page.ts"
import { launch } from "../../apps/dashboard/test/support/browser.ts"
import { startWorld } from "../../apps/dashboard/test/support/world.ts"
import { type BenchPostgres, startPostgres } from "../lib/postgres.ts"
import { isQuick } from "../lib/report.ts"

const movements = 100_000
const secret = "a secret of the benchmark that is long enough for it"

const batch = 5_000

/** Every thousandth payer is the one that is looked for. */
const load = async ({ query }: BenchPostgres, accountId: string): Promise<void> => {
  for (let from = 1; from <= movements; from += batch) {
    await query(`insert into movements (id, account_id, external_id, identity_key, occurrence, amount_minor, currency,
        sender_name, description, booked_date, status, received_at, first_seen_at, first_scrape_id, last_scrape_id)
      select gen_random_uuid(), '${accountId}', 'e' || n, md5(n::text), 1, 990 + n % 50000, 'EUR', p.name,
        'TRANSFERENCIA DE ' || p.name, current_date - (n / 300)::int, 'booked', now() - n * interval '5 minutes',
        now(), md5('scrape')::uuid, md5('scrape')::uuid
      from generate_series(${from}::bigint, ${from + batch - 1}) n cross join lateral
        (select case when n % 1000 = 0 then 'Zacarias Quintero' else 'Payer ' || n % 20000 end as name) p`)
  }
}

/** Frames that came later than one and a half of the usual time each missed as many as would have fitted. */
const watchFrames = `(() => {
  window.seen = []
  let last = performance.now()
  const look = (now) => { window.seen.push(now - last); last = now; window.watching = requestAnimationFrame(look) }
  window.watching = requestAnimationFrame(look)
})()`

const framesSeen = `(() => { cancelAnimationFrame(window.watching); return window.seen.slice(1) })()`

export interface Scrolled {
  readonly frames: number
  readonly dropped: number
  readonly rows: number
}

/** As fast as a hand on a wheel, for some seconds; then to the end of what is loaded, again and again. */
const scroll = async (page: Page, seconds: number): Promise<Scrolled> => {
  await page.mouse.move(640, 500)
  await page.evaluate(watchFrames)
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) await page.mouse.wheel(0, 900)
  const gaps = await page.evaluate<ReadonlyArray<number>>(framesSeen)
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 16.7
  const dropped = gaps.reduce((sum, gap) => sum + (gap > 1.5 * usual ? Math.round(gap / usual) - 1 : 0), 0)
  const rows = await page.evaluate<number>(
    `Math.max(...[...document.querySelectorAll("[role=listitem][aria-posinset]")].map((row) => Number(row.ariaPosInSet)))`
  )
  return { frames: gaps.length, dropped, rows }
}

/** From the last key to the first paint of rows that all fit. */
const filter = async (page: Page): Promise<number> => {
  await page.evaluate("window.scrollTo(0, 0)")
  await page
    .getByRole("textbox", { name: "Search payer, text, amount" })
    .or(page.getByRole("searchbox"))
    .first()
    .focus()
  await page.keyboard.type("Zacarias Quinter")
  await page.evaluate(`void (window.found = new Promise((done) => {
    document.activeElement.addEventListener("input", () => {
      const began = performance.now()
      const look = () => {
        const rows = [...document.querySelectorAll("[role=listitem][aria-posinset]")]
        if (rows.length > 0 && location.search.includes("Quintero") && rows.every((row) => row.textContent.includes("Zacarias")))
          requestAnimationFrame(() => done(performance.now() - began))
        else requestAnimationFrame(look)
      }
      look()
    }, { once: true })
  }))`)
  await page.keyboard.type("o")
  return page.evaluate<number>("window.found")
}

/** With a database of its own, filled by Postgres itself. */
export const scrollAndFilter = async (rounds: number) => {
  const postgres = await startPostgres()
  const world = await startWorld({
    DATABASE_URL: postgres.url,
    JWT_SIGNING_KEY: secret,
    KEY_ENCRYPTION_KEY: secret,
    API_KEY_PEPPER: secret
  })
  const browser = await launch()
  try {
    const person = await world.register("many@shop.example")
    const bank = await person.ask<{ id: string }>("/banks", "POST", { code: "big", name: "Big Bank" })
    const account = await person.ask<{ id: string }>("/accounts", "POST", { bankId: bank.id, name: "Large account" })
    await load(postgres, account.id)
    await postgres.query("analyze")
    const { page } = await openAs(browser, world, person, "/movements", { viewport: { width: 1280, height: 860 } })
    await page.getByRole("list", { name: "Movements" }).waitFor()
    const scrolled = await scroll(page, isQuick ? 4 : 10)
    const filtered: Array<number> = []
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(`${world.base}/app/movements`)
      await page.getByRole("list", { name: "Movements" }).waitFor()
      filtered.push(await filter(page))
    }
    return { scrolled, filtered }
  } finally {
    await browser.close()
    await world.close()
    await postgres.stop()
  }
}
