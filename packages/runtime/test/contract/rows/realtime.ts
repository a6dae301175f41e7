import { beforeAll, describe, expect, it } from "vitest"
import WebSocketOfWs from "ws"
import { Description } from "../support/Description.ts"
import { aTime } from "../support/expectations.ts"
import { type Message, Listener } from "../support/Listener.ts"
import { type Answer, field, must, password, type Person, startService } from "../support/Service.ts"
import { service } from "../support/shared.ts"

let ana: Person
let leo: Person
let description: Description
beforeAll(async () => {
  ana = await service().person("passthrough")
  leo = await service().person("passthrough")
  description = new Description((await service().call("/openapi.json")).json)
})

const shown = ({ json, status }: Answer) => [status, json]
const settingsOf = (username: string, extra: object = {}) => ({
  webhook_url: service().shop.url("/hooks/realtime"),
  bank_username: username,
  bank_password: "bank-secret",
  ...extra
})
const ticketOf = async ({ token }: Person): Promise<string> =>
  field(must(await service().call("/realtime/ticket", { method: "POST", token }), 200).json, "ticket")

const aText = expect.stringMatching(/./)

/** What a message of each type carries. */
const dataOf: Readonly<Record<string, unknown>> = {
  "assistance.requested": {
    id: aText,
    type: "otp",
    descriptor: { length: 6, type: "numeric", purpose: "login" },
    prompt: expect.stringMatching(/^Log in to .+ \(the script says: "login"\)$/),
    attempts: 0,
    expires_at: aTime
  },
  "assistance.fulfilled": { id: aText },
  "assistance.cancelled": { id: aText, reason: "cancelled" },
  "login.failed": { kind: "session_elsewhere", message: aText, blocked: false },
  "scrape.failed": { kind: "layout_changed", message: aText, blocked: false },
  "scrape.succeeded": { scrape_id: aText, movements_new: 0, movements_updated: 0 },
  "session.started": { session_id: aText },
  "session.stopped": { session_id: aText }
}

const expectMessage = (message: Message, accountId: string, userId: string): void => {
  expect(message).toEqual({ type: message.type, userId, accountId, data: dataOf[message.type], occurredAt: aTime })
  expect(description.mismatch("RealtimeMessage", message)).toBeUndefined()
}

describe("the realtime stream", () => {
  it("tells a login with a code and its reading, event by event", async () => {
    const { account, bank, call, listen } = service()
    bank.customer("tells", { code: { value: "123456", length: 6, type: "numeric", purpose: "login" } })
    const stream = await listen(ana)
    const id = await account(ana, settingsOf("tells", { login_mode: "assisted" }))
    await stream.until(id, "assistance.requested")
    must(await call(`/accounts/${id}/otp`, { token: ana.token, json: { code: "123456" } }), 202)
    await stream.until(id, "session.stopped")

    expect(stream.of(id).map(({ type }) => type)).toEqual([
      "assistance.requested",
      "assistance.fulfilled",
      "session.started",
      "scrape.succeeded",
      "session.stopped"
    ])
    for (const message of stream.of(id)) expectMessage(message, id, ana.id)
  })

  it("tells a request that was cancelled, a login that failed, and a read that failed", async () => {
    const { account, bank, call, listen } = service()
    bank.customer("gives-up-code", { code: { value: "1", length: 6, type: "numeric", purpose: "login" } })
    bank.customer("unavailable", { refusal: "session_elsewhere" })
    bank.customer("unreadable", { readFailure: "layout_changed" })
    const stream = await listen(ana)
    const cancelled = await account(ana, settingsOf("gives-up-code", { login_mode: "assisted" }))
    await stream.until(cancelled, "assistance.requested")
    must(await call(`/accounts/${cancelled}/otp`, { method: "DELETE", token: ana.token }), 204)
    const unavailable = await account(ana, settingsOf("unavailable"))
    const unreadable = await account(ana, settingsOf("unreadable"))

    expectMessage(await stream.until(cancelled, "assistance.cancelled"), cancelled, ana.id)
    expectMessage(await stream.until(unavailable, "login.failed"), unavailable, ana.id)
    expectMessage(await stream.until(unreadable, "scrape.failed"), unreadable, ana.id)
    expect(stream.of(unavailable).map(({ type }) => type)).toEqual(["login.failed"])
    expect(stream.of(unreadable).map(({ type }) => type)).toEqual([
      "session.started",
      "session.stopped",
      "scrape.failed"
    ])
  })

  it("tells a truncated statement as a failed read, and nothing of it is kept", async () => {
    const { account, bank, call, listen } = service()
    bank.customer("truncated", { truncated: true })
    const stream = await listen(ana)
    const id = await account(ana, settingsOf("truncated"))
    expectMessage(await stream.until(id, "scrape.failed"), id, ana.id)

    expect(shown(await call(`/accounts/${id}/movements`, { token: ana.token }))).toEqual([200, []])
  })

  it("carries a user's events to each of its readers, and to nobody else", async () => {
    const { account, bank, listen } = service()
    bank.customer("hers")
    bank.customer("his")
    const [one, two, other] = [await listen(ana), await listen(ana), await listen(leo)]
    const hers = await account(ana, settingsOf("hers"))
    await Promise.all([one.until(hers, "session.stopped"), two.until(hers, "session.stopped")])
    const his = await account(leo, settingsOf("his"))
    await other.until(his, "session.stopped")

    expect(other.messages.map(({ accountId, userId }) => [accountId, userId])).toEqual(
      [1, 2, 3].map(() => [his, leo.id])
    )
    expect(two.of(hers)).toEqual(one.of(hers))
  })

  it("is read by ws too", async () => {
    const { account, bank } = service()
    bank.customer("by-ws")
    const socket = new WebSocketOfWs(`${service().url.replace("http", "ws")}/realtime`, [
      "realtime.v1",
      await ticketOf(ana)
    ])
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject))
    const first = new Promise<string>((resolve) => socket.once("message", (data) => resolve(String(data))))
    const id = await account(ana, settingsOf("by-ws"))

    expect(socket.protocol).toBe("realtime.v1")
    expectMessage(JSON.parse(await first), id, ana.id)
    socket.close()
  })
})

