import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { must, settingsOf, type Started } from "../races/support.ts"
import { newOwner, openStage, type Owner, read, scrape, typedCodes } from "./support.ts"

/** A short period, so that the next step is never far away. */
const period = 10
const base32 = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
const authenticator = new TOTP({ issuer: "Banco Demo", label: "ana", secret: Secret.fromBase32(base32), period })

let service: Started
let stage: Owner
beforeAll(async () => {
  service = await openStage()
  stage = await newOwner(service)
})
afterAll(() => service.stop())

const save = (id: string, secret: string) =>
  stage.call(`/accounts/${id}/totp`, { method: "PUT", token: stage.owner.token, json: { secret } })

/** A bank that accepts the code of its moment, or nothing. */
const customerWith = (username: string, accepts: () => string) =>
  service.bank.customer(username, {
    code: {
      get value() {
        return accepts()
      },
      length: 6,
      type: "numeric"
    }
  })

/** An account whose secret is there before its first login. */
const enrol = async (username: string, accepts: () => string, settings: object = {}) => {
  const customer = customerWith(username, accepts)
  const id = await stage.account(stage.owner.token)
  const saved = must(await save(id, authenticator.toString()), 200)
  const config = settingsOf(service.shop, username, settings)
  must(await stage.call(`/accounts/${id}/config`, { method: "PUT", token: stage.owner.token, json: config }), 200)
  return { customer, id, saved }
}

// Each has an account of its own, and waits for the next code for most of its time.
describe.concurrent("an authenticator secret", () => {
  it("lets accounts log in by themselves, also with the login mode simple, and nobody is asked", async () => {
    const stream = await stage.listen(stage.owner)
    const { customer, id, saved } = await enrol("alone", () => authenticator.generate())
    await stream.until(id, "scrape.succeeded")

    expect(saved.json).toMatchObject({ totp: { digits: 6, period, algorithm: "SHA1", issuer: "Banco Demo" } })
    expect(typedCodes(customer)).toHaveLength(1)
    expect(stream.of(id).map(({ type }) => type)).not.toContain("assistance.requested")
    expect(await read(stage, `/accounts/${id}/assistances`)).toMatchObject([
      { outcome: "accepted", answered_by: "totp", status: "fulfilled" }
    ])
    expect(await read(stage, `/accounts/${id}/activity`)).toContainEqual(
      expect.objectContaining({ kind: "code.used", data: expect.objectContaining({ channel: "totp" }) })
    )
  })

  it("is used once in each time step, over logins that follow each other at once", async () => {
    const stream = await stage.listen(stage.owner)
    const { customer, id } = await enrol("steps", () => authenticator.generate())
    await stream.until(id, "scrape.succeeded")
    await scrape(stage, id)
    await stream.until(id, "scrape.succeeded", 1)

    const codes = typedCodes(customer)
    expect(codes).toHaveLength(2)
    expect(new Set(codes).size).toBe(2)
  })

  it("makes two codes at most that a bank refuses", async () => {
    const stream = await stage.listen(stage.owner)
    const { customer, id } = await enrol("refused", () => "another code")
    const failed = await stream.until(id, "login.failed")

    expect(failed.data).toMatchObject({ kind: "otp_rejected" })
    expect(new Set(typedCodes(customer)).size).toBe(2)
    expect(await read(stage, `/accounts/${id}/assistances`)).toMatchObject([
      { outcome: "rejected", answered_by: "totp" },
      { outcome: "rejected", answered_by: "totp" }
    ])
  })

  it("is refused with a reason where it can't be one, without any of it", async () => {
    const id = await stage.account(stage.owner.token)
    const wrong = ["not base32 at all!", "JBSWY3DP", "otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=1", ""]
    for (const secret of wrong) {
      const { json, status, text } = await save(id, secret)
      expect([secret, status]).toEqual([secret, 400])
      expect(json).toMatchObject({ error: expect.stringMatching(/^secret /) })
      expect(secret === "" || !text.includes(secret)).toBe(true)
    }
    expect(must(await save(id, "jbsw y3dp ehpk 3pxp"), 200).json).toMatchObject({ totp: { digits: 6, period: 30 } })
  })

  it("is shown to nobody and stands in no row; and can be forgotten", async () => {
    const id = await stage.account(stage.owner.token)
    must(await save(id, base32), 200)
    const shown = JSON.stringify(await read(stage, `/accounts/${id}/codes`))
    const rows = await service.rows(`select encode(totp, 'escape') as cell from code_settings where totp is not null`)
    const other = await service.person()
    const foreign = await stage.call(`/accounts/${id}/codes`, { token: other.token })
    must(await stage.call(`/accounts/${id}/totp`, { method: "DELETE", token: stage.owner.token }), 204)

    expect(`${shown} ${JSON.stringify(rows)} ${service.logs.join(" ")}`).not.toContain(base32)
    expect(foreign.status).toBe(404)
    expect(await read(stage, `/accounts/${id}/codes`)).toMatchObject({ totp: null })
  })
})
