import { type DemoBank, startDemoBank } from "../src/index.ts"

export type Read = { readonly path: string; readonly status: number; readonly text: string }

/** A browser without a screen: keeps cookies and follows redirects. */
export class Visitor {
  readonly #base: string
  readonly cookies = new Map<string, string>()

  constructor(base: string) {
    this.#base = base
  }

  async open(path: string, form?: Readonly<Record<string, string>>): Promise<Read> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await fetch(`${this.#base}${path}`, {
      redirect: "manual",
      headers: { cookie },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) })
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name === undefined || value === undefined) continue
      if (value === "") this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await response.text()
    const to = response.headers.get("location")
    return to === null ? { path, status: response.status, text } : this.open(to)
  }

  login(username: string, password: string): Promise<Read> {
    return this.open("/login", { username, password })
  }
}

export const alertOf = ({ text }: Read): string | undefined => /role="alert">([^<]*)</.exec(text)?.[1]

export const passwords = { ana: "ana-secret-7412", luis: "luis-secret-3095", marta: "marta-secret-5561" }

/** The cells of each row of the page's table. */
export const rowsOf = ({ text }: Read): string[][] =>
  [...text.matchAll(/<tr>(.*?)<\/tr>/gs)]
    .map(([, row]) =>
      [...(row ?? "").matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => (cell ?? "").replace(/<[^>]+>/g, ""))
    )
    .filter((cells) => cells.length > 0)

export const centsOf = (printed: string): bigint => BigInt(printed.replace(/[.,]/g, ""))

/** A bank whose clock stands at noon of 10 June 2025 in Madrid until it is put forward. */
export const openBank = async (journalFile?: string) => {
  const bank: DemoBank = await startDemoBank({ journalFile, now: () => new Date("2025-06-10T10:00:00Z") })

  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${bank.url}/control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, json: text === "" ? null : JSON.parse(text) }
  }

  const lastCode = async (customer: keyof typeof passwords): Promise<string | undefined> => {
    const { messages } = JSON.parse(await (await fetch(`${bank.url}/sms/${customer}.json`)).text())
    return messages[0]?.code
  }

  const loggedIn = async (customer: keyof typeof passwords): Promise<Visitor> => {
    const visitor = new Visitor(bank.url)
    const asked = await visitor.login(customer, passwords[customer])
    if (asked.path === "/code") await visitor.open("/code", { code: (await lastCode(customer)) ?? "" })
    return visitor
  }

  return { ...bank, control, lastCode, loggedIn, visitor: () => new Visitor(bank.url) }
}

export type OpenBank = Awaited<ReturnType<typeof openBank>>
