import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { must, type Started } from "../races/support.ts"
import { cancel, enrol, forward, newOwner, now, openStage, read, scrape, tracesOf, typedCodes } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await openStage()
})
afterAll(() => service.stop())

const submitted = { submitted: true }

describe("a forwarded message", () => {
  it("answers the login that asked, and the owner is told by which channel and after how long", async () => {
    const stage = await newOwner(service)
    const stream = await stage.listen(stage.owner)
    const { customer, id } = await enrol(stage, "asked", "111222")
    await stream.until(id, "assistance.requested")

    const answer = await forward(stage, id, { from: "BANK", text: "Your code is 111222", sent_at: now() })
    await stream.until(id, "scrape.succeeded")

    expect(answer).toEqual(submitted)
    expect(typedCodes(customer)).toEqual(["111222"])
    expect(await read(stage, `/accounts/${id}/assistances`)).toMatchObject([
      { type: "otp", status: "fulfilled", outcome: "accepted", answered_by: "sms", attempts: 0 }
    ])
    expect(await read(stage, `/accounts/${id}/activity`)).toContainEqual(
      expect.objectContaining({
        kind: "code.used",
        message: expect.stringMatching(/given by a forwarded SMS after \d+ s.*: the bank accepted it$/),
        data: expect.objectContaining({ channel: "sms", outcome: "accepted" })
      })
    )
  })

  it("that is quicker than the login's question is held until it is asked", async () => {
    const stage = await newOwner(service)
    const stream = await stage.listen(stage.owner)
    const login = stage.bank.hold("early", "login")
    const { customer, id } = await enrol(stage, "early", "222333")
    await login.reached()

    const answer = await forward(stage, id, { text: "code: 222333", sent_at: now() })
    login.open()
    await stream.until(id, "scrape.succeeded")

    expect(answer).toEqual({ submitted: false, held: true })
    expect(typedCodes(customer)).toEqual(["222333"])
  })

  it("of an earlier login never reaches the next one, however often and late it is sent", async () => {
    const stage = await newOwner(service)
    const stream = await stage.listen(stage.owner)
    const { customer, id } = await enrol(stage, "late", "333444")
    await stream.until(id, "assistance.requested")
    const old = { text: "Your code is 333444", sent_at: now() }
    const undated = { text: "Your code is 333444" }
    await cancel(stage, id)
    await stream.until(id, "login.failed")
    const between = await forward(stage, id, old)
    await scrape(stage, id)
    await stream.until(id, "assistance.requested", 1)

    const answers = [
      await forward(stage, id, old),
      await forward(stage, id, undated),
      await forward(stage, id, undated)
    ]

    expect(between).toMatchObject({ submitted: false, reason: "no_login" })
    expect(answers).toMatchObject([
      { submitted: false, reason: "sent_earlier" },
      { submitted: false, reason: "time_missing" },
      { submitted: false, reason: "duplicate" }
    ])
    customer.code = { value: "444555", length: 6, type: "numeric" }
    expect(await forward(stage, id, { text: "Your code is 444555", sent_at: now() })).toEqual(submitted)
    await stream.until(id, "scrape.succeeded")
    expect(typedCodes(customer)).toEqual(["444555"])
  })

  it("of a login that failed before it asked never reaches the next one", async () => {
    const stage = await newOwner(service)
    const stream = await stage.listen(stage.owner)
    const { customer, id } = await enrol(stage, "failed", "654654", {}, "session_elsewhere")
    await stream.until(id, "login.failed")
    delete customer.refusal
    customer.code = { value: "765765", length: 6, type: "numeric" }
    await scrape(stage, id)
    await stream.until(id, "assistance.requested")

    const undated = await forward(stage, id, { text: "Your code is 654654" })
    const late = await forward(stage, id, { text: "Your code is 654654", timestamp: "2026-01-01T00:00:00Z" })
    await forward(stage, id, { text: "Your code is 765765", sent_at: now() })
    await stream.until(id, "scrape.succeeded")

    expect([undated, late]).toMatchObject([{ reason: "time_missing" }, { reason: "duplicate" }])
    expect(typedCodes(customer)).toEqual(["765765"])
  })

  it("with a code that was given by hand is of no use any more", async () => {
    const stage = await newOwner(service)
    const stream = await stage.listen(stage.owner)
    const { customer, id } = await enrol(stage, "typed", "555666")
    customer.code = { value: "999999", length: 6, type: "numeric" }
    await stream.until(id, "assistance.requested")
    must(await stage.call(`/accounts/${id}/otp`, { token: stage.owner.token, json: { code: "555666" } }), 202)
    await stream.until(id, "assistance.requested", 1)

    const again = await forward(stage, id, { text: "Your code is 555666", sent_at: now() })
    const next = await forward(stage, id, { text: "Your code is 999999", sent_at: now() })
    await stream.until(id, "scrape.succeeded")

    expect(again).toMatchObject({ submitted: false, reason: "duplicate" })
    expect(next).toEqual(submitted)
    expect(typedCodes(customer)).toEqual(["555666", "999999"])
  })

  it("that two logins could have asked for answers neither, unless its sender says which", async () => {
    const stage = await newOwner(service)
    const stream = await stage.listen(stage.owner)
    const first = await enrol(stage, "both-1", "666777")
    const second = await enrol(stage, "both-2", "777888")
    await stream.until(first.id, "assistance.requested")
    await stream.until(second.id, "assistance.requested")
    const message = { from: "BANK", text: "Your code is 666777", sent_at: now() }

    expect(await forward(stage, first.id, message)).toMatchObject({ reason: "other_login" })
    expect(await forward(stage, second.id, message)).toMatchObject({ reason: "other_login" })
    expect([...typedCodes(first.customer), ...typedCodes(second.customer)]).toEqual([])
    expect(await read(stage, `/accounts/${first.id}/activity`)).toContainEqual(
      expect.objectContaining({
        kind: "code.message_ignored",
        data: { reason: "other_login", channel: "sms", sender: "BANK" }
      })
    )
    await cancel(stage, first.id)
    await cancel(stage, second.id)
    await stream.until(second.id, "login.failed")
    await stream.until(first.id, "login.failed")
  })

  it("is read as the account's owner says: whose messages, and by the bank's pattern", async () => {
    const stage = await newOwner(service)
    const stream = await stage.listen(stage.owner)
    const { customer, id } = await enrol(stage, "pinned", "888999")
    const save = (sms: object) =>
      stage.call(`/accounts/${id}/codes`, { method: "PUT", token: stage.owner.token, json: { sms } })
    must(await save({ senders: ["BANK", "+34 600 111 222"], pattern: "clave (\\d+)" }), 200)
    await stream.until(id, "assistance.requested")

    const refused = await save({ senders: [], pattern: "(" })
    const stranger = await forward(stage, id, { from: "+34999", text: "clave 123123", sent_at: now() })
    const other = await forward(stage, id, { from: "bank", text: "Ref 121212", sent_at: now() })
    const right = await forward(stage, id, { from: "0034600111222", text: "Ref 121212 clave 888999", sent_at: now() })
    await stream.until(id, "scrape.succeeded")

    expect([refused.status, refused.json]).toEqual([400, { error: "sms.pattern is not a regular expression" }])
    expect([stranger, other, right]).toMatchObject([{ reason: "sender_not_allowed" }, { reason: "no_code" }, submitted])
    expect(typedCodes(customer)).toEqual(["888999"])
  })

  it("leaves its code in no row and no log", async () => {
    expect(await tracesOf(service, ["111222", "222333", "333444", "444555", "555666", "666777"])).toEqual([])
  })
})
