import { beforeAll, describe, expect, it } from "vitest"
import { aFingerprint, aTime, anId, eventually } from "../support/expectations.ts"
import { addBank, field, must, type Person, publicationOf } from "../support/Service.ts"
import { service } from "../support/shared.ts"
import { listOf } from "../support/world.ts"

let ana: Person
beforeAll(async () => {
  ana = await service().person("passthrough")
})

const call = (path: string, json?: unknown) =>
  service().call(path, { token: ana.token, ...(json === undefined ? {} : { json }) })
const post = (path: string) => service().call(path, { method: "POST", token: ana.token })
const shown = ({ json, status }: { readonly json: unknown; readonly status: number }) => [status, json]

describe("a bank", () => {
  it("is added by its code and name, and read by everybody", async () => {
    const json = { code: "BANK-1", name: "First Bank", loginUrl: "https://bank.test/login" }
    const added = await call("/banks", json)
    const plain = await call("/banks", { code: "bank-2", name: "Second Bank" })
    const [id, second] = [field(added.json, "id"), field(plain.json, "id")]
    const { token } = await service().person()
    const all = listOf((await service().call("/banks", { token })).json)

    expect(shown(added)).toEqual([201, { id: anId }])
    expect(all).toContainEqual({ id, ...json, status: "active" })
    expect(all).toContainEqual({ id: second, code: "bank-2", name: "Second Bank", status: "active" })
    expect(shown(await service().call(`/banks/${id}`, { token }))).toEqual([
      200,
      {
        id,
        ...json,
        status: "active",
        origins: ["https://bank.test"],
        creator: { name: null, administrator: false },
        active: null,
        fingerprint: aFingerprint,
        scripts: []
      }
    ])
  })

  it("is refused without a code or a name, and with a code that is taken", async () => {
    for (const json of [{}, { code: "x" }, { name: "x" }, { code: "", name: "x" }, { code: " ", name: "x" }]) {
      expect(shown(await call("/banks", json))).toEqual([400, { error: "code and name are required" }])
    }
    expect(shown(await call("/banks", { code: "demo", name: "x" }))).toEqual([
      409,
      { error: "Bank code already exists" }
    ])
  })

  it("that is unknown is 404 in its own words", async () => {
    expect(shown(await call("/banks/0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99"))).toEqual([404, { error: "Bank not found" }])
  })
})

