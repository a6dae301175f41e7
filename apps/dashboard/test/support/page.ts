/** A page at which a person is logged in. What it complains of in its console fails the test that opened it. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import type { Person, World } from "./world.ts"

export const openAs = async (
  browser: Browser,
  world: World,
  person: Person,
  path: string,
  { language = "en", ...options }: BrowserContextOptions & { readonly language?: "en" | "es" } = {}
) => {
  const context = await browser.newContext({ locale: language === "es" ? "es-ES" : "en-GB", ...options })
  const session = JSON.stringify(JSON.stringify({ token: person.token, email: person.email }))
  // Once per tab, so that who logs out stays out.
  const content = `if (sessionStorage.getItem("begun") === null) {
    sessionStorage.setItem("begun", "yes")
    sessionStorage.setItem("counterfoil.session", ${session})
    localStorage.setItem("counterfoil.language", "${language}")
  }`
  await context.addInitScript({ content })
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on("pageerror", ({ message }) => complaints.push(message))
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted ?Types|Warning:/i.test(message.text())) complaints.push(message.text())
  })
  await page.goto(`${world.base}/app${path}`)
  await page.getByRole("heading").first().waitFor()
  return { context, page, complaints }
}

export const at = (page: Page) => ({
  badge: (word: string) => page.getByRole("main").getByText(word, { exact: true })
})
