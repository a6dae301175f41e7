/** Every example, run as it stands against a whole service; only the bank's side is in memory. */
import { ChromiumBrowser } from "@counterfoil/browser"
import { BankBrowser } from "@counterfoil/core"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { execFile } from "node:child_process"
import { createServer, type Server } from "node:http"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type Customer, today } from "../../packages/runtime/test/contract/support/ScriptedBank.ts"
import { publicationOf, type Service, startService } from "../../packages/runtime/test/contract/support/Service.ts"
import { cuttingProxy } from "./cuttingProxy.ts"

const person = { email: "examples@example.com", password: "a long enough password" }

const day = today()

let service: Service
let customer: Customer
const closing: Array<() => Promise<unknown>> = []

/** Where the page of example 08 is shown: the service is told of it, as of every site that is allowed to open a stream. */
const pagePort = async (): Promise<number> => {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === "object" && address !== null ? address.port : 0
}

let port: number
beforeAll(async () => {
  port = await pagePort()
  service = await startService({ realtimeOrigins: [`http://127.0.0.1:${port}`] })
  closing.push(service.stop)
  const row = { date: day, currency: "EUR", description: "TRF" }
  customer = service.bank.customer("ana", {
    code: { value: "246810", length: 6, type: "numeric", purpose: "login" },
    movements: [
      { ...row, amount: "12.50", counterparty: "Ana Ruiz", id: "t1" },
      { ...row, amount: "80.00", counterparty: "Leo Paz", id: "t2" },
      { ...row, amount: "7.25", counterparty: "Eva Sol", id: "t3" }
    ]
  })
  service.shop.list("/pending-orders", [{ external_id: "A-1", amount: "12.50", currency: "EUR", name: "Ana Ruiz" }])
  Object.assign(process.env, {
    COUNTERFOIL_URL: service.url,
    COUNTERFOIL_EMAIL: person.email,
    COUNTERFOIL_PASSWORD: person.password,
    BANK_CODE: "demo",
    BANK_USERNAME: "ana",
    BANK_PASSWORD: "bank-secret",
    BANK_OTP: "246810",
    SHOP_URL: service.shop.url(""),
    PORT: "0"
  })
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** Keeps what is printed, until `stop`; `said` waits for so many lines that begin with these words. */
const listen = () => {
  const lines: Array<string> = []
  const watchers = new Set<() => void>()
  const keep = (...words: ReadonlyArray<unknown>) => {
    lines.push(words.join(" "))
    for (const watcher of watchers) watcher()
  }
  const spy = vi.spyOn(console, "log").mockImplementation(keep)
  const said = async (words: string, times: number) => {
    while (lines.filter((line) => line.startsWith(words)).length < times) {
      await new Promise<void>((resolve) => {
        watchers.add(resolve)
      })
    }
  }
  return { lines, said, stop: () => spy.mockRestore() }
}

/** What the example prints, and what it exports. */
const run = async (load: () => Promise<unknown>) => {
  const { lines, stop } = listen()
  const exported = await load().finally(stop)
  return { lines, exported }
}

const token = async (): Promise<string> => {
  const { json } = await service.call("/auth/login", { json: person })
  return String(Object(json).token)
}

const first = async (path: string): Promise<string> => {
  const { json } = await service.call(path, { token: await token() })
  return String(Object(Array.isArray(json) ? json[0] : undefined).id)
}

const isServer = (value: unknown): value is Server => typeof value === "object" && value !== null && "listen" in value

const serverOf = async (exported: unknown): Promise<string> => {
  const server: unknown = Object(exported).server
  if (!isServer(server)) throw new Error("the example exports no server")
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  if (!server.listening) await new Promise<void>((resolve) => server.once("listening", resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
}

describe("the examples", () => {
  it("01 registers and enrols, as a program of its own", async () => {
    const file = fileURLToPath(new URL("../01-register-and-enrol.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", file])
    expect(stdout.trim().split("\n")).toEqual([
      "Counterfoil is ready",
      "You are examples@example.com",
      `Main account at demo: results go to ${service.shop.url("")}/webhooks/results`
    ])
  })

  it("say in one sentence what to set where the server doesn't know who asks", async () => {
    const file = fileURLToPath(new URL("../run.ts", import.meta.url))
    const env = { ...process.env, COUNTERFOIL_PASSWORD: "another long password" }
    const ended = promisify(execFile)(process.execPath, ["--disable-warning=ExperimentalWarning", file, "04"], { env })
    await expect(ended).rejects.toMatchObject({
      stdout: "",
      stderr: `${service.url} refuses the log-in of examples@example.com: COUNTERFOIL_EMAIL and COUNTERFOIL_PASSWORD say who asks\n`
    })
  })

  it("02 lets a machine submit the code with a key of its own", async () => {
    const { lines } = await run(() => import("../02-a-machine-submits-the-code.ts"))
    expect(lines).toEqual([
      expect.stringMatching(/^Key svc_\w{8}_… is for Main account only$/),
      "The bank asks for 6 numeric characters",
      "The code was handed to the login",
      "The key was revoked: true"
    ])
    await service.shop.called("/webhooks/results", 1)
  })

  it("03 answers the bank's question as a person", async () => {
    const { lines } = await run(() => import("../03-a-person-answers-the-bank.ts"))
    expect(lines.slice(0, 2)).toEqual(["Scrape queued", "A code is asked for (login)"])
    expect(lines[2]).toMatch(/^A second code is refused: /)
    expect(lines[3]).toMatch(/^Done/)
    delete customer.code
  })

  it("04 reads all movements, page by page", async () => {
    const { lines } = await run(() => import("../04-read-all-movements.ts"))
    expect(lines.toSorted()).toEqual([
      `${day} 12.50 EUR Ana Ruiz`,
      `${day} 7.25 EUR Eva Sol`,
      `${day} 80.00 EUR Leo Paz`
    ])
  })

  it("05 says what became of an order, and why", async () => {
    const { lines } = await run(() => import("../05-follow-orders.ts"))
    expect(lines[0]).toBe("1 matched, 0 ambiguous, 0 pending")
    expect(lines[1]).toBe("Order A-1 over 12.50 EUR: paid by Ana Ruiz")
    expect(lines).toContain("Its webhook is sent once more: true")
  })

  it("06 promotes a script", async () => {
    const json = publicationOf("demo", "1.1.0")
    await service.call(`/banks/${service.bankId}/scripts`, { token: service.operator.token, json })
    const { lines } = await run(() => import("../06-promote-a-script.ts"))
    expect(lines).toEqual(["1.1.0 is review", "1.0.0 is active", "From the next scrape on, 1.1.0 is active"])
  })

  it.each([
    { name: "Node's WebSocket", flags: [] },
    { name: "the WebSocket of ws", flags: ["--ws"] }
  ])("07 follows the events with $name, over a stream that breaks off", async ({ flags }) => {
    const proxy = await cuttingProxy(service.url)
    const read = service.bank.hold("ana", "read")
    process.env["COUNTERFOIL_URL"] = proxy.url
    process.argv.push(...flags)
    vi.resetModules()

    const { lines, said, stop } = listen()
    const running = import("../07-realtime-in-node.ts").finally(stop)
    await proxy.opened(2)
    // The session goes on only when the second stream has caught up: its example ends with the session.
    await Promise.race([said("Main account is ", 2), running])
    read.open()
    await running

    process.argv.splice(process.argv.length - flags.length, flags.length)
    process.env["COUNTERFOIL_URL"] = service.url
    vi.resetModules()
    await proxy.close()
    expect(lines.filter((line) => line.startsWith("Main account is "))).toHaveLength(2)
    expect(lines.at(-1)).toMatch(/^session\.stopped \{/)
  })

  it("09 takes genuine webhooks only, each outcome once", async () => {
    const { lines, stop } = listen()
    const url = await serverOf(await import("../09-receive-webhooks.ts"))
    const own = await token()
    const account = await first("/accounts")
    const request = await first("/conciliation")
    const settings = { webhook_url: url, pending_orders_endpoint: service.shop.url("/pending-orders") }
    await service.call(`/accounts/${account}/config`, { method: "PUT", token: own, json: settings })

    for (const seen of [2, 3]) {
      await service.call(`/conciliation/${request}/notify`, { method: "POST", token: own })
      await vi.waitUntil(() => lines.length >= seen, { timeout: 90_000 })
    }
    const headers = { "webhook-id": "msg_1", "webhook-signature": "v1,AAAA" }
    const now = String(Math.floor(Date.now() / 1000))
    const forged = await fetch(url, { method: "POST", body: "{}", headers: { ...headers, "webhook-timestamp": now } })

    stop()
    expect(lines).toEqual([
      "Waiting for webhooks",
      'matched {"external_id":"A-1","status":"matched","amount":12.5,"currency":"EUR","name":"Ana Ruiz"}',
      "The same outcome once more: nothing to do"
    ])
    expect(forged.status).toBe(401)
  })
})

describe("in a real browser", () => {
  let browser: Browser
  beforeAll(async () => {
    const scope = Effect.runSync(Scope.make())
    const context = await Effect.runPromise(
      Layer.buildWithScope(ChromiumBrowser.layer({ executablePath: process.env["CHROMIUM_PATH"] }), scope)
    )
    const { path } = await Effect.runPromise(Context.get(context, BankBrowser).describe)
    browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox", "--disable-background-networking"] })
    closing.push(async () => {
      await browser.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })
  })

  /** Of a busy machine: there a minute passes over what takes a second. */
  const patientPage = async () => {
    const page = await browser.newPage()
    page.setDefaultTimeout(90_000)
    return page
  }

  it("08 shows events as they happen", async () => {
    vi.stubEnv("PORT", String(port))
    const { exported } = await run(() => import("../08-realtime-in-a-browser.ts"))
    const page = await patientPage()
    await page.goto(await serverOf(exported))
    await page.getByText("connected").waitFor()

    await service.call(`/accounts/${await first("/accounts")}/scrape`, { method: "POST", token: await token() })

    await page.getByText(/^session\.stopped [0-9a-f-]{36}$/).waitFor()
  })

  it("the API's reference is readable without any other server", async () => {
    const page = await patientPage()
    const asked: Array<string> = []
    const troubles: Array<string> = []
    page.on("request", (request) => void asked.push(request.url()))
    page.on("pageerror", (error) => void troubles.push(String(error)))
    page.on("console", (message) => void (message.type() === "error" && troubles.push(message.text())))

    await page.goto(`${service.url}/docs`)
    await page.getByRole("heading", { name: "Counterfoil" }).waitFor()
    await page.getByText("External API v1", { exact: true }).first().click()
    await page.getByRole("heading", { name: "External API v1" }).waitFor()

    expect(asked.filter((url) => !url.startsWith("data:") && !url.startsWith("blob:"))).toEqual([`${service.url}/docs`])
    expect(troubles).toEqual([])
  })
})
