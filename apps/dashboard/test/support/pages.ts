/** Every page of the dashboard, on a world in which each has something to show. */
import type { Page } from "playwright-core"
import { latestCode, listFor, passwords, type Person, settingsFor, until, type World } from "./world.ts"

export interface Place {
  readonly name: string
  readonly path: string
  /** Until it is there. */
  readonly ready: (page: Page) => Promise<unknown>
  readonly loggedOut?: boolean
  /** Seen by somebody else than the shop's owner. */
  readonly as?: Person
}

const order = (list: string) => (external_id: string, amount: string, name: string, reference?: string) => ({
  list,
  external_id,
  amount,
  currency: "EUR",
  name,
  ...(reference === undefined ? {} : { reference })
})

const payment = (customer: string) => (amount: string, payer: string) => ({ customer, amount, payer })

const enrol = async (
  world: World,
  person: Person,
  bankId: string,
  name: string,
  customer: string,
  password: string,
  more = {}
) => {
  const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId, name })
  await listFor(world, customer)
  await person.ask(`/accounts/${id}/config`, "PUT", settingsFor(world, customer, password, more))
  return id
}

/** An account whose codes come by SMS and by an authenticator; one was typed. What it then reads doesn't add up. */
const enrolCoded = async (world: World, person: Person, bankId: string) => {
  const credentials = { id: "pilar", password: "pilar-secret-5521" }
  await world.bank.ask("/customers", "POST", { ...credentials, asksSmsCode: true, history: "none" })
  const pays = payment(credentials.id)
  const movements = [pays("512.00", "Imprenta Rojas"), pays("88.20", "Librería Sur"), pays("1290.00", "Grupo Alameda")]
  await world.bank.ask("/movements", "POST", { movements })
  await world.bank.ask(`/customers/${credentials.id}/switches`, "PATCH", { breakBalance: true })
  const more = { login_mode: "assisted" }
  const id = await enrol(world, person, bankId, "Payroll", credentials.id, credentials.password, more)
  await person.ask(`/accounts/${id}/codes`, "PUT", { sms: { senders: ["BANCODEMO"], pattern: null } })
  const code = await latestCode(world, credentials.id)
  await until("a login that waits", async () => (await person.ask(`/accounts/${id}/otp`)) ?? undefined)
  await person.ask(`/accounts/${id}/otp`, "POST", { code })
  await person.ask(`/accounts/${id}/totp`, "PUT", {
    secret: "otpauth://totp/Demo%20Bank:pilar?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Demo%20Bank"
  })
  return id
}

/** How each bank asks, and the account there is named after it. */
const asks = { neo: "approval", pregunta: "question", hojas: "picture" } as const

/** Somebody whose logins at three banks wait for something else than a code, each in its own way. */
const enrolAsked = async (world: World) => {
  const person = await world.register("pia@shop.example")
  await person.ask("/me/operation-mode", "PUT", { mode: "passthrough" })
  await Promise.all(
    (["neo", "pregunta", "hojas"] as const).map(async (brand) => {
      const credentials = { id: `pia-${brand}`, password: "pia-secret-2087" }
      await world.bank.ask("/customers", "POST", { ...credentials, asksSmsCode: true, history: "none" })
      const bankId = await world.addBrand(person, brand)
      const more = { login_mode: "assisted" }
      const id = await enrol(world, person, bankId, `Banco ${brand}`, credentials.id, credentials.password, more)
      await until(`the ${asks[brand]}`, async () => {
        const [asked] = await person.ask<ReadonlyArray<{ type: string }>>(`/accounts/${id}/assistances`)
        return asked?.type === asks[brand] ? true : undefined
      })
    })
  )
  return person
}

