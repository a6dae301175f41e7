/**
 * From a person's clicks to a first script. The clicks are what Playwright's recorder writes
 * (`npx playwright-core codegen --target javascript --output clicks.js URL`): its lines hold what was typed, password
 * included, so nothing that was typed is ever copied from them.
 */

import { columnsIn, decimalIn } from "./savedPage.ts"

interface Click {
  /** As the SDK writes it too: `page.getByLabel('User name')`. */
  readonly locator: string
  readonly deed: "fill" | "click" | "press" | "check" | "selectOption"
  readonly value: string
}

export interface Clicks {
  readonly origin: string
  readonly path: string
  readonly clicks: ReadonlyArray<Click>
}

const line = /^\s*await (page\.[^;]*)\.(fill|click|press|check|selectOption)\((.*)\);?\s*$/
const opening = /^\s*await page\.goto\(['"`]([^'"`]+)['"`]\);?\s*$/

/** Undefined: no page is opened in it, so it is no recording of clicks. */
export const readClicks = (text: string): Clicks | undefined => {
  const lines = text.split("\n")
  const url = lines.map((each) => URL.parse(opening.exec(each)?.[1] ?? "")).find((found) => found !== null)
  if (url === undefined || url === null) return undefined
  const clicks = lines.flatMap((each): ReadonlyArray<Click> => {
    const [, locator = "", deed, value = ""] = line.exec(each) ?? []
    return deed === "fill" || deed === "click" || deed === "press" || deed === "check" || deed === "selectOption"
      ? [{ locator, deed, value: value.replace(/^['"`]|['"`]$/g, "") }]
      : []
  })
  return { origin: url.origin, path: `${url.pathname}${url.search}`, clicks }
}

const isPassword = ({ deed, locator }: Click): boolean =>
  deed === "fill" && /pass|clave|contrase|\bpin\b|kennwort|secret|mot de passe|senha|parola|رمز|סיסמ/i.test(locator)
const isCode = ({ deed, value }: Click): boolean => deed === "fill" && /^\d{4,8}$/.test(value)
const leaves = ({ deed, locator }: Click): boolean =>
  deed === "click" &&
  /log ?out|sign ?o(?:ut|ff)|leave|salir|cerrar sesi|desconect|abmelden|déconnex|esci|sair|خروج/i.test(locator)

/** What leads to older rows: clicked on the way to the list it would leave its first page out. */
const leadsOn = ({ deed, locator }: Click): boolean =>
  deed === "click" &&
  /older|earlier|previous|(?:load|show) more|next page|anterior|antigu|(?:ver|cargar) más|älter|früher|vorherig|précédent|ancien|precedent/i.test(
    locator
  )

/** Clicks by the part of a script that they belong to. */
interface Parts {
  readonly before: ReadonlyArray<Click>
  readonly username: Click | undefined
  readonly password: Click | undefined
  readonly submit: ReadonlyArray<Click>
  /** Between the password and the code: how it is to be sent, say. */
  readonly between: ReadonlyArray<Click>
  readonly code: Click | undefined
  readonly sendCode: Click | undefined
  readonly toList: ReadonlyArray<Click>
  readonly older: Click | undefined
  readonly logout: Click | undefined
}

const isFill = ({ deed }: Click): boolean => deed === "fill"

const partsOf = (all: ReadonlyArray<Click>): Parts => {
  // A click into a field that is filled next is only the recorder's way to focus it.
  const clicks = all.filter((click, at) => !(click.deed === "click" && all[at + 1]?.locator === click.locator))
  const fills = clicks.filter(isFill)
  const password = clicks.find(isPassword) ?? fills[1]
  const at = password === undefined ? clicks.length : clicks.indexOf(password)
  const username = clicks.slice(0, at).findLast(isFill)
  const rest = clicks.slice(at + 1)
  const [submit] = rest.filter(({ deed }) => deed !== "fill")
  const afterSubmit = submit === undefined ? [] : rest.slice(rest.indexOf(submit) + 1)
  const code = afterSubmit.find(isCode)
  const afterCode = code === undefined ? afterSubmit : afterSubmit.slice(afterSubmit.indexOf(code) + 1)
  const sendCode = code === undefined ? undefined : afterCode[0]
  const reading = sendCode === undefined ? afterCode : afterCode.slice(1)
  const logout = reading.find(leaves)
  const older = reading.find(leadsOn)
  const onTheWay = older === undefined ? reading : reading.slice(0, reading.indexOf(older))
  return {
    before: clicks.slice(0, at).filter((click) => click !== username && click.deed !== "fill"),
    username,
    password,
    submit: submit === undefined ? [] : [submit],
    between:
      code === undefined ? [] : afterSubmit.slice(0, afterSubmit.indexOf(code)).filter(({ deed }) => deed !== "fill"),
    code,
    sendCode,
    toList: onTheWay.filter((click) => click !== logout && click.deed === "click"),
    older,
    logout
  }
}

const quoted = (locator: string): string => locator.replaceAll("'", '"')

const act = ({ deed, locator, value }: Click): string =>
  deed === "press" ? `await ${quoted(locator)}.press(${JSON.stringify(value)})` : `await ${quoted(locator)}.${deed}()`

const entry = (name: string, click: Click | undefined): ReadonlyArray<string> =>
  click === undefined ? [] : [`    ${name}: ${quoted(click.locator)},`]