describe("a bank that was added", () => {
  const added = async (code: string) => field(must(await call("/banks", { code, name: "Old" }), 201).json, "id")
  const change = (id: string, json: object, token = ana.token) =>
    service().call(`/banks/${id}`, { method: "PATCH", token, json })
  const remove = (id: string, token = ana.token) => service().call(`/banks/${id}`, { method: "DELETE", token })

  it("is renamed by who added it, and by nobody else", async () => {
    const id = await added("renamed")
    const stranger = await service().person()
    const renamed = { id, code: "renamed", name: "New", status: "active" }
    const notTheirs = { error: "Only the bank's creator and administrators may change it" }

    expect(shown(await change(id, { name: "New" }))).toEqual([200, renamed])
    expect(shown(await change(id, { name: "Mine" }, stranger.token))).toEqual([403, notTheirs])
    expect(shown(await remove(id, stranger.token))).toEqual([403, notTheirs])
    expect(listOf((await call("/banks")).json)).toContainEqual(renamed)
  })

  it("is enrolled at on the terms that were shown, or not at all", async () => {
    const id = await addBank(service().call, ana, "seen")
    const terms = async () => field((await call(`/banks/${id}`)).json, "fingerprint")
    const seen = await terms()
    const enrol = (fingerprint: string) => call("/accounts", { bankId: id, name: "Main", fingerprint })
    must(await call(`/banks/${id}/origins`, { origins: ["https://more.test"] }), 200)

    const changed = { error: "What is asked for has changed: read it again, then agree" }
    expect(shown(await enrol(seen))).toEqual([409, changed])
    must(await enrol(await terms()), 201)
  })

  it("takes no new accounts once it is retired, while those that it has go on", async () => {
    const { account, bank, listen } = service()
    const id = await addBank(service().call, ana, "retired")
    bank.customer("retired")
    const stream = await listen(ana)
    const settings = { webhook_url: service().shop.url("/h"), bank_username: "retired", bank_password: "bank-secret" }
    const existing = await account(ana, settings, id)
    await stream.until(existing, "session.stopped")
    must(await change(id, { status: "retired" }), 200)
    const late = await call("/accounts", { bankId: id, name: "Late" })
    await post(`/accounts/${existing}/scrape`)
    await stream.until(existing, "session.stopped", 1)
    must(await change(id, { status: "active" }), 200)
    const again = await call("/accounts", { bankId: id, name: "Again" })

    expect(shown(late)).toEqual([409, { error: "The bank is retired: it takes no new accounts" }])
    expect(again.status).toBe(201)
  })

  it("is deleted with its scripts, but not once it has had an account", async () => {
    const unused = await addBank(service().call, ana, "unused")
    const used = await addBank(service().call, ana, "used")
    const account = await service().account(ana, undefined, used)
    must(
      await service().call(`/accounts/${account}`, {
        method: "DELETE",
        token: ana.token,
        json: { confirmation_name: "Main" }
      }),
      204
    )
    const scripts = async () => listOf((await call("/scripts")).json).map((one) => field(one, "bank_id"))

    expect(shown(await remove(unused))).toEqual([204, undefined])
    expect(shown(await remove(used))).toEqual([
      409,
      { error: "Accounts are, or were, at this bank: retire it instead" }
    ])
    expect(shown(await remove(unused))).toEqual([404, { error: "Bank not found" }])
    expect(await scripts()).toContain(used)
    expect(await scripts()).not.toContain(unused)
  })

  it("is told all that is wrong with a change", async () => {
    const id = await added("wrong-change")
    const answers = [
      await change(id, {}),
      await change(id, { name: 5, status: "closed" }),
      await change(id, { name: " " })
    ]

    expect(answers.map(shown)).toEqual([
      [400, { error: "name or status is required" }],
      [400, { error: "name must be a text; status must be active or retired" }],
      [400, { error: "name must not be empty" }]
    ])
  })
})

describe("a script", () => {
  it("goes from review to active, and the one before it back, for the next scrape of each account", async () => {
    const { account, bank, listen } = service()
    const bankId = await addBank(service().call, ana, "promoted")
    const stream = await listen(ana)
    bank.customer("promoted")
    const settings = { webhook_url: service().shop.url("/h"), bank_username: "promoted", bank_password: "bank-secret" }
    const id = await account(ana, settings, bankId)
    await stream.until(id, "scrape.succeeded")

    const published = must(await call(`/banks/${bankId}/scripts`, publicationOf("promoted", "1.1.0")), 201)
    const scriptId = field(published.json, "id")
    const statuses = async () =>
      listOf((await call("/scripts")).json)
        .filter((one) => field(one, "bank_id") === bankId)
        .map((one) => [field(one, "version"), field(one, "status")])
        .toSorted()
    const before = await statuses()
    const promoted = await post(`/scripts/${scriptId}/promote`)
    const again = await post(`/scripts/${scriptId}/promote`)
    await post(`/accounts/${id}/scrape`)
    await stream.until(id, "scrape.succeeded", 1)

    expect(before).toEqual([
      ["1.0.0", "active"],
      ["1.1.0", "review"]
    ])
    expect([shown(promoted), shown(again)]).toEqual([
      [200, { promoted: true }],
      [200, { promoted: true }]
    ])
    expect(await statuses()).toEqual([
      ["1.0.0", "review"],
      ["1.1.0", "active"]
    ])
    expect(bank.runs("promoted")).toEqual(["1.0.0", "1.1.0"])

    const health = async () =>
      listOf(Object(must(await call(`/scripts/${scriptId}/report`), 200).json)["versions"]).map((one) => [
        field(one, "version"),
        field(one, "runs"),
        field(one, "success_rate")
      ])
    const both = [
      ["1.1.0", "1", "1"],
      ["1.0.0", "1", "1"]
    ]
    expect(await eventually(health, (seen) => String(seen) === String(both))).toEqual(both)
  })

  it("is shown with its bank in the list and alone, without it in the bank", async () => {
    const bankId = await addBank(service().call, ana, "shown")
    const script = listOf((await call("/scripts")).json).find((one) => field(one, "bank_id") === bankId)
    const id = field(script, "id")
    const summary = {
      id,
      flow_type: "extract_transactions",
      version: "1.0.0",
      status: "active",
      origin: "manual",
      created_at: aTime
    }

    expect(script).toEqual({ ...summary, bank: "shown", bank_id: bankId })
    expect(shown(await call(`/scripts/${id}`))).toEqual([
      200,
      { ...summary, bank: "shown", bank_id: bankId, requests: [] }
    ])
    expect((await call(`/banks/${bankId}`)).json).toMatchObject({ scripts: [summary] })
    expect(Object.keys(listOf(Object((await call(`/banks/${bankId}`)).json).scripts)[0] ?? {})).not.toContain("bank_id")
  })

  it("that is unknown is 404, read or promoted", async () => {
    const path = "/scripts/0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b99"
    expect([shown(await call(path)), shown(await post(`${path}/promote`))]).toEqual([
      [404, { error: "Not found" }],
      [404, { error: "Not found" }]
    ])
  })
})

