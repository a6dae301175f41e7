import { beforeAll, describe, expect, it } from "vitest"
import { aTime } from "../support/expectations.ts"
import type { Listener } from "../support/Listener.ts"
import { type Answer, field, type Person } from "../support/Service.ts"
import { service } from "../support/shared.ts"
import { addKey } from "../support/world.ts"

let ana: Person
let key: string
beforeAll(async () => {
  ana = await service().person("passthrough")
  key = (await addKey(ana.token)).key
})

const now = () => new Date().toISOString()
const shown = ({ json, status }: Answer) => [status, json]
const coded = (code: string, message: string) => ({ error: { code, message } })

interface Asking {
  readonly id: string
  readonly stream: Listener
  readonly requestId: string
}

const codeOf = { value: "123456", length: 6, type: "numeric", purpose: "login" } as const

/** An account whose login waits for a code. */
const asking = async (
  name: string,
  code: { readonly value: string; readonly length: number; readonly type: "numeric" | "alphanumeric" } = codeOf
): Promise<Asking> => {
  const { account, bank, listen, shop } = service()
  bank.customer(name, { code })
  const stream = await listen(ana)
  const id = await account(ana, {
    webhook_url: shop.url("/hooks/codes"),
    bank_username: name,
    bank_password: "bank-secret",
    login_mode: "assisted"
  })
  const { data } = await stream.until(id, "assistance.requested")
  return { id, stream, requestId: field(data, "id") }
}

const person = (id: string, json?: unknown, method?: string) =>
  service().call(`/accounts/${id}/otp`, {
    token: ana.token,
    ...(json === undefined ? {} : { json }),
    ...(method === undefined ? {} : { method })
  })
const machine = (id: string, json: unknown) => service().call(`/v1/accounts/${id}/otp`, { key, json })
const statusOf = (id: string) => service().call(`/v1/accounts/${id}/status`, { key })
const nothing = { error: "No pending assistance for this account" }

describe("a login that waits for a code", () => {
  it("is shown on both surfaces, and goes on with the code that a person submits", async () => {
    const { id, requestId, stream } = await asking("by-person")
    const pending = {
      id: requestId,
      type: "otp",
      descriptor: { length: 6, type: "numeric", purpose: "login" },
      // Ours, beside the contract's fields: the host's words, with the script's marked as such.
      prompt: expect.stringMatching(/^Log in to .+ \(the script says: "login"\)$/),
      attempts: 0,
      // As the stream says it.
      expires_at: aTime
    }
    const before = [await person(id), await statusOf(id)].map(shown)
    const submitted = await person(id, { code: "123456" })
    const { data } = await stream.until(id, "assistance.fulfilled")
    await stream.until(id, "session.stopped")

    expect(before).toEqual([
      [200, pending],
      [200, { account_id: id, session_running: false, pending_assistance: pending }]
    ])
    expect(shown(submitted)).toEqual([202, { submitted: true }])
    expect(data).toEqual({ id: requestId })
    expect(shown(await person(id))).toEqual([200, null])
    expect(service().bank.find("by-person")?.typed.at(-1)).toBe("otp 123456")
  })

  it("goes on with the code that a machine submits", async () => {
    const { id, stream } = await asking("by-machine")
    expect(shown(await machine(id, { code: "123456" }))).toEqual([202, { submitted: true }])
    await stream.until(id, "scrape.succeeded")
  })

  it("refuses a code that doesn't fit, and waits on", async () => {
    const { id } = await asking("misfits", { value: "AB12", length: 4, type: "alphanumeric" })
    const message = "code must be 4 letters or digits"

    expect(shown(await person(id, { code: "AB1" }))).toEqual([400, { error: message }])
    expect(shown(await machine(id, { code: "AB-1" }))).toEqual([400, coded("INVALID_REQUEST", message)])
    expect(shown(await person(id, {}))).toEqual([400, { error: "code is required" }])
    expect((await person(id, { code: "AB12" })).status).toBe(202)
  })

  it("asks again under the same id when the bank rejects the code, and ends with the second", async () => {
    const { id, requestId, stream } = await asking("rejects")
    expect((await person(id, { code: "000000" })).status).toBe(202)
    const again = await stream.until(id, "assistance.requested", 1)
    const pending = (await person(id)).json
    // Sent again, it would be the second try at the bank: who names the request is told.
    const used = "code must be a newer one: this one was used before, and none is typed twice"
    expect(shown(await machine(id, { code: "000000", assistance_id: requestId }))).toEqual([
      400,
      coded("INVALID_REQUEST", used)
    ])
    const forwarded = await service().call(`/v1/accounts/${id}/sms`, { key, json: { text: "000000", sent_at: now() } })
    expect(shown(forwarded)).toMatchObject([202, { submitted: false, reason: "duplicate" }])
    expect((await machine(id, { code: "000001" })).status).toBe(202)
    const cancelled = await stream.until(id, "assistance.cancelled")
    const failed = await stream.until(id, "login.failed")

    expect(again.data).toMatchObject({ id: requestId, attempts: 1 })
    expect(pending).toMatchObject({ id: requestId, attempts: 1 })
    expect(cancelled.data).toEqual({ id: requestId, reason: "rejected" })
    expect(failed.data).toMatchObject({ kind: "otp_rejected", blocked: false })
    expect(shown(await person(id))).toEqual([200, null])
    expect(
      service()
        .bank.find("rejects")
        ?.typed.filter((typed) => typed.startsWith("otp"))
    ).toEqual(["otp 000000", "otp 000001"])
    // The next login has a request of its own: what the bank has refused is not for that one either.
    await service().call(`/accounts/${id}/scrape`, { method: "POST", token: ana.token })
    const later = await stream.until(id, "assistance.requested", 2)
    const named = { code: "000001", assistance_id: field(later.data, "id") }
    expect(shown(await person(id, named))).toEqual([400, { error: used }])
  })

  it("takes the first code, and no other until the bank has spoken", async () => {
    const { bank } = service()
    const { id, stream } = await asking("first-wins")
    const login = bank.hold("first-wins", "login")
    const first = await person(id, { code: "123456" })
    const second = await machine(id, { code: "654321" })
    login.open()
    await stream.until(id, "assistance.fulfilled")

    expect([first.status, shown(second)]).toEqual([202, [409, coded("NO_PENDING_ASSISTANCE", nothing.error)]])
    expect(bank.find("first-wins")?.typed.at(-1)).toBe("otp 123456")
  })

  it("ends when its request is cancelled", async () => {
    const { id, requestId, stream } = await asking("cancels")
    const cancelled = await person(id, undefined, "DELETE")
    const { data } = await stream.until(id, "assistance.cancelled")

    expect([cancelled.status, cancelled.text]).toEqual([204, ""])
    expect(data).toEqual({ id: requestId, reason: "cancelled" })
    expect(shown(await person(id))).toEqual([200, null])
    expect(shown(await person(id, undefined, "DELETE"))).toEqual([409, nothing])
  })

  it("has its code nowhere afterwards", async () => {
    const { id, stream } = await asking("secret-code", { value: "918273", length: 6, type: "numeric" })
    await person(id, { code: "918273" })
    await stream.until(id, "session.stopped")
    const paths = ["activity", "state", "otp", "config"].map((one) => `/accounts/${id}/${one}`)
    const answers = await Promise.all(paths.map((path) => service().call(path, { token: ana.token })))

    expect(answers.map(({ text }) => text).join()).not.toContain("918273")
    expect(service().logs.join()).not.toContain("918273")
    expect(JSON.stringify(stream.messages)).not.toContain("918273")
  })
})