const pagesOf = (parts: Parts): string =>
  [
    "/** Everything that is looked for on the bank's pages. */",
    'import { type Page, said } from "@counterfoil/script-sdk"',
    "",
    "export const pages = (page: Page) => {",
    "  return {",
    ...entry("username", parts.username),
    ...entry("password", parts.password),
    ...entry("submit", parts.submit[0]),
    ...entry("between", parts.between[0]),
    ...entry("code", parts.code),
    ...entry("sendCode", parts.sendCode),
    "    // What the page shows once it is logged in, and only then: the first thing to check.",
    `    home: ${quoted((parts.toList[0] ?? parts.logout)?.locator ?? 'page.getByRole("table")')},`,
    ...entry("leave", parts.logout),
    '    table: page.getByRole("table"),',
    "    // What leads to older rows; the list ends where it isn't seen.",
    `    older: ${quoted(parts.older?.locator ?? "page.getByRole('link', { name: /older|previous|anterior|antigu|ältere|précédent|next/i })")},`,
    '    closed: page.getByRole("heading", { name: /maintenance|unavailable|503|mantenimiento|wartung/i }),',
    "    // The bank's own sentences. A refused password must be told from everything else, or it is tried again.",
    '    ends: said(page.getByRole("alert"), {',
    "      invalid_credentials: /wrong|not right|incorrect|falsch|erróne/i,",
    `      account_locked: /locked|blocked|bloquead|gesperrt/i${parts.code === undefined ? "" : ","}`,
    ...(parts.code === undefined ? [] : ["      wrong_code: /code|código|TAN/i"]),
    "    })",
    "  }",
    "}",
    ""
  ].join("\n")

const betweenEntry = ({ between }: Parts): ReadonlyArray<string> =>
  between.length === 0
    ? []
    : [
        "      between: {",
        "        choice: {",
        "          seen: bank.between,",
        "          deal: async () => {",
        ...between.map((click) => `            ${act(click)}`),
        "          }",
        "        }",
        "      },"
      ]

const codeEntry = ({ code, sendCode }: Parts): ReadonlyArray<string> => {
  if (code === undefined) return []
  const asked = `length: ${code.value.length}, via: "sms", purpose: "Log in"`
  if (sendCode?.deed !== "press") {
    const send = sendCode === undefined ? "" : " send: bank.sendCode,"
    return [`      code: { field: bank.code,${send} ${asked} },`]
  }
  return [
    "      code: {",
    `        seen: bank.code, ${asked},`,
    "        enter: async (code) => {",
    "          await bank.code.fill(code)",
    '          await bank.sendCode.press("Enter")',
    "        }",
    "      },"
  ]
}

const bankOf = (bank: string, path: string, parts: Parts, movementsPage: string): string => {
  const decimal = decimalIn(movementsPage)
  const options = [
    'currency: "EUR", dates: "dmy",',
    ...(decimal === undefined ? [] : [`decimal: "${decimal}",`]),
    "since, today, next: bank.older, unavailable: bank.closed"
  ].join(" ")
  return [
    "/** Made from a person's clicks: look at pages.ts first, then at the columns and at what the bank says when it refuses. */",
    'import { defineBankScript, movements } from "@counterfoil/script-sdk"',
    'import { pages } from "./pages.ts"',
    "",
    "export default defineBankScript({",
    `  bank: ${JSON.stringify(bank)},`,
    '  version: "0.1.0",',
    "  sdk: 1,",
    '  flow: "extract_transactions",',
    "  origins: [],",
    "  // `script record` prints what is missing here.",
    "  requests: [],",
    '  zone: "Europe/Madrid",',
    '  dates: "dmy",',
    '  sessionTypes: ["one-shot"],',
    "  uniqueIds: false,",
    "  login: async ({ ends, page, secrets, step }) => {",
    "    const bank = pages(page)",
    '    await step("password", async () => {',
    `      await page.goto(${JSON.stringify(path)})`,
    ...parts.before.map((click) => `      ${act(click)}`),
    ...(parts.username === undefined ? [] : ["      await bank.username.fill(secrets.username)"]),
    ...(parts.password === undefined ? [] : ["      await bank.password.fill(secrets.password)"]),
    ...parts.submit.map(({ deed }) => `      await bank.submit.${deed === "press" ? 'press("Enter")' : "click()"}`),
    "    })",
    "    return ends({",
    "      authenticated: bank.home,",
    ...betweenEntry(parts),
    ...codeEntry(parts),
    "      bank_unavailable: bank.closed,",
    "      ...bank.ends",
    "    })",
    "  },",
    "  extract: ({ page, since, step, today }) =>",
    '    step("movements", async () => {',
    "      const bank = pages(page)",
    ...parts.toList.map((click) => `      ${act(click)}`),
    "      return movements.fromTable(",
    "        bank.table,",
    `        ${JSON.stringify(columnsIn(movementsPage))},`,
    `        { ${options} }`,
    "      )",
    `    })${parts.logout === undefined ? "" : ","}`,
    ...(parts.logout === undefined
      ? []
      : ["  logout: async ({ page }) => {", "    await pages(page).leave.click()", "  }"]),
    "})",
    ""
  ].join("\n")
}

/** The files of a first script. */
export const scriptFromClicks = (
  bank: string,
  { clicks, path }: Clicks,
  movementsPage: string
): Readonly<Record<"bank.ts" | "pages.ts", string>> => {
  const parts = partsOf(clicks)
  return { "bank.ts": bankOf(bank, path, parts, movementsPage), "pages.ts": pagesOf(parts) }
}
