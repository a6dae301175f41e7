/** The real server with its page, a demo bank and a demo shop: what a person at the page has behind it. */
import { bundleScript } from "@counterfoil/cli/src/script/bundle.ts"
import { startDemoBank } from "@counterfoil/demo-bank"
import { startDemoShop } from "@counterfoil/demo-shop"
import { freePort } from "@counterfoil/testing/freePort"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
/** As it is published where `npm test` runs us; from its sources where somebody runs one test file. */
const built = process.env["BUILT_PROGRAM"]
const main = built === undefined ? join(root, "apps/counterfoil/src/main.ts") : join(built, "main.js")

/** Loaded first in each child: it ends when this process ends, however it does. */
const follow = pathToFileURL(join(root, "tools/follow.mjs")).href

type Environment = Readonly<Record<string, string | undefined>>

const handedOn = ["PATH", "HOME", "CHROMIUM_PATH", "NODE_COMPILE_CACHE"]

const serve = (env: Environment) =>
  spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--import", follow, main, "serve"], {
    cwd: root,
    env: { ...Object.fromEntries(handedOn.map((name) => [name, process.env[name]])), ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"]
  })

/** JSON both ways; rejects with what was answered unless it is good. */
export const askAt =
  (base: string, token?: string) =>
  async <A>(path: string, method = "GET", body?: unknown): Promise<A> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text === "" ? "null" : text)
  }

const startServer = async (home: string, port: number, env: Environment) => {
  const child = serve({
    HOST: "127.0.0.1",
    PORT: String(port),
    COUNTERFOIL_HOME: home,
    // Not all of loopback: what connects the demo opens its own address itself.
    EGRESS_ALLOW: "127.0.0.1",
    BANK_EGRESS_ALLOW: "127.0.0.1",
    MONITOR_INTERVAL: "1 second",
    SESSION_NICENESS: "0",
    ORDERS_INTERVAL: "2 seconds",
    ASSISTED_HOURS: "00:00-24:00",
    AUTH_REQUESTS_PER_MINUTE: "1000",
    CHANGES_PER_MINUTE: "100000",
    OTP_SUBMISSIONS_PER_MINUTE: "100",
    LOG_FORMAT: "json",
    ...env
  })
  let said = ""
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(-4_000)
    })
    child.stdout?.on("data", (chunk: Buffer) => {
      if (chunk.toString("utf8").includes("listening on")) resolve()
    })
    child.once("exit", () => reject(new Error(`the server ended: ${said}`)))
  })
  return async (signal: NodeJS.Signals = "SIGTERM") => {
    const ended = once(child, "exit")
    child.kill(signal)
    await ended
  }
}

export interface Person {
  readonly email: string
  readonly password: string
  readonly token: string
  readonly ask: ReturnType<typeof askAt>
}

export const startWorld = async (env: Environment = {}) => {
  const home = mkdtempSync(join(tmpdir(), "counterfoil-dashboard-"))
  const [bank, shop, port] = await Promise.all([startDemoBank(), startDemoShop(), freePort()])
  const base = `http://127.0.0.1:${port}`
  let stop = await startServer(home, port, env)

  const register = async (email: string): Promise<Person> => {
    const password = "a long enough password"
    const ask = askAt(base)
    await ask("/auth/register", "POST", { email, password, name: email.split("@")[0] })
    const { token } = await ask<{ token: string }>("/auth/login", "POST", { email, password })
    return { email, password, token, ask: askAt(base, token) }
  }

  /** As the command does, but not by it: each run of it would take a second of a core. Its own tests are in apps/counterfoil. */
  const publish = async (
    { ask }: Person,
    bankId: string,
    version: string,
    { promote = true, bank: code = "demo-bank" } = {}
  ) => {
    const { bundle } = await bundleScript(join(root, "bank-scripts", code, version))
    const publication = { version, flow_type: "extract_transactions", manifest: { bank: code, version }, bundle }
    const { id } = await ask<{ id: string }>(`/banks/${bankId}/scripts`, "POST", publication)
    if (promote) await ask(`/scripts/${id}/promote`, "POST")
  }

  const addBank = async (person: Person) => {
    const bankUrl = `${bank.url}/login`
    const body = { code: "demo-bank", name: "Demo Bank", loginUrl: bankUrl }
    const { id } = await person.ask<{ id: string }>("/banks", "POST", body)
    await publish(person, id, "1.0.0")
    return id
  }

  /** Another brand of the demo bank, which asks in its own way. */
  const addBrand = async (person: Person, brand: "neo" | "pregunta" | "hojas" | "funke") => {
    const body = { code: `demo-${brand}`, name: `Banco ${brand}`, loginUrl: `${bank.url}/${brand}` }
    const { id } = await person.ask<{ id: string }>("/banks", "POST", body)
    await publish(person, id, "1.0.0", { bank: body.code })
    return id
  }

  return {
    base,
    bank: {
      url: bank.url,
      ask: askAt(`${bank.url}/control`),
      sms: askAt(`${bank.url}/sms`),
      phone: askAt(`${bank.url}/phone`)
    },
    shop: { url: shop.url, ask: askAt(`${shop.url}/control`) },
    register,
    publish,
    addBank,
    addBrand,
    /** The server is away for as long as `meanwhile` takes; the address stays. */
    away: async (meanwhile: () => Promise<void>) => {
      await stop()
      await meanwhile()
      stop = await startServer(home, port, env)
    },
    close: async () => {
      await stop()
      await Promise.all([bank.close(), shop.close()])
      // What the server had started may write there for a moment more.
      await rm(home, { recursive: true, force: true, maxRetries: 20 })
    }
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** The settings of an account at the demo bank whose results go to the demo shop. */
/** Of a list that nobody has made the shop knows nothing, and says so; one that is there stays as it is. */
export const listFor = ({ shop }: World, customer: string) => shop.ask(`/lists/${customer}`, "PUT", {})

export const settingsFor = ({ shop }: World, customer: string, password: string, more = {}) => ({
  pending_orders_endpoint: `${shop.url}/orders/${customer}`,
  webhook_url: `${shop.url}/hooks/${customer}`,
  bank_username: customer,
  bank_password: password,
  ...more
})

export const passwords = { ana: "ana-secret-7412", luis: "luis-secret-3095" }

/** The longer it takes, the less often it looks: each look is work for the server that is waited for. */
export const until = async <A>(what: string, look: () => Promise<A | undefined>, seconds = 90): Promise<A> => {
  const end = Date.now() + seconds * 1000
  for (let pause = 100; ; pause = Math.min(pause * 1.5, 400)) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`${what} was not seen within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** The code that the bank has just sent to the customer's phone. */
export const latestCode = ({ bank }: World, customer: string) =>
  until("an SMS with a code", async () => {
    const { messages } = await bank.sms<Phone>(`/${customer}.json`)
    return messages[0]?.code ?? undefined
  })

interface Phone {
  readonly phone: string
  readonly messages: ReadonlyArray<{ readonly code: string | null }>
}

/** The answer to the bank's question: the last three digits of the customer's phone number. */
export const lastDigits = async ({ bank }: World, customer: string): Promise<string> => {
  const { phone } = await bank.sms<Phone>(`/${customer}.json`)
  return phone.replaceAll(/\D/g, "").slice(-3)
}
