/** The examples of ops/proxy, run as they are but for names, ports and certificates, before a real service. */
import { freePort } from "@counterfoil/testing/freePort"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { request, type RequestOptions } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { defaultConfig } from "../src/index.ts"
import { field, type Service, startService } from "./contract/support/Service.ts"
import { until } from "./races/support.ts"

const example = (name: string) => readFileSync(new URL(`../../../ops/proxy/${name}`, import.meta.url), "utf8")

/** `NGINX` and `CADDY` name the programs where they are not in the PATH. */
const programOf = (name: "nginx" | "caddy", flag: string): string | undefined => {
  const program = process.env[name.toUpperCase()] ?? name
  try {
    execFileSync(program, [flag], { stdio: "ignore" })
    return program
  } catch {
    return undefined
  }
}

let folder = ""
/** Of shop.test; nobody vouches for it. */
const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/shop.test.${name}.pem`, import.meta.url))
const [certificate, key] = [fixture("certificate"), fixture("key")]

/** What the certificate is for. */
const site = "shop.test"

const replaced = (text: string, pairs: ReadonlyArray<readonly [string, string]>): string =>
  pairs.reduce((sum, [from, to]) => {
    if (!sum.includes(from)) throw new Error(`the example has no ${from}`)
    return sum.replaceAll(from, to)
  }, text)

const nginxFile = (port: number, server: string): string => {
  const block = replaced(example("nginx.conf"), [
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["server_name pay.example.com", `server_name ${site}`],
    ["/etc/letsencrypt/live/pay.example.com/fullchain.pem", certificate],
    ["/etc/letsencrypt/live/pay.example.com/privkey.pem", key],
    ["127.0.0.1:8080", server]
  ])
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `  ${name}_temp_path ${join(folder, name)};`)
    .join("\n")
  return `daemon off;\npid ${join(folder, "nginx.pid")};\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n${temporary}\n${block}}\n`
}

const caddyFile = (port: number, server: string): string =>
  `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${replaced(example("Caddyfile"), [
    ["pay.example.com {", `https://${site}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`],
    ["127.0.0.1:8080", server]
  ])}`

const proxies = [
  {
    name: "nginx",
    program: programOf("nginx", "-v"),
    file: nginxFile,
    args: (file: string) => ["-p", folder, "-c", file]
  },
  {
    name: "Caddy",
    program: programOf("caddy", "version"),
    file: caddyFile,
    args: (file: string) => ["run", "--adapter", "caddyfile", "--config", file]
  }
] as const

interface Seen {
  readonly status: number
  readonly text: string
  readonly upgraded: boolean
}

const ask = (port: number, path: string, options: RequestOptions & { readonly body?: string } = {}): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const { body, ...rest } = options
    const headers = { host: site, ...rest.headers }
    const to = { host: "127.0.0.1", port, path, servername: site, rejectUnauthorized: false, agent: false }
    const sent = request({ ...to, ...rest, headers })
    sent.on("upgrade", (response, socket) => {
      socket.destroy()
      resolve({ status: response.statusCode ?? 0, text: "", upgraded: true })
    })
    sent.on("response", (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk: string) => void (text += chunk))
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, upgraded: false }))
    })
    sent.on("error", reject)
    sent.end(body)
  })

const requestsPerMinute = 4
let service: Service

/** Each takes some seconds; a machine that has neither program skips them. */
const isRun = process.env["VERIFY"] !== undefined

beforeAll(async () => {
  if (!isRun) return
  folder = mkdtempSync(join(tmpdir(), "counterfoil-proxies-"))
  // A proxy's workers may be another user's.
  chmodSync(folder, 0o711)
  service = await startService({
    trustedProxies: ["127.0.0.1"],
    limits: { ...defaultConfig.limits, authRequestsPerMinute: requestsPerMinute }
  })
})
afterAll(async () => {
  await service?.stop()
  if (folder !== "") rmSync(folder, { recursive: true })
})

describe.each(proxies)("$name before the service", ({ args, file, name, program }) => {
  let port = 0
  let running: ChildProcess
  const wanted = isRun && program !== undefined

  beforeAll(async () => {
    if (!wanted) return
    port = await freePort()
    const path = join(folder, name)
    writeFileSync(path, file(port, service.url.replace("http://", "")))
    running = spawn(program, args(path), { stdio: "ignore", env: { ...process.env, HOME: folder } })
    const answers = () =>
      ask(port, "/ready").then(
        ({ status }) => status === 200,
        () => false
      )
    expect(await until(answers)).toBe(true)
  })
  afterAll(async () => {
    if (!wanted) return
    const ended = new Promise((resolve) => running.once("exit", resolve))
    running.kill("SIGTERM")
    await ended
  })

  it.runIf(wanted)("passes the realtime stream on, and files of some megabytes", async () => {
    const { token } = service.operator
    const { json } = await service.call("/realtime/ticket", { method: "POST", token })
    const stream = await ask(port, "/realtime", {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": Buffer.from("sixteen bytes ok").toString("base64"),
        "sec-websocket-protocol": `realtime.v1, ${field(json, "ticket")}`,
        origin: `https://${site}`
      }
    })
    expect(stream).toMatchObject({ status: 101, upgraded: true })

    const account = await service.account(service.operator)
    const upload = await ask(port, `/accounts/${account}/statements`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
      body: "x".repeat(5 * 2 ** 20)
    })
    expect([upload.status, upload.text]).not.toContain(413)
    expect(upload.text).toContain("error")
  })

  it.runIf(wanted)("tells the caller's own address, whatever the caller claims", async () => {
    const logIn = (from: string, claimed: string) =>
      ask(port, "/auth/login", {
        method: "POST",
        localAddress: from,
        headers: { "content-type": "application/json", "x-forwarded-for": claimed },
        body: JSON.stringify({ email: "nobody@example.com", password: "not the password" })
      })
    const [mine, other] = name === "nginx" ? ["127.0.1.1", "127.0.1.2"] : ["127.0.2.1", "127.0.2.2"]
    const seen: Array<number> = []
    for (let nth = 0; nth <= requestsPerMinute; nth++) seen.push((await logIn(mine, `198.51.100.${nth}`)).status)

    expect(seen.at(-1)).toBe(429)
    expect(seen.slice(0, -1)).not.toContain(429)
    expect((await logIn(other, "198.51.100.1")).status).not.toBe(429)
  })
})