/** A shop in the middle of its day: orders matched and open, an account that is blocked, a key, a version in review. */
export const furnish = async (world: World) => {
  const person = await world.register("lucia@shop.example")
  await person.ask("/me/operation-mode", "PUT", { mode: "reconcile" })
  const bankId = await world.addBank(person)
  await world.publish(person, bankId, "1.1.0", { promote: false })
  const [wants, pays] = [order("luis"), payment("luis")]
  await world.shop.ask("/orders", "POST", {
    orders: [
      wants("A-1001", "120.50", "María del Carmen García López", "INV-2231"),
      wants("A-1002", "75.00", "Jonas Weber"),
      wants("A-1003", "75.00", "Lucía Fernández Ortiz"),
      wants("A-1004", "210.00", "Ahmed Benali"),
      wants("A-1005", "999.99", "Olga Iwanowa"),
      wants("A-1006", "64.90", "Sofia Marino"),
      wants("A-1007", "150.00", "Elena Petrova"),
      wants("A-1008", "90.00", "Elena Petrova"),
      wants("A-1009", "300.00", "Tomás Aguirre Sanz"),
      wants("A-1010", "58.00", "Ingrid Solberg")
    ]
  })
  await world.bank.ask("/movements", "POST", {
    movements: [
      pays("120.50", "María del Carmen García López"),
      pays("75.00", "Lucía Fernández Ortiz"),
      pays("75.00", "Jonas Weber"),
      pays("210.00", "Ahmed Benali Haddad"),
      pays("210.00", "Ahmed Benali Mansour"),
      pays("64.90", "Marino Estudios SL"),
      pays("240.00", "Elena Petrova"),
      pays("180.00", "Tomás Aguirre Sanz"),
      pays("120.00", "Tomás Aguirre Sanz"),
      pays("56.50", "Ingrid Solberg"),
      pays("1830.00", "Clínica Dental Sol"),
      pays("42.10", "Peter Schmidt")
    ]
  })
  const shop = await enrol(world, person, bankId, "Shop account", "luis", passwords.luis, {
    session_type: "persistent",
    retry_limit: 0
  })
  const blocked = await enrol(world, person, bankId, "Savings", "marta", "not the password")
  const coded = await enrolCoded(world, person, bankId)
  await person.ask("/me/api-keys", "POST", { name: "SMS forwarder", scopes: ["otp:write", "status:read"] })
  await until("orders matched and open", async () => {
    const counts = await person.ask<{ matched: number; ambiguous: number; not_found: number }>("/conciliation/summary")
    return counts.matched >= 3 && counts.ambiguous >= 1 && counts.not_found >= 2 ? true : undefined
  })
  await until("a blocked account", async () => {
    const accounts = await person.ask<ReadonlyArray<{ id: string; scrapeBlockedAt: string | null }>>("/accounts")
    return accounts.find(({ id }) => id === blocked)?.scrapeBlockedAt ?? undefined
  })
  await until("a code that was taken", async () => {
    const [asked] = await person.ask<ReadonlyArray<{ outcome: string | null }>>(`/accounts/${coded}/assistances`)
    return asked?.outcome === "accepted" ? true : undefined
  })
  await until("a read that was set aside", async () => {
    const [read] = await person.ask<ReadonlyArray<object>>(`/accounts/${coded}/scrapes?status=quarantined`)
    return read
  })
  const found = async (name: string) => {
    const [one] = await person.ask<ReadonlyArray<{ id: string }>>(`/conciliation/requests?q=${name}`)
    return one?.id ?? ""
  }
  const undone = await found("A-1001")
  await person.ask(`/conciliation/${undone}/unmatch`, "POST")
  const several = await found("A-1007")
  const [matched] = await person.ask<ReadonlyArray<{ id: string }>>("/conciliation?status=matched&limit=1")
  const newcomer = await world.register("newcomer@shop.example")
  const asked = await enrolAsked(world)
  return { person, asked, newcomer, bankId, shop, blocked, coded, undone, several, matched: matched?.id ?? "" }
}

export type Furnished = Awaited<ReturnType<typeof furnish>>

/** One of several that wait. */
const sheetOf =
  (account: string, within: string): Place["ready"] =>
  async (page) => {
    await page.getByRole("button", { name: account, exact: true }).click()
    await page.getByRole("dialog").locator(within).first().waitFor()
  }

