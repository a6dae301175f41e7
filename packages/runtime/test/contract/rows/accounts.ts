import { beforeAll, describe, expect, it } from "vitest"
import { aTime, anId } from "../support/expectations.ts"
import { type Answer, field, must, type Person } from "../support/Service.ts"
import { service } from "../support/shared.ts"
import { listOf } from "../support/world.ts"

let ana: Person
beforeAll(async () => {
  ana = await service().person("passthrough")
})

const call = (path: string, json?: unknown, method?: string) =>
  service().call(path, {
    token: ana.token,
    ...(json === undefined ? {} : { json }),
    ...(method === undefined ? {} : { method })
  })
const shown = ({ json, status }: Answer) => [status, json]
const absent = "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99"
const settingsOf = (username: string) => ({
  webhook_url: service().shop.url(`/hooks/${username}`),
  bank_username: username,
  bank_password: "bank-secret"
})
const listed = async (id: string) => listOf((await call("/accounts")).json).find((one) => field(one, "id") === id)

describe("an account", () => {
  it("is enrolled at a bank, listed, and read", async () => {
    const created = await call("/accounts", { bankId: service().bankId, name: "Savings" })
    const id = field(created.json, "id")
    const account = { id, bank: "demo", name: "Savings", status: "active" }

    expect(shown(created)).toEqual([201, { ...account, id: anId }])
    expect(shown(await call(`/accounts/${id}`))).toEqual([200, account])
    expect(await listed(id)).toEqual({ ...account, scrapeBlockedAt: null, scrapeBlockedReason: null })
  })

  it("is refused without a bank or a name", async () => {
    const both = [400, { error: "bankId and name are required" }]
    for (const json of [{}, { name: "x" }, { bankId: service().bankId }, { bankId: service().bankId, name: " " }]) {
      expect(shown(await call("/accounts", json))).toEqual(both)
    }
    expect(shown(await call("/accounts", { bankId: absent, name: "x" }))).toEqual([404, { error: "Bank not found" }])
  })

  it("is deleted by whoever repeats its name, and is gone", async () => {
    const id = await service().account(ana, settingsOf("deleted"))
    const remove = (json?: unknown) => call(`/accounts/${id}`, json, "DELETE")

    expect(shown(await remove({}))).toEqual([400, { error: "confirmation_name is required" }])
    expect(shown(await remove())).toEqual([400, { error: "confirmation_name is required" }])
    expect(shown(await remove({ confirmation_name: "main" }))).toEqual([
      400,
      { error: "confirmation_name does not match the account name" }
    ])
    const removed = await remove({ confirmation_name: "Main" })
    expect([removed.status, removed.text]).toEqual([204, ""])
    expect(await listed(id)).toBeUndefined()
    for (const path of ["", "/config", "/movements", "/otp", "/state"]) {
      expect(shown(await call(`/accounts/${id}${path}`))).toEqual([404, { error: "Account not found" }])
    }
    expect(shown(await remove({ confirmation_name: "Main" }))).toEqual([404, { error: "Account not found" }])
  })

  it("gets another name, which its deletion then asks for", async () => {
    const id = await service().account(ana, settingsOf("renamed"))
    const rename = (json?: unknown) => call(`/accounts/${id}`, json, "PATCH")

    for (const json of [undefined, {}, { name: "" }, { name: " " }, { name: null }, { name: 7 }]) {
      expect(shown(await rename(json))).toEqual([400, { error: "name is required" }])
    }
    expect(shown(await rename({ name: "x".repeat(201) }))).toEqual([
      400,
      { error: "name must be at most 200 characters" }
    ])
    expect(shown(await rename({ name: "Rent" }))).toEqual([200, { id, bank: "demo", name: "Rent", status: "active" }])
    expect(await listed(id)).toMatchObject({ name: "Rent" })
    await rename({ name: "Rent" })
    const told = listOf((await call(`/accounts/${id}/activity`)).json).filter(
      (entry) => field(entry, "kind") === "account.renamed"
    )
    expect(told).toMatchObject([
      {
        message: 'The account is called "Rent" now, not "Main"',
        data: { name: "Rent", before: "Main" }
      }
    ])
    const other = await service().person("passthrough")
    const foreign = await service().call(`/accounts/${id}`, {
      method: "PATCH",
      token: other.token,
      json: { name: "Mine" }
    })
    expect(shown(foreign)).toEqual([404, { error: "Account not found" }])
    expect(shown(await call(`/accounts/${id}`, { confirmation_name: "Main" }, "DELETE"))).toEqual([
      400,
      { error: "confirmation_name does not match the account name" }
    ])
    expect((await call(`/accounts/${id}`, { confirmation_name: "Rent" }, "DELETE")).status).toBe(204)
    expect(shown(await rename({ name: "Gone" }))).toEqual([404, { error: "Account not found" }])
  })

  it("that is paused is shown so, and is not read until it is resumed", async () => {
    const { account, bank, listen } = service()
    bank.customer("paused")
    const stream = await listen(ana)
    const id = await account(ana)
    const paused = await call(`/accounts/${id}/pause`, undefined, "POST")
    must(await call(`/accounts/${id}/config`, settingsOf("paused"), "PUT"), 200)
    const before = bank.find("paused")?.typed.length

    expect(paused.json).toMatchObject({ id, status: "paused" })
    expect(await listed(id)).toMatchObject({ status: "paused", scrapeBlockedAt: null })
    await call(`/accounts/${id}/resume`, undefined, "POST")
    await stream.until(id, "scrape.succeeded")
    expect(before).toBe(0)
    expect(await listed(id)).toMatchObject({ status: "active" })
  })
})

