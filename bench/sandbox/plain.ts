/** The demo bank's scrape by hand on Playwright: the same steps as its script, by somebody who trusts the code that runs. */
import { type Browser, chromium, type Page } from "playwright-core"

export interface Visit {
  readonly url: string
  readonly username: string
  readonly password: string
  readonly since: string
}

const logIn = async (page: Page, { password, url, username }: Visit): Promise<void> => {
  await page.goto(`${url}/login`)
  await page.getByLabel("User name", { exact: true }).fill(username)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Log in" }).click()
  await page.getByRole("heading", { name: "Your accounts" }).waitFor()
}

const readRows = (page: Page): Promise<ReadonlyArray<ReadonlyArray<string>>> =>
  page
    .getByRole("table", { name: "Movements of" })
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.querySelectorAll("td"), (cell: { innerText: string }) => cell.innerText.trim()))
    )

const readMovements = async (page: Page, { since, url }: Visit): Promise<number> => {
  const [year, month, day] = since.split("-")
  await page.goto(`${url}/movements?from=${encodeURIComponent(`${day}/${month}/${year}`)}`)
  const total = Number.parseInt(await page.getByTestId("movement-count").innerText(), 10)
  const older = page.getByRole("link", { name: "Older movements" })
  let read = 0
  for (let number = 1; ; number += 1) {
    await page.getByText(`Page ${number} of`).waitFor()
    read += (await readRows(page)).length
    if (!(await older.isVisible())) break
    await older.click()
  }
  if (read !== total) throw new Error(`${read} of ${total} rows were read`)
  return read
}

const scrape = async (browser: Browser, visit: Visit): Promise<number> => {
  const context = await browser.newContext({ serviceWorkers: "block" })
  try {
    const page = await context.newPage()
    await logIn(page, visit)
    const rows = await readMovements(page, visit)
    await page.getByRole("button", { name: "Log out" }).click()
    await page.getByLabel("User name", { exact: true }).waitFor()
    return rows
  } finally {
    await context.close()
  }
}

const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ["--disable-background-networking"]
  })

/** In a browser that stays open. */
export const openPlain = async (executablePath: string) => {
  const browser = await launch(executablePath)
  return { scrape: (visit: Visit) => scrape(browser, visit), close: () => browser.close() }
}

/** In a browser of its own, as most scrapers do. */
export const scrapeInFreshBrowser = async (executablePath: string, visit: Visit): Promise<number> => {
  const browser = await launch(executablePath)
  try {
    return await scrape(browser, visit)
  } finally {
    await browser.close()
  }
}
