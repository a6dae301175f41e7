/**
 * Each secret that a person can give is a text of its own; each part of the main job fails at servers that repeat what they were
 * told, and the database goes away in the midst. Then everything that leaves or stays is searched for each of them.
 */
import { localCertificate, localKey } from "@counterfoil/testing/localCertificate"
import { Layer, Option, Redacted, References } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createTls } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Server as NetServer } from "node:net"
import { createServer as createTlsSocket } from "node:tls"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { today } from "../contract/support/ScriptedBank.ts"
import { type Answer, type Call, field, must, type Service, startService } from "../contract/support/Service.ts"
import { Cable } from "../races/cable.ts"
import { until } from "../races/support.ts"
import { dumpOf, findings } from "./search.ts"

const given = {
  userPassword: "canary-user-password-1f0a",
  newPassword: "canary-new-password-2b1c",
  wrongPassword: "canary-wrong-password-90ee",
  bankUsername: "canary-bank-username-3c2d",
  bankPassword: "canary-bank-password-4d3e",
  code: "canarycode5e4f6a7b8c",
  totpSecret: "CANARYTOTPSECRET234567ABCDEFGHIJ",
  mailPassword: "canary-mail-password-6f5a",
  clientSecret: "canary-client-secret-7a6b",
  refreshToken: "canary-refresh-token-8b7c",
  accessToken: "canary-access-token-9c8d",
  webhookToken: "canary-webhook-token-a19e",
  notificationToken: "canary-notification-token-b2af",
  ordersToken: "canary-orders-token-c3ba",
  pollingBody: "canary-polling-body-d4cb",
  telegramToken: "canary-telegram-token-e5dc",
  gotifyToken: "canary-gotify-token-f6ed",
  smtpPassword: "canary-smtp-password-17fe",
  urlUser: "canary-url-user-280f",
  urlPassword: "canary-url-password-3910",
  pushAuth: "canary-push-auth-4a21",
  keyEncryptionKey: "canary-key-encryption-key-5b32-more-than-enough",
  signingKey: "canary-signing-key-6c43-of-more-than-thirty-two-bytes",
  pepper: "canary-pepper-7d54-of-more-than-thirty-two-bytes"
}
/** Made by the service, and shown once. */
const made: Record<string, string> = {}

const folder = mkdtempSync(join(tmpdir(), "counterfoil-canaries-"))
const cable = new Cable()
const servers: Array<NetServer> = []
const traces: Array<string> = []
const answers: Array<string> = []
let service: Service
let account: string

const opened = async (server: NetServer): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

/** Repeats all that it was sent, in its status line, fields and body. */
const repeat = (request: IncomingMessage, response: ServerResponse) => {
  let text = ""
  request.on("data", (chunk) => (text += String(chunk)))
  request.on("end", () => {
    const all = `${request.url} ${JSON.stringify(request.headers)} ${decodeURIComponent(text)}`
    const plain = all.replaceAll(/[^\x20-\x7e]/g, "")
    const [, wish = "500"] = /status-(\d+)/.exec(request.url ?? "") ?? []
    response.writeHead(Number(wish), plain, {
      location: `/elsewhere?${encodeURIComponent(plain)}`,
      "retry-after": plain,
      "content-encoding": wish === "200" ? String(request.headers.authorization ?? "identity") : "identity",
      "www-authenticate": plain
    })
    response.end(JSON.stringify({ error: "invalid_grant", error_description: all, said: all, echo: text }))
  })
}

/**
 * A mail server of either kind that repeats what was said to it in each refusal, as text and as a code: it refuses the log-in,
 * then what comes after it, then the log-in again.
 */
const repeatingMail = (greeting: string, answer: (line: string, said: string, takesLogIn: boolean) => string) => {
  let connections = 0
  return createTlsSocket({ key: localKey, cert: localCertificate }, (socket) => {
    const takesLogIn = ++connections % 2 === 0
    let said = ""
    socket.on("error", () => undefined)
    socket.write(`${greeting}\r\n`)
    socket.on("data", (bytes: Buffer) => {
      for (const line of bytes
        .toString()
        .split("\r\n")
        .filter((one) => one !== "")) {
        const decoded = line.split(" ").map((word) => Buffer.from(word, "base64").toString("latin1"))
        said += decoded.join("_").replaceAll(/[^\w-]/g, "_")
        socket.write(`${answer(line, said, takesLogIn)}\r\n`)
      }
    })
  })
}