describe("scraping", () => {
  it("on demand logs in at once", async () => {
    const { account, bank, listen } = service()
    bank.customer("demanded")
    const stream = await listen(ana)
    const id = await account(ana, settingsOf("demanded"))
    await stream.until(id, "session.stopped")
    const before = bank.find("demanded")?.typed.length
    const asked = await call(`/accounts/${id}/scrape`, undefined, "POST")
    await stream.until(id, "scrape.succeeded", 1)

    expect(shown(asked)).toEqual([202, { jobId: anId }])
    expect([before, bank.find("demanded")?.typed]).toEqual([
      2,
      ["username demanded", "password bank-secret", "username demanded", "password bank-secret"]
    ])
  })

  it("that waits already is the job of whoever asks again", async () => {
    const { account, bank, listen } = service()
    bank.customer("busy")
    const stream = await listen(ana)
    const login = bank.hold("busy", "login")
    const id = await account(ana, settingsOf("busy"))
    await login.reached()
    const asked = [1, 2].map(async () => (await call(`/accounts/${id}/scrape`, undefined, "POST")).json)
    const [first, second] = await Promise.all(asked)
    login.open()
    await stream.until(id, "scrape.succeeded")

    expect(first).toEqual({ jobId: anId })
    expect(second).toEqual(first)
  })

  it("stops when the bank refuses the credentials, and a restart tries once more with what is saved then", async () => {
    const { account, bank, listen } = service()
    bank.customer("blocked", { password: "the real one" })
    const stream = await listen(ana)
    const id = await account(ana, settingsOf("blocked"))
    await stream.until(id, "login.failed")
    const blocked = await listed(id)
    // Asked for while it is blocked: nothing is sent to the bank.
    expect((await call(`/accounts/${id}/scrape`, undefined, "POST")).status).toBe(202)

    const restarted = await call(`/accounts/${id}/restart`, undefined, "POST")
    await stream.until(id, "login.failed", 1)
    const again = await listed(id)
    must(await call(`/accounts/${id}/config`, { ...settingsOf("blocked"), bank_password: "the real one" }, "PUT"), 200)
    await call(`/accounts/${id}/restart`, undefined, "POST")
    await stream.until(id, "scrape.succeeded")

    const reason = expect.stringMatching(/^invalid_credentials: /)
    expect(blocked).toMatchObject({ status: "active", scrapeBlockedAt: aTime, scrapeBlockedReason: reason })
    expect(shown(restarted)).toEqual([202, { jobId: anId }])
    expect(again).toMatchObject({ scrapeBlockedAt: aTime, scrapeBlockedReason: reason })
    expect(await listed(id)).toMatchObject({ scrapeBlockedAt: null, scrapeBlockedReason: null })
    expect(bank.find("blocked")?.typed.filter((typed) => typed.startsWith("password"))).toEqual([
      "password bank-secret",
      "password bank-secret",
      "password the real one"
    ])
  })

  it("stops when the bank has locked the account, and goes on after what is not fatal", async () => {
    const { account, bank, listen } = service()
    bank.customer("locked", { refusal: "account_locked" })
    bank.customer("down", { refusal: "session_elsewhere" })
    const stream = await listen(ana)
    const locked = await account(ana, settingsOf("locked"))
    const down = await account(ana, settingsOf("down"))
    await Promise.all([stream.until(locked, "login.failed"), stream.until(down, "login.failed")])

    expect(await listed(locked)).toMatchObject({
      scrapeBlockedAt: aTime,
      scrapeBlockedReason: expect.stringMatching(/^account_locked: /)
    })
    expect(await listed(down)).toMatchObject({ scrapeBlockedAt: null, scrapeBlockedReason: null })
  })

  it("keeps a picture and an outline of a failure for its owner, for seven days", async () => {
    const { account, bank, listen } = service()
    bank.customer("pictured", { refusal: "session_elsewhere" })
    const stream = await listen(ana)
    const id = await account(ana, settingsOf("pictured"))
    await stream.until(id, "login.failed")

    const all = await call(`/accounts/${id}/evidence`)
    const [first] = listOf(all.json)
    const one = await call(`/accounts/${id}/evidence/${field(first, "id")}`)
    const absent = await call(`/accounts/${id}/evidence/${crypto.randomUUID()}`)
    const foreign = await call(`/accounts/${await account(ana)}/evidence/${field(first, "id")}`)

    const entry = { id: anId, kind: "session_elsewhere", occurred_at: aTime, expires_at: aTime }
    expect(shown(all)).toEqual([200, [entry]])
    expect(shown(one)).toEqual([200, { ...entry, url: "https://bank.test/", outline: "- heading", screenshot: "cG5n" }])
    expect([absent.status, foreign.status]).toEqual([404, 404])
  })

  it("keeps a persistent session open from read to read, and a one-shot session no longer than one", async () => {
    const { account, bank, listen } = service()
    bank.customer("stays")
    bank.customer("leaves")
    const stream = await listen(ana)
    const stays = await account(ana, { ...settingsOf("stays"), session_type: "persistent" })
    const leaves = await account(ana, settingsOf("leaves"))
    for (const [n, id] of [0, 1].flatMap((n) => [[n, stays] as const, [n, leaves] as const])) {
      await stream.until(id, "scrape.succeeded", n)
      if (n === 0 && id === leaves) await stream.until(id, "session.stopped")
      if (n === 0) await call(`/accounts/${id}/scrape`, undefined, "POST")
    }
    await stream.until(leaves, "session.stopped", 1)

    const types = (id: string) => stream.of(id).map(({ type }) => type)
    expect(types(stays)).toEqual(["session.started", "scrape.succeeded", "scrape.succeeded"])
    expect(types(leaves)).toEqual([
      "session.started",
      "scrape.succeeded",
      "session.stopped",
      "session.started",
      "scrape.succeeded",
      "session.stopped"
    ])
    expect(bank.find("stays")?.typed).toHaveLength(2)
    expect(bank.runsBegun(stays), "the page that stays knows where a read begins").toBe(2)
  })
})