/** On a slow machine it is read again meanwhile, and there are several. */
const lookAtSetAside: Place["ready"] = async (page) => {
  await page
    .getByRole("button", { name: "Look at it" })
    .or(page.getByRole("button", { name: "Verla" }))
    .first()
    .click()
  await page.getByRole("dialog").getByRole("listitem").first().waitFor()
}

const main = (selector: string) => (page: Page) => page.getByRole("main").locator(selector).first().waitFor()

/** On a phone the list is all; elsewhere its first order stands beside it. */
const listed: Place["ready"] = async (page) => {
  await main("ul li button")(page)
  if ((page.viewportSize()?.width ?? 0) >= 1024) await main("article ol button")(page)
}

/** Whoever is to be seen there is logged in; a page that is open already doesn't notice. */
export const comeTo = async (page: Page, base: string, { as, loggedOut = false, path, ready }: Place) => {
  if (loggedOut) await page.evaluate(`sessionStorage.removeItem("counterfoil.session")`)
  if (as !== undefined) {
    const session = JSON.stringify(JSON.stringify({ token: as.token, email: as.email }))
    await page.evaluate(`sessionStorage.setItem("counterfoil.session", ${session})`)
  }
  await page.goto(`${base}/app${path}`)
  await ready(page)
}

/** What waits for a person still does so when its turn comes to be looked at. */
export const longCodeTimeout = { OTP_TIMEOUT: "30 minutes" }

/** Looked at from the last to the first: whoever comes for one of them stays for those before it. */
export const placesOf = ({
  asked,
  bankId,
  blocked,
  coded,
  matched,
  newcomer,
  several,
  shop,
  undone
}: Furnished): ReadonlyArray<Place> => [
  { name: "log-in", path: "/", ready: main("form"), loggedOut: true },
  { name: "first-run", path: "/", ready: main("a, button"), as: newcomer },
  { name: "asked-approval", path: "/accounts", ready: sheetOf("Banco neo", "strong"), as: asked },
  { name: "asked-question", path: "/accounts", ready: sheetOf("Banco pregunta", "blockquote"), as: asked },
  { name: "asked-picture", path: "/accounts", ready: sheetOf("Banco hojas", "img"), as: asked },
  { name: "demo", path: `/demo?account=${shop}`, ready: main("ul li") },
  { name: "overview", path: "/", ready: main("svg[role=img]") },
  { name: "orders", path: "/orders", ready: listed },
  { name: "order-undone", path: `/orders?order=${undone}`, ready: main("article ol button") },
  { name: "orders-together", path: `/orders?show=unpaid&order=${several}`, ready: main("article ol button") },
  { name: "order", path: `/orders/${matched}`, ready: main("time") },
  { name: "movements", path: "/movements", ready: main("[role=listitem]") },
  { name: "accounts", path: "/accounts", ready: main("ul li") },
  { name: "account", path: `/accounts/${shop}`, ready: main("dl") },
  { name: "account-blocked", path: `/accounts/${blocked}`, ready: main("figure img") },
  { name: "account-set-aside", path: `/accounts/${coded}`, ready: lookAtSetAside },
  { name: "account-settings", path: `/accounts/${shop}/settings`, ready: main("form") },
  { name: "account-codes", path: `/accounts/${coded}/codes`, ready: main("ul li time") },
  { name: "enrol", path: "/accounts/new", ready: main("fieldset") },
  { name: "deliveries", path: "/deliveries", ready: main("ul li") },
  { name: "banks", path: "/banks", ready: main("ul li") },
  { name: "bank", path: `/banks/${bankId}`, ready: main("svg[role=img]") },
  { name: "api-keys", path: "/keys", ready: main("ul li") },
  { name: "settings", path: "/settings", ready: main("fieldset") },
  { name: "more", path: "/more", ready: main("nav") },
  { name: "not-found", path: "/no-such-page", ready: main("h1") }
]
