/** When an owner is asked by the schedule, as they said over the API. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { waitReasons } from "@counterfoil/domain"
import { field, must, settingsOf, type Started, until } from "../races/support.ts"
import { forward, newOwner, now, openStage, type Owner, read, scrape } from "./support.ts"

let service: Started
beforeAll(async () => {
  service = await openStage()
})
afterAll(() => service.stop())

const nothing = { hours: null, zone: null, most_per_day: null, snoozed_until: null }
const putAsking = ({ call, owner }: Owner, id: string, rules: object) =>
  call(`/accounts/${id}/asking`, { method: "PUT", token: owner.token, json: rules })

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const overviewOf = async (stage: Owner, id: string) => {
  const listed = await read(stage, "/accounts/overview")
  return Array.isArray(listed) ? listed.find((one) => field(one, "id") === id) : undefined
}

describe("an owner", () => {
  it("who doesn't want to be asked before a time isn't, unless they ask for a scrape; and hears what is waited for", async () => {
    const stage = await newOwner(service)
    const { account, bank, call, owner, shop } = stage
    bank.customer("snoozes", { code: { value: "454545", length: 6, type: "numeric" } })
    const id = await account(owner.token)
    const later = inHours(2)
    expect(must(await putAsking(stage, id, { ...nothing, snoozed_until: later }), 200).json).toEqual({
      ...nothing,
      snoozed_until: later
    })
    const settings = settingsOf(shop, "snoozes", { login_mode: "assisted" })
    must(await call(`/accounts/${id}/config`, { method: "PUT", token: owner.token, json: settings }), 200)

    expect(await until(async () => field(await overviewOf(stage, id), "waits_for") === "snoozed")).toBe(true)
    expect(await overviewOf(stage, id)).toMatchObject({ next_run_at: later })
    const told = async () => JSON.stringify(await read(stage, `/accounts/${id}/activity`))
    expect(await until(async () => (await told()).includes("doesn't want to be asked before"))).toBe(true)
    expect(await read(stage, `/accounts/${id}/assistances`)).toEqual([])

    const stream = await stage.listen(owner)
    await scrape(stage, id)
    await stream.until(id, "assistance.requested")
    await forward(stage, id, { text: "Your code is 454545", sent_at: now() })
    await stream.until(id, "scrape.succeeded")

    // Once a day is enough: the next one is a day after it was asked.
    must(await putAsking(stage, id, { ...nothing, most_per_day: 1 }), 200)
    expect(await until(async () => field(await overviewOf(stage, id), "waits_for") === "asked_enough")).toBe(true)
    const [asked] = Object.values(Object(await read(stage, `/accounts/${id}/assistances`)))
    const next = Date.parse(field(await overviewOf(stage, id), "next_run_at"))
    expect(next - Date.parse(field(asked, "requested_at"))).toBe(86_400_000)
  })

  it("says it in words that can be carried out", async () => {
    const stage = await newOwner(service)
    const id = await stage.account(stage.owner.token)
    const stranger = await service.person()
    const refused = async (rules: object) => {
      const { json, status } = await putAsking(stage, id, { ...nothing, ...rules })
      return [status, field(json, "error")]
    }

    expect(await refused({ hours: { from: "9", to: "10:00" } })).toEqual([
      400,
      "hours must be times of day such as 09:00"
    ])
    expect(await refused({ zone: "Madrid" })).toEqual([400, "zone must be an IANA zone such as Europe/Madrid"])
    expect(await refused({ most_per_day: 0 })).toEqual([
      400,
      "most_per_day must be null or a whole number from 1 to 100"
    ])
    expect(await refused({ snoozed_until: "tomorrow" })).toEqual([
      400,
      "snoozed_until must be null or an instant such as 2026-11-20T09:00:00Z"
    ])
    expect((await service.call(`/accounts/${id}/asking`, { token: stranger.token })).status).toBe(404)
    const rules = { hours: { from: "09:00", to: "10:00" }, zone: "Europe/Madrid", most_per_day: 2, snoozed_until: null }
    must(await putAsking(stage, id, rules), 200)
    expect(await read(stage, `/accounts/${id}/asking`)).toEqual(rules)
  })

  it("finds each reason to wait in the tables: none of them keeps an account from coming to rest", async () => {
    const stage = await newOwner(service)
    const id = await stage.account(stage.owner.token)
    const reasons = waitReasons.filter((one) => one !== "busy")
    const kept: Array<unknown> = []
    for (const reason of reasons) {
      const waits = `update account_due set waits_for = '${reason}' where account_id = '${id}' returning waits_for`
      kept.push(...(await service.rows(waits)).map((row) => row["waits_for"]))
    }
    expect(kept).toEqual(reasons)
  })
})