const recording = async (path: string, call?: Call): Promise<Answer> => {
  const answer = await service.call(path, call)
  answers.push(`${path} ${answer.status} ${answer.text} ${JSON.stringify([...answer.headers])}`)
  return answer
}

const policyOfLogs = (layer: Service["bank"]["layer"]) =>
  Layer.merge(layer, Layer.succeed(References.MinimumLogLevel, "Trace"))

beforeAll(async () => {
  const ca = join(folder, "ca.pem")
  writeFileSync(ca, localCertificate)
  const collector = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk) => (text += String(chunk)))
    request.on("end", () => {
      traces.push(text)
      response.end("{}")
    })
  })
  const [collectorPort, plainPort, tlsPort] = [
    await opened(collector),
    await opened(createServer(repeat)),
    await opened(createTls({ key: localKey, cert: localCertificate }, repeat))
  ]
  let loggingIn = ""
  const imapPort = await opened(
    repeatingMail("* OK IMAP4rev1 here", (line, said, takesLogIn) => {
      const [tag = "*", command] = line.split(" ")
      if (command === "AUTHENTICATE") loggingIn = tag
      if (command === "CAPABILITY") return `* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n${tag} OK`
      if (command === "AUTHENTICATE") return "+ "
      // It alone comes without a tag of its own.
      if (command === undefined && takesLogIn) return `${loggingIn} OK in`
      if (command === undefined) return `${loggingIn} NO [AUTHENTICATIONFAILED] ${said}`
      return `${tag} NO [${said}] ${line} ${said}`
    })
  )
  const smtpPort = await opened(
    repeatingMail("220 here", (line, said, takesLogIn) => {
      if (/^EHLO/i.test(line)) return "250-here\r\n250 AUTH PLAIN LOGIN"
      return line.startsWith("AUTH") && takesLogIn ? "235 in" : `535 5.7.8 ${line} ${said}`
    })
  )
  const at = (path: string) => `http://127.0.0.1:${plainPort}${path}`

  service = await startService(
    {
      otlp: Option.some({
        endpoint: `http://127.0.0.1:${collectorPort}/`,
        headers: Option.none(),
        serviceName: "canaries"
      }),
      extraCaCerts: Option.some(ca),
      egressAllow: ["127.0.0.0/8", "::1/128"],
      secrets: Option.some({
        jwtSigningKey: Redacted.make(given.signingKey),
        keyEncryptionKey: Redacted.make(given.keyEncryptionKey),
        apiKeyPepper: Redacted.make(given.pepper)
      })
    },
    { through: (url) => cable.through(url), bankSide: policyOfLogs }
  )
  const email = "owner@example.com"
  must(await recording("/auth/register", { json: { email, password: given.userPassword } }), 201)
  await recording("/auth/login", { json: { email, password: given.wrongPassword } })
  await recording("/auth/login", { body: `{"email": "${email}", "password": "${given.wrongPassword}", broken` })
  const logIn = await service.call("/auth/login", { json: { email, password: given.userPassword } })
  const changed = must(
    await service.call("/me/password", {
      token: field(logIn.json, "token"),
      json: { current_password: given.userPassword, new_password: given.newPassword }
    }),
    200
  )
  const token = (made["token"] = field(changed.json, "token"))
  const put = (path: string, json: object) => recording(path, { method: "PUT", token, json })
  const post = (path: string, json?: object) =>
    recording(path, { method: "POST", token, ...(json === undefined ? {} : { json }) })

  must(await put("/me/operation-mode", { mode: "reconcile" }), 200)
  const created = await service.call("/me/api-keys", {
    token,
    json: { name: "phone", scopes: ["otp:write", "status:read"] }
  })
  const key = (made["apiKey"] = field(must(created, 201).json, "key"))

  // Addresses that hold credentials are refused wherever one can be given.
  const withCredentials = `http://${given.urlUser}:${given.urlPassword}@127.0.0.1:${plainPort}/hook`
  account = field(must(await post("/accounts", { bankId: service.bankId, name: "Main" }), 201).json, "id")
  for (const name of ["webhook_url", "pending_orders_endpoint", "notification_endpoint_url"]) {
    const config = { webhook_url: at("/h"), pending_orders_endpoint: at("/o"), [name]: withCredentials }
    must(await put(`/accounts/${account}/config`, config), 400)
  }
  must(await post("/me/channels", { kind: "gotify", name: "x", url: withCredentials, token: given.gotifyToken }), 400)
  must(await post("/banks", { code: "x", name: "X", loginUrl: withCredentials }), 400)
  const subscription = { endpoint: withCredentials, keys: { p256dh: "x", auth: given.pushAuth } }
  await post("/me/push", { kind: "web_push", ...subscription, label: "x", page_origin: at(""), language: "en" })
  await post("/realtime/ticket")

  // Each place to which something is told repeats it.
  const oauth = {
    token_url: `https://localhost:${tlsPort}/status-400`,
    client_id: "client",
    client_secret: given.clientSecret,
    refresh_token: given.refreshToken
  }
  const mailbox = { host: "localhost", username: "ana@mail.test", senders: ["codes@bank.test"] }
  must(await put(`/accounts/${account}/mailbox`, { ...mailbox, port: imapPort, oauth }), 200)
  must(await post(`/accounts/${account}/mailbox/test`), 200)
  must(await put(`/accounts/${account}/mailbox`, { ...mailbox, port: imapPort, password: given.mailPassword }), 200)
  for (let nth = 0; nth < 2; nth++) must(await post(`/accounts/${account}/mailbox/test`), 200)
  const smtp = { host: "localhost", port: smtpPort, security: "tls", username: "ana", password: given.smtpPassword }
  for (const channel of [
    { kind: "telegram", name: "bot", url: at("/status-500"), bot_token: given.telegramToken, chat_id: "42" },
    { kind: "gotify", name: "desk", url: at("/status-401"), token: given.gotifyToken },
    { kind: "email", name: "mail", ...smtp, from: "a@mail.test", to: "b@mail.test" }
  ]) {
    const added = must(await post("/me/channels", channel), 201)
    for (let nth = 0; nth < 2; nth++) must(await post(`/me/channels/${field(added.json, "id")}/test`), 200)
  }
  must(await put(`/accounts/${account}/totp`, { secret: "not base32 at all: " + given.totpSecret }), 400)
  const settings = {
    webhook_auth_type: "bearer",
    webhook_auth_token: given.webhookToken,
    pending_orders_endpoint: at("/status-500"),
    polling_method: "POST",
    polling_body: { token: given.pollingBody },
    notification_events: ["assistance_required", "login_failed", "scrape_failed"],
    notification_endpoint_url: at("/status-302"),
    notification_auth_type: "api_key",
    notification_auth_token: given.notificationToken,
    auth_type: "bearer",
    auth_token: given.ordersToken,
    login_mode: "assisted",
    bank_username: given.bankUsername,
    bank_password: given.bankPassword
  }
  const customer = service.bank.customer(given.bankUsername, {
    password: given.bankPassword,
    code: { value: given.code, length: given.code.length, type: "alphanumeric" },
    movements: [
      { id: "T-1", date: today(), amount: "12.50", currency: "EUR", description: "TRF", counterparty: "Ana Ruiz" }
    ]
  })
  const save = (webhook: string, more: object = {}) =>
    service.call(`/accounts/${account}/config`, {
      method: "PUT",
      token,
      json: { webhook_url: webhook, ...settings, ...more }
    })
  const stream = await service.listen({ id: "", email, token })
  must(await save(at("/status-500")), 200)
  const secret = must(await service.call(`/accounts/${account}/webhook-secret`, { token }), 200)
  made["webhookSecret"] = field(secret.json, "secret").replace(/^whsec_/, "")
  await recording(`/accounts/${account}/webhook-test`, { method: "POST", token })

  // A code that doesn't fit, one that comes in a message, one over the key.
  await stream.until(account, "assistance.requested")
  must(await recording(`/accounts/${account}/otp`, { token, json: { code: `${given.code}!` } }), 400)
  await recording(`/v1/accounts/${account}/otp`, { key: `${key}x`, json: { code: given.code } })
  await recording(`/v1/accounts/${account}/sms`, { key, json: { text: `Code: ${given.code}` } })
  await recording(`/v1/accounts/${account}/otp`, { key, json: { code: given.code } })
  await stream.until(account, "scrape.succeeded")
  // The bank refuses; its words are the script's.
  customer.refusal = "bank_unavailable"
  await post(`/accounts/${account}/scrape`)
  await stream.until(account, "login.failed")
  delete customer.refusal
  // The orders come with an answer that nobody asked for, and then as they should; a match is told to one that repeats.
  must(await save(at("/status-400"), { pending_orders_endpoint: at("/status-200") }), 200)
  await post(`/conciliation/poll/${account}`)
  service.shop.list("/orders", [{ external_id: "T-1", amount: "12.50", currency: "EUR", name: "Ana Ruiz" }])
  must(await save(at("/status-302"), { pending_orders_endpoint: service.shop.url("/orders") }), 200)
  await post(`/conciliation/poll/${account}`)
  const tried =
    "select from delivery_attempts a join outbox o on o.id = a.outbox_id where o.event = 'matched' and a.finished_at is not null"
  expect(await until(async () => (await service.rows(tried)).length > 0, 60_000)).toBe(true)

  // The database is gone while everything of this is asked again.
  cable.unplugged = true
  cable.reset()
  await Promise.all([
    recording("/auth/login", { json: { email, password: given.newPassword } }),
    save(at("/again")).then(({ status, text }) => answers.push(`${status} ${text}`)),
    put(`/accounts/${account}/totp`, { secret: given.totpSecret }),
    put(`/accounts/${account}/mailbox`, { ...mailbox, port: imapPort, password: given.mailPassword }),
    post("/me/channels", { kind: "gotify", name: "x", url: at("/x"), token: given.gotifyToken }),
    recording(`/v1/accounts/${account}/otp`, { key, json: { code: given.code } }),
    recording("/me/password", {
      token,
      json: { current_password: given.newPassword, new_password: given.userPassword }
    })
  ])
  cable.unplugged = false
  expect(await until(async () => (await service.call("/ready")).status === 200, 60_000)).toBe(true)
  must(await put(`/accounts/${account}/totp`, { secret: given.totpSecret }), 200)

  // All that the owner can look at, but what shows a setting to who gave it.
  const read = (path: string) => recording(path, { token })
  for (const path of [
    "codes",
    "mailbox",
    "assistances",
    "activity",
    "scrapes",
    "evidence",
    "endpoint",
    "state",
    "otp"
  ]) {
    must(await read(`/accounts/${account}/${path}`), 200)
  }
  for (const path of [
    "/accounts",
    "/accounts/overview",
    "/me",
    "/me/channels",
    "/me/push",
    "/me/api-keys",
    "/events"
  ]) {
    await read(path)
  }
  const deliveries = must(await read(`/deliveries?account_id=${account}`), 200).json
  for (const one of Array.isArray(deliveries) ? deliveries : []) {
    must(await read(`/deliveries/${field(one, "id")}`), 200)
  }
  answers.push(...stream.messages.map((message) => JSON.stringify(message)))
})
afterAll(async () => {
  await service.stop()
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The account shows its user name to who gave it. */
const { bankUsername: _shown, ...neverShown } = given

describe("a secret that was given", () => {
  it("is not in the log, at the level that tells most", () => {
    const text = service.logs.join("\n")
    expect(text).toMatch(/"level":"DEBUG"/)
    expect(findings({ ...given, ...made }, text)).toEqual([])
  })

  it("is not in the traces", async () => {
    expect(await until(() => traces.join("").includes("DeliveryWorker.deliver"), 20_000)).toBe(true)
    expect(findings({ ...given, ...made }, traces.join("\n"))).toEqual([])
  })

  it("is not in the database", async () => {
    const text = await dumpOf(service)
    expect(text).toContain(account)
    expect(findings({ ...given, ...made }, text)).toEqual([])
  })

  it("is in no answer and no event but those that show it to who gave it", () => {
    expect(findings({ ...neverShown, ...made }, answers.join("\n"))).toEqual([])
  })
})