describe("a ticket", () => {
  const opens = async (ticket: string): Promise<boolean> =>
    Listener.open(service().url, ticket).then(
      (listener) => {
        listener.close()
        return true
      },
      () => false
    )

  it("lasts 30 seconds and opens one stream", async () => {
    const issued = await service().call("/realtime/ticket", { method: "POST", token: ana.token })
    const ticket = field(issued.json, "ticket")

    expect(shown(issued)).toEqual([200, { ticket: expect.stringMatching(/^[\w-]{43}$/), ttl_seconds: 30 }])
    expect([await opens(ticket), await opens(ticket)]).toEqual([true, false])
  })

  it("from before a change of the password opens nothing", async () => {
    const { call, person } = service()
    const nadia = await person()
    const before = await ticketOf(nadia)
    const json = { current_password: password, new_password: "another horse" }
    const changed = must(await call("/me/password", { token: nadia.token, json }), 200)
    const after = await ticketOf({ ...nadia, token: field(changed.json, "token") })

    expect([await opens(before), await opens(after)]).toEqual([false, true])
  })

  it("opens nothing else, and nothing else opens a stream", async () => {
    const ticket = await ticketOf(ana)
    expect((await service().call("/me", { token: ticket })).status).toBe(401)
    expect(await opens(ana.token)).toBe(false)
    expect(await opens("unknown")).toBe(false)
  })
})

describe("a clean stop", () => {
  it("closes the streams after the events of the actors that it stopped, with 1001", async () => {
    const stopping = await startService()
    const person = await stopping.person("passthrough")
    const ticket = must(await stopping.call("/realtime/ticket", { method: "POST", token: person.token }), 200)
    const stream = await Listener.open(stopping.url, field(ticket.json, "ticket"))
    const closed = new Promise<number>((resolve) =>
      stream.socket.addEventListener("close", ({ code }) => resolve(code), { once: true })
    )
    stopping.bank.customer("waits", { code: { value: "123456", length: 6, type: "numeric", purpose: "login" } })
    stopping.bank.customer("stays")
    const settings = { webhook_url: stopping.shop.url("/hooks/stop"), bank_password: "bank-secret" }
    const waits = await stopping.account(person, { ...settings, bank_username: "waits", login_mode: "assisted" })
    const stays = await stopping.account(person, { ...settings, bank_username: "stays", session_type: "persistent" })
    await stream.until(waits, "assistance.requested")
    const { data: session } = await stream.until(stays, "session.started")

    await stopping.stop()

    expect(await closed).toBe(1001)
    expect(stream.of(waits).at(-1)).toMatchObject({ type: "assistance.cancelled", data: { reason: "session_ended" } })
    expect(stream.of(stays).at(-1)).toMatchObject({ type: "session.stopped", data: session })
  })
})
