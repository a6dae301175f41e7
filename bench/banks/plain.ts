/** The same scrapes in plain Playwright, as somebody without Counterfoil would write them: no sandbox, no gate, no proof. */
import { type Browser, chromium, type Page } from "playwright-core"

const password = "right-password-1"

type Scrape = (page: Page, url: string, customer: string) => Promise<number>

const executable = () => {
  const executablePath = process.env["CHROMIUM_PATH"]
  return executablePath === undefined ? {} : { executablePath }
}

let browser: Promise<Browser> | undefined

/** One browser for all, a context for each scrape: as our own does it. */
const timed =
  (scrape: Scrape) =>
  async (url: string, customer: string): Promise<number> => {
    browser ??= chromium.launch(executable())
    const begun = performance.now()
    const context = await (await browser).newContext()
    const page = await context.newPage()
    const rows = await scrape(page, url, customer)
    await context.close()
    if (rows < 30) throw new Error(`plain Playwright read ${rows} rows`)
    return performance.now() - begun
  }

const allPages = async (page: Page, next: string): Promise<number> => {
  let rows = 0
  for (;;) {
    await page.getByRole("table").last().waitFor()
    rows += await page.getByRole("table").last().locator("tr:has(td)").count()
    const older = page.getByRole("link", { name: next })
    if (!(await older.isVisible())) return rows
    await Promise.all([page.waitForNavigation(), older.click()])
  }
}

const classic: Scrape = async (page, url, customer) => {
  await page.goto(`${url}/login`)
  await page.getByLabel("User name").fill(customer)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Log in" }).click()
  await page.waitForURL("**/home")
  await page.goto(`${url}/movements?from=01/01/2020`)
  const rows = await allPages(page, "Older movements")
  await page.getByRole("button", { name: "Log out" }).click()
  await page.waitForURL("**/login*")
  return rows
}

const parsi: Scrape = async (page, url, customer) => {
  await page.goto(`${url}/parsi`)
  await page.getByLabel("نام کاربری").fill(customer)
  await page.getByLabel("رمز عبور").fill(password)
  await page.getByRole("button", { name: "ورود" }).click()
  await page.waitForURL("**/hesab")
  const rows = await allPages(page, "قدیمی‌تر")
  await page.getByRole("button", { name: "خروج" }).click()
  await page.waitForURL("**/parsi")
  return rows
}

const neo: Scrape = async (page, url, customer) => {
  let rows = 0
  page.on("response", async (response) => {
    if (!response.url().includes("/neo/api/operations")) return
    const { items }: { readonly items: ReadonlyArray<unknown> } = await response.json()
    rows += items.length
  })
  await page.goto(`${url}/neo`)
  await page.getByLabel("Your name").fill(customer)
  await page.getByLabel("Your secret").fill(password)
  await page.getByRole("button", { name: "Go" }).click()
  const older = page.getByRole("button", { name: "Older" })
  await page.getByRole("list").getByRole("listitem").first().waitFor()
  while (await older.isVisible()) {
    const answered = page.waitForResponse(/operations/)
    await older.click()
    await answered
    await page.locator("button.more:disabled").waitFor({ state: "detached" })
  }
  await page.getByRole("button", { name: "Leave" }).click()
  await page.getByRole("button", { name: "Go" }).waitFor()
  return rows
}

export const plainScrapes: Readonly<Record<string, ReturnType<typeof timed>>> = {
  "demo-bank": timed(classic),
  "demo-parsi": timed(parsi),
  "demo-neo": timed(neo)
}

export const closePlain = async (): Promise<void> => {
  await (await browser)?.close()
}
