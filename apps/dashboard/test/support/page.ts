/** A page at which a person is logged in. What it complains of in its console fails the test that opened it. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import type { Person, World } from "./world.ts"

/** A refusal, or a server that is away, is told to the person; that the console has it too is no fault. */
const expected = /^Failed to load resource|net::ERR_|WebSocket connection to|This part of the page can't be reached/

/** What the browser complains of from now on: errors, warnings, and what the page's policy holds back. */
const complaintsOf = (page: Page): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("pageerror", ({ message }) => complaints.push(message))
  page.on("console", (message) => {
    const isOne = ["error", "warning"].includes(message.type())
    if (isOne && !expected.test(message.text())) complaints.push(message.text())
  })
  return complaints
}

/** Of a busy machine: there a minute passes over what takes a second. */
const patience = 90_000

export const openAs = async (
  browser: Browser,
  world: World,
  person: Person,
  path: string,
  { language = "en", ...options }: BrowserContextOptions & { readonly language?: "en" | "es" } = {}
) => {
  const context = await browser.newContext({
    locale: language === "es" ? "es-ES" : "en-GB",
    reducedMotion: "reduce",
    ...options
  })
  const session = JSON.stringify(JSON.stringify({ token: person.token, email: person.email }))
  // Once per tab, so that who logs out stays out.
  const content = `if (sessionStorage.getItem("begun") === null) {
    sessionStorage.setItem("begun", "yes")
    sessionStorage.setItem("counterfoil.session", ${session})
    localStorage.setItem("counterfoil.language", "${language}")
  }`
  await context.addInitScript({ content })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(`${world.base}/app${path}`)
  await page.getByRole("heading").first().waitFor()
  return { context, page, complaints }
}

/** Somebody who has never been here makes an account. */
export const registerAt = async (browser: Browser, { base }: World, email: string) => {
  // In the demo bank's zone, as its customers: for an hour or two of each night its day is another one than Greenwich's.
  const context = await browser.newContext({
    locale: "en-GB",
    reducedMotion: "reduce",
    timezoneId: "Europe/Madrid"
  })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto(`${base}/`)
  const enter = page.getByRole("heading", { name: "Log in" })
  await enter.or(page.getByRole("heading", { name: "Welcome to Counterfoil" })).waitFor()
  // Who is the first is asked for an account at once.
  if (await enter.isVisible()) await page.getByRole("button", { name: "Create an account" }).click()
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password").fill("a long enough password")
  await page.getByRole("button", { name: "Create an account" }).click()
  return { context, page, complaints }
}

export const at = (page: Page) => ({
  badge: (word: string) => page.getByRole("main").getByText(word, { exact: true })
})
