/**
 * Every page as whoever reads Spanish sees it has no sentence of ours in English, on a furnished world of which nothing is taken
 * away yet. What it does to that world comes after whatever goes by the messages that `furnish` has made.
 */
import type { Browser } from "playwright-core"
import { expect } from "vitest"
import { violations } from "./axe.ts"
import { englishOn } from "./english.ts"
import { openAs } from "./page.ts"
import { comeTo, type Furnished, placesOf } from "./pages.ts"
import { until, type World } from "./world.ts"

interface There {
  readonly browser: Browser
  readonly furnished: Furnished
  readonly world: World
}

/** What bookkeepers and their shops do in a day, so that there is something to tell. */
const busyDay = async ({ furnished, world }: There) => {
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

export const lookInSpanish = async (there: There) => {
  await busyDay(there)
  const { browser, furnished, world } = there
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
}
