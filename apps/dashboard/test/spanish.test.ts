/** Whoever reads Spanish reads no sentence of ours in English, on any page. */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { activityKinds, consentGapCodes, FailureKind, impedimentCodes, orderFaultCodes } from "@counterfoil/domain"
import { sentenceOf } from "../src/i18n/activity.ts"
import { en } from "../src/i18n/en/index.ts"
import { es } from "../src/i18n/es/index.ts"
import { orderFaults as inEnglish } from "../src/i18n/en/reasons.ts"
import { orderFaults as inSpanish } from "../src/i18n/es/reasons.ts"
import { formatsFor } from "../src/i18n/format.ts"
import { violations } from "./support/axe.ts"
import { launch } from "./support/browser.ts"
import { ownDatabase } from "./support/database.ts"
import { englishOn } from "./support/english.ts"
import { openAs } from "./support/page.ts"
import { comeTo, type Furnished, furnish, longCodeTimeout, placesOf } from "./support/pages.ts"
import { startWorld, until, type World } from "./support/world.ts"

let database: Awaited<ReturnType<typeof ownDatabase>>
let world: World
let browser: Browser
let furnished: Furnished

beforeAll(async () => {
  database = await ownDatabase()
  ;[world, browser] = await Promise.all([
    startWorld({ ...longCodeTimeout, ...database.env, MONITOR_INTERVAL: "1 minute" }),
    launch()
  ])
  furnished = await furnish(world)
})

afterAll(async () => {
  await browser?.close()
  await world?.close()
  await database?.drop()
})

test.for([en, es])("whatever the server says by a word has its words in the dictionary", ({ accounts }) => {
  expect(Object.keys(accounts.activities).toSorted()).toEqual([...activityKinds].toSorted())
  expect(Object.keys(accounts.impediments).toSorted()).toEqual([...impedimentCodes].toSorted())
  expect(Object.keys(accounts.gaps).toSorted()).toEqual([...consentGapCodes].toSorted())
  expect(Object.keys(accounts.kinds).toSorted()).toEqual([...FailureKind.literals].toSorted())
})

test.for([
  [en, inEnglish, "It is the order C-2.", /It is the order C-2\. Its amount must be a decimal such as 12\.50/],
  [es, inSpanish, "Es el pedido C-2.", /Es el pedido C-2\. Su importe \(amount\) debe ser un decimal como 12\.50/]
] as const)("why an order was skipped is said, and nothing untrue of one from before that was kept", (each) => {
  const [{ accounts }, faults, before, now] = each
  expect(Object.keys(faults).toSorted()).toEqual([...orderFaultCodes].toSorted())
  const words = accounts.activities["orders.item_skipped"]
  const said = (data: object) => words && sentenceOf(words, { index: 1, external_id: "C-2", ...data }, formatsFor("en"))
  expect(said({})).toBe(before)
  expect(said({ reason: "amount_shape", field: null })).toMatch(now)
})

test("an entry from before its values were kept has a title, and no sentence with a hole in it", () => {
  const formats = formatsFor("es")
  const read = es.accounts.activities["scrape.read"]
  expect(read).toBeDefined()
  if (read === undefined) return
  expect(sentenceOf(read, { movements_new: 2 }, formats)).toBeUndefined()
  const whole = { movements_new: 2, from: "2026-11-18", to: "2026-11-20", again: false }
  expect(sentenceOf(read, whole, formats)).toMatch(/^Del 18 nov 2026 al 20 nov 2026: 2 movimientos nuevos\.$/)
})

/** What bookkeepers and their shops do in a day, so that there is something to tell. */
const busyDay = async () => {
  const { blocked, person, shop, undone } = furnished
  await person.ask(`/conciliation/${undone}/leave?as=closed`, "POST")
  await person.ask(`/conciliation/${undone}/reopen`, "POST")
  await person.ask(`/conciliation/${undone}/forget`, "POST")
  await person.ask(`/accounts/${shop}/endpoint/pause`, "POST")
  await person.ask(`/accounts/${shop}/endpoint/resume`, "POST")
  await person.ask(`/accounts/${shop}/totp`, "PUT", { secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" })
  await person.ask(`/accounts/${shop}/totp`, "DELETE")
  await world.shop.ask("/orders", "POST", {
    orders: [{ list: "luis", external_id: "A-X", amount: "1.00", currency: "ZZZ", name: "X" }]
  })
  await person.ask(`/conciliation/poll/${shop}`, "POST")
  await person.ask(`/accounts/${blocked}/scrape`, "POST")
  for (const [id, kind] of [
    [shop, "orders.item_skipped"],
    [blocked, "scrape.skipped"]
  ]) {
    await until(`${kind} is told`, async () => {
      const told = await person.ask<ReadonlyArray<{ kind: string }>>(`/accounts/${id}/activity`)
      return told.some((each) => each.kind === kind) ? true : undefined
    })
  }
}

test("no page has an English sentence of ours for whoever reads Spanish, and an English one says all of it too", async () => {
  await busyDay()
  const { blocked, coded, matched, person, shop, undone } = furnished
  const { complaints, context, page } = await openAs(browser, world, person, "/", {
    language: "es",
    viewport: { width: 1280, height: 900 }
  })
  const found: Record<string, ReadonlyArray<string>> = {}
  const look = async (name: string) => {
    const here = await englishOn(page)
    if (here.length > 0) found[name] = here
  }
  const main = page.getByRole("main")
  for (const [name, id] of Object.entries({ shop, blocked, coded })) {
    await page.goto(`${world.base}/app/accounts/${id}`)
    await main.locator("ol li time").first().waitFor()
    await look(`activity of ${name}`)
    const faults = await violations(page)
    if (faults.length > 0) found[`axe, ${name}`] = faults
  }
  await page.goto(`${world.base}/app/accounts/${shop}`)
  await main.getByText("Un pedido de su tienda no se pudo leer").waitFor()
  await main.getByText("Es el pedido A-X. Su moneda (currency) debe ser un código como EUR.").waitFor()
  await main.getByText(`${person.email} reabrió A-1001.`).waitFor()
  await main.getByText(/^Del \d.* al \d.*: 12 movimientos nuevos\.$/).waitFor()
  await page.goto(`${world.base}/app/accounts/${blocked}`)
  // The bank's script speaks: it is quoted, and named.
  await main.getByText(/El script del banco dice: «/).waitFor()
  await main.getByText("Está bloqueada hasta que usted la ponga en marcha de nuevo.").waitFor()
  for (const id of [matched, undone]) {
    await page.goto(`${world.base}/app/orders/${id}`)
    await main.locator("ol li time").first().waitFor()
    await look(`the story of ${id === undone ? "what was undone" : "a matched order"}`)
  }
  await page
    .getByRole("button", { name: /Enviar de nuevo/ })
    .first()
    .click()
  await page.getByRole("dialog").getByText("Lo que se le dice a su tienda").waitFor()
  await look("a message")
  for (const place of placesOf(furnished).toReversed()) {
    await comeTo(page, world.base, place)
    await look(place.name)
  }
  expect(found).toEqual({})
  expect(complaints).toEqual([])
  await context.close()
})