describe("what a script may do on an account", () => {
  it("is shown before, agreed to by enrolling, and never more than its owner agreed to", async () => {
    const { account, bank, listen, person, shop } = service()
    const author = await person()
    const owner = await person()
    const asked = ({ token }: Person) => ({
      get: (path: string) => service().call(path, { token }),
      post: (path: string, json?: unknown) =>
        service().call(path, { method: "POST", token, ...(json === undefined ? {} : { json }) })
    })
    const [as, by] = [asked(author), asked(owner)]
    const bankId = await addBank(service().call, author, "consented")
    bank.customer("consented")
    const shownBank = Object(must(await by.get(`/banks/${bankId}`), 200).json)
    const settings = { webhook_url: shop.url("/h"), bank_username: "consented", bank_password: "bank-secret" }
    const stream = await listen(owner)
    const id = await account(owner, settings, bankId)
    await stream.until(id, "scrape.succeeded")

    const more = { requests: [{ method: "POST", path: "/transfer" }] }
    const published = await service().call(`/banks/${bankId}/scripts`, {
      token: author.token,
      json: publicationOf("consented", "2.0.0", more)
    })
    must(await as.post(`/scripts/${field(must(published, 201).json, "id")}/promote`), 200)
    const told = await stream.until(id, "scrape.failed")
    must(await by.post(`/accounts/${id}/scrape`), 202)
    const waiting = Object(must(await by.get(`/accounts/${id}/consent`), 200).json)
    const agree = (who: typeof by, fingerprint: unknown) => who.post(`/accounts/${id}/consent`, { fingerprint })
    const refusals = [
      (await agree(as, waiting.fingerprint)).status,
      (await agree(by, "something else")).status,
      (await agree(by, "")).status
    ]
    expect(bank.runs("consented")).toEqual(["1.0.0"])
    // By name alone, which this one hasn't: the other users' ids and addresses stay their own.
    const creator = { name: null, administrator: false }
    expect(waiting).toMatchObject({ agreed: { creator }, asked: { creator } })
    expect(JSON.stringify(waiting)).not.toMatch(new RegExp(`${author.id}|${author.email}`))
    must(await agree(by, waiting.fingerprint), 200)
    await stream.until(id, "scrape.succeeded", 1)

    const sends = "the bank's page sends POST /transfer after the login"
    expect(shownBank).toMatchObject({
      creator: { name: null, administrator: false },
      origins: ["https://bank.test"],
      active: { version: "1.0.0" }
    })
    expect(told).toMatchObject({
      data: { kind: "action_required", blocked: false, message: `Waits for its owner's consent: ${sends}` }
    })
    expect([waiting.missing, waiting.agreed.requests, waiting.asked.requests]).toEqual([
      [sends],
      [],
      ["POST /transfer"]
    ])
    expect(refusals).toEqual([404, 409, 400])
    expect(bank.runs("consented")).toEqual(["1.0.0", "2.0.0"])
    const shows = JSON.stringify((await by.get(`/accounts/${id}/activity`)).json)
    for (const kind of ["script.changed", "scrape.skipped", "consent.given"]) expect(shows).toContain(kind)
  })
})