describe("without a login that waits", () => {
  it("a code is refused as nothing is pending, on both surfaces", async () => {
    const id = await service().account(ana)
    expect(shown(await person(id))).toEqual([200, null])
    expect(shown(await person(id, { code: "123456" }))).toEqual([409, nothing])
    expect(shown(await machine(id, { code: "123456" }))).toEqual([409, coded("NO_PENDING_ASSISTANCE", nothing.error)])
  })

  it("codes have 1 to 32 characters", async () => {
    const id = await service().account(ana)
    const length = "code must be 1 to 32 characters"
    expect(shown(await person(id, { code: "" }))).toEqual([400, { error: length }])
    expect(shown(await machine(id, { code: "1".repeat(33) }))).toEqual([400, coded("INVALID_REQUEST", length)])
    const kind = 'code must be a string, in quotes: "code": "123456"'
    expect(shown(await machine(id, { code: 123456 }))).toEqual([400, coded("INVALID_REQUEST", kind)])
    expect((await person(id, { code: "1".repeat(32) })).status).toBe(409)
  })

  it("codes are limited per account over both surfaces together", async () => {
    const [id, other] = [await service().account(ana), await service().account(ana)]
    for (const submit of [person, machine, person, machine, person]) {
      expect((await submit(id, { code: "123456" })).status).toBe(409)
    }
    const refused = [await person(id, { code: "123456" }), await machine(id, { code: "123456" })]

    const wait = refused[1]?.headers.get("retry-after")
    const said = `Too many requests: at most 5 codes a minute for one account; try again in ${wait} s`
    expect(refused.map(shown)).toEqual([
      [429, { error: "Too many requests" }],
      [429, coded("RATE_LIMITED", said)]
    ])
    for (const { headers } of refused) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(60)
    }
    expect((await person(other, { code: "123456" })).status).toBe(409)
  })

  it("a bank that asks for one ends a simple login", async () => {
    const { account, bank, call, listen, shop } = service()
    bank.customer("simple", { code: codeOf })
    const stream = await listen(ana)
    const id = await account(ana, {
      webhook_url: shop.url("/h"),
      bank_username: "simple",
      bank_password: "bank-secret"
    })
    const { data } = await stream.until(id, "login.failed")
    const listed = Object((await call("/accounts", { token: ana.token })).json)

    expect(data).toMatchObject({ kind: "action_required", blocked: true })
    expect(listed.find((one: unknown) => field(one, "id") === id).scrapeBlockedAt).toEqual(aTime)
    expect(stream.of(id).map(({ type }) => type)).toEqual(["login.failed"])
  })
})

describe("the status of an account", () => {
  it("says that a session runs from session.started to session.stopped", async () => {
    const { account, bank, listen, shop } = service()
    bank.customer("runs")
    const stream = await listen(ana)
    const read = bank.hold("runs", "read")
    const id = await account(ana, { webhook_url: shop.url("/h"), bank_username: "runs", bank_password: "bank-secret" })
    await stream.until(id, "session.started")
    const during = (await statusOf(id)).json
    read.open()
    await stream.until(id, "session.stopped")

    expect(during).toEqual({ account_id: id, session_running: true, pending_assistance: null })
    expect((await statusOf(id)).json).toEqual({ account_id: id, session_running: false, pending_assistance: null })
  })
})
