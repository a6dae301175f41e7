/** The same scrapes in plain Playwright, as somebody without Counterfoil would write them: no sandbox, no gate, no proof. */
import { readFileSync } from "node:fs"
import { type Browser, chromium, type Locator, type Page } from "playwright-core"

const password = "right-password-1"

type Scrape = (page: Page, url: string, customer: string) => Promise<number>

let browser: Promise<Browser> | undefined

/** One browser for all, a context for each scrape: as our own does it. */
const timed =
  (scrape: Scrape) =>
  async (executablePath: string, url: string, customer: string): Promise<number> => {
    browser ??= chromium.launch({ executablePath })
    const begun = performance.now()
    const context = await (await browser).newContext()
    const page = await context.newPage()
    const rows = await scrape(page, url, customer)
    await context.close()
    if (rows < 30) throw new Error(`plain Playwright read ${rows} rows`)
    return performance.now() - begun
  }

/** Where a website has what: most are a login, a list of pages and a button that leaves. */
interface Paged {
  readonly path: string
  /** A link that leads to the login. */
  readonly through?: string
  readonly labels: { readonly user: string; readonly password: string; readonly enter: string; readonly leave: string }
  readonly list: string
  readonly rows: (page: Page) => Locator
  readonly older: (page: Page) => Locator
  /** What may lie over a page, and what clicks it away. */
  readonly over?: { readonly dialog: string; readonly away: string }
}

const logIn = async (
  page: Page,
  { over, path, labels, through }: Omit<Paged, "list" | "rows" | "older">,
  user: string
) => {
  const { enter, leave, password: passwordLabel, user: userLabel } = labels
  if (over !== undefined) {
    const { away, dialog } = over
    const lies = page.getByRole("dialog", { name: dialog })
    await page.addLocatorHandler(lies, () => lies.getByRole("button", { name: away }).click())
  }
  await page.goto(path)
  if (through !== undefined) await page.getByRole("link", { name: through }).click()
  await page.getByLabel(userLabel).fill(user)
  await page.getByLabel(passwordLabel).fill(password)
  await page.getByRole("button", { name: enter }).click()
  await page.getByRole("button", { name: leave }).waitFor()
}

const paged =
  (website: Paged): Scrape =>
  async (page, url, customer) => {
    const { labels, list, older, path, rows } = website
    await logIn(page, { ...website, path: `${url}${path}` }, customer)
    await page.goto(`${url}${list}`)
    let count = 0
    for (;;) {
      await rows(page).first().waitFor()
      count += await rows(page).count()
      if (!(await older(page).isVisible())) break
      await Promise.all([page.waitForNavigation(), older(page).click()])
    }
    const leave = page.getByRole("button", { name: labels.leave })
    await leave.click()
    await leave.waitFor({ state: "detached" })
    return count
  }

const link = (name: string) => (page: Page) => page.getByRole("link", { name })
const rowsOfLastTable = (page: Page) => page.getByRole("table").last().locator("tr:has(td)")

const classic = paged({
  path: "/login",
  labels: { user: "User name", password: "Password", enter: "Log in", leave: "Log out" },
  list: "/movements?from=01/01/2020",
  rows: rowsOfLastTable,
  older: link("Older movements")
})

const parsi = paged({
  path: "/parsi",
  labels: { user: "نام کاربری", password: "رمز عبور", enter: "ورود", leave: "خروج" },
  list: "/parsi/hesab",
  rows: rowsOfLastTable,
  older: link("قدیمی‌تر")
})

const doble = paged({
  path: "/doble",
  through: "Acceso clientes",
  labels: { user: "Correo o usuario", password: "Contraseña", enter: "Identificarme", leave: "Salir" },
  list: "/doble/cuenta",
  rows: rowsOfLastTable,
  older: link("Ver más antiguos")
})

const pregunta = paged({
  path: "/pregunta",
  labels: { user: "User ID", password: "Password", enter: "Sign on", leave: "Sign off" },
  list: "/pregunta/account",
  rows: (page) => page.getByRole("table", { name: "Booked" }).locator("tr:has(td)"),
  older: link("Earlier")
})

const rejilla = paged({
  path: "/rejilla",
  labels: { user: "NIF", password: "Clave de acceso", enter: "Acceder", leave: "Cerrar sesión" },
  list: "/rejilla/extracto",
  rows: (page) => page.locator("tbody tr:not(:has(td[colspan]))"),
  older: link("Hoja más antigua")
})

const kontor = paged({
  path: "/kontor",
  labels: { user: "Anmeldename", password: "Kennwort", enter: "Anmelden", leave: "Abmelden" },
  over: { dialog: "Cookies", away: "Nur notwendige" },
  list: "/kontor/umsaetze",
  rows: (page) => page.getByRole("table", { name: "Kontobuch" }).locator("tr:has(.ganz)"),
  older: (page) => page.locator("nav a[aria-current] + a")
})

/** A list that grows at its end, by a scroll. */
const sinfin: Scrape = async (page, url, customer) => {
  const labels = { user: "Usuario", password: "Contraseña", enter: "Entrar", leave: "Cerrar sesión" }
  await logIn(page, { path: `${url}/sinfin`, labels, over: { dialog: "Novedades", away: "Ahora no" } }, customer)
  const items = page.getByRole("list", { name: "Operaciones" }).getByRole("listitem")
  const more = page.getByText("Cargando más…")
  await items.first().waitFor()
  while (await more.isVisible()) {
    const known = await items.count()
    await more.scrollIntoViewIfNeeded()
    await items.nth(known).waitFor()
  }
  const rows = await items.count()
  await page.getByRole("button", { name: "Cerrar sesión" }).click()
  await page.getByLabel("Usuario").waitFor()
  return rows
}

/** A file in place of a list. */
const ficheros: Scrape = async (page, url, customer) => {
  const labels = { user: "Usuario", password: "Clave", enter: "Entrar", leave: "Salir" }
  await logIn(page, { path: `${url}/ficheros`, labels }, customer)
  await page.getByLabel("Desde").fill("01/01/2020")
  let rows = 0
  for (const format of ["csv", "ofx"]) {
    await page.getByLabel("Formato").selectOption(format)
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Descargar" }).click()
    ])
    const text = readFileSync(await download.path(), "latin1")
    rows = Math.max(rows, text.trimEnd().split("\n").length)
  }
  await page.getByRole("button", { name: "Salir" }).click()
  await page.getByLabel("Usuario").waitFor()
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
  "demo-doble": timed(doble),
  "demo-pregunta": timed(pregunta),
  "demo-rejilla": timed(rejilla),
  "demo-kontor": timed(kontor),
  "demo-sinfin": timed(sinfin),
  "demo-ficheros": timed(ficheros),
  "demo-neo": timed(neo)
}

export const closePlain = async (): Promise<void> => {
  await (await browser)?.close()
}
