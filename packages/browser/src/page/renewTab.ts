/**
 * Goes on in a new tab of the same context.
 *
 * Playwright keeps the request and the answer of every document that a tab has shown, about 15 KiB each, until the tab
 * closes or ten thousand are kept. A session that stays open for days therefore changes its tab from time to time, at a
 * moment when the script leaves the document anyway. The context has the cookies and the local storage; the session
 * storage belongs to the tab and is carried over.
 */
import { randomUUID } from "node:crypto"
import type { BrowserContext, Page } from "playwright-core"
import { type Act, type PageSession, waiting } from "./PageSession.ts"

/** Documents after which a tab is worn: less than half a mebibyte. */
const wornAfter = 25

/** Shows an empty document of ours on an origin; nothing is asked of the bank. */
const showEmpty = async (page: Page, origin: string, act: Act): Promise<void> => {
  const path = `/${randomUUID()}`
  const isOurs = new RegExp(`${path}$`)
  await page.route(isOurs, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }))
  try {
    await page.goto(`${origin}${path}`, waiting(act))
  } finally {
    await page.unroute(isOurs)
  }
}

const carryStorage = async (from: Page, to: Page, act: Act): Promise<void> => {
  for (const origin of act.session.rules.origins) {
    await showEmpty(from, origin, act)
    const items = await from.sessionStorage.items()
    if (items.length === 0) continue
    await showEmpty(to, origin, act)
    for (const { name, value } of items) await to.sessionStorage.setItem(name, value)
  }
}

const openSuccessor = async (context: BrowserContext, worn: Page, act: Act): Promise<Page | undefined> => {
  const page = await context.newPage()
  try {
    await carryStorage(worn, page, act)
    return page
  } catch {
    // The worn one still works.
    await page.close().catch(() => undefined)
    return undefined
  }
}

/** An address that differs from the shown one by its fragment only keeps the document. */
const keepsDocument = (shown: string, address: string): boolean =>
  address.includes("#") && shown.replace(/#.*$/s, "") === address.replace(/#.*$/s, "")

/** Later in a run there is a way back, and what stands on the page is the script's. */
const isDue = ({ pages }: PageSession, address: string): boolean =>
  pages.hasOnlyShownBefore(wornAfter) && !keepsDocument(pages.get(0).url(), address)

/** Called before a page goes to `address`. */
export const renewIfWorn = async (act: Act, number: number, address: string): Promise<void> => {
  const { context, pages, typed, typingLock, watch } = act.session
  if (number !== 0 || !isDue(act.session, address)) return
  await typingLock.ifAlone(async () => {
    const worn = pages.get(0)
    const page = await openSuccessor(context, worn, act)
    if (page === undefined) return
    watch(page)
    pages.replaceFirst(page)
    typed.forget()
    await worn.close().catch(() => undefined)
  })
}
