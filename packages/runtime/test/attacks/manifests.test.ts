/** What a manifest says is used long after its script has ended: by the whole service, for all of the bank's accounts. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { publicationOf } from "../contract/support/Service.ts"
import { field, must, settingsOf, start, type Started, until } from "../races/support.ts"

let service: Started
beforeAll(async () => {
  service = await start()
})
afterAll(() => service.stop())

const publish = (version: string, changes: object) => {
  const { bankId, call, operator } = service
  const publication = publicationOf("demo", version)
  const manifest = { ...publication.manifest, ...changes }
  const json = { ...publication, manifest, bundle: JSON.stringify(manifest) }
  return call(`/banks/${bankId}/scripts`, { token: operator.token, json })
}

it("with a zone that nobody knows isn't published", async () => {
  const answer = await publish("3.0.0", { zone: "Nowhere/Never" })

  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("Nowhere/Never is not an IANA time zone")])
})

it("with a pattern that can't be matched in linear time isn't published", async () => {
  const answer = await publish("3.0.1", { volatileText: [{ regex: "a(?=b)", flags: "" }] })

  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("looks around")])
})

it("with an unknown zone that is active already fails its account's reads, and nothing else of the account", async () => {
  const { account, bank, call, person, rows, shop } = service
  const { token } = await person("passthrough")
  bank.customer("zoned")
  const id = await account(token, settingsOf(shop, "zoned", { login_mode: "assisted" }))
  await rows(`update scripts set manifest = jsonb_set(manifest, '{zone}', '"Nowhere/Never"') where status = 'active'`)

  try {
    must(await call(`/accounts/${id}/scrape`, { method: "POST", token }), 202)
    must(await call(`/accounts/${id}/state`, { token }), 200)
    const file = { content: "Date;Description;Amount\n2026-11-20;TRF X;1,00", currency: "EUR" }
    const uploaded = await call(`/accounts/${id}/statements`, { token, json: file })
    expect([uploaded.status, uploaded.text]).toEqual([400, expect.stringContaining("is not an IANA time zone")])
  } finally {
    await rows(`update scripts set manifest = jsonb_set(manifest, '{zone}', '"Europe/Madrid"') where status = 'active'`)
  }
})

it("with a pattern that looks far has its texts read while the server answers", async () => {
  const { account, bank, call, operator, person, rows, shop } = service
  const published = must(await publish("3.1.0", { volatileText: [{ regex: "(?:a.*b|a)", flags: "" }] }), 201)
  must(await call(`/scripts/${field(published.json, "id")}/promote`, { method: "POST", token: operator.token }), 200)
  const { token } = await person("passthrough")
  const today = new Date().toISOString().slice(0, 10)
  const movements = Array.from({ length: 20 }, (_, nth) => ({
    date: today,
    amount: `${nth + 1}.00`,
    currency: "EUR",
    description: "a".repeat(2_000)
  }))
  bank.customer("hostile", { movements })
  const id = await account(token, settingsOf(shop, "hostile"))
  const read = async () => (await rows(`select 1 from scrapes where account_id = '${id}'`)).length > 0

  let answers = 0
  const isRead = await until(async () => {
    if ((await call("/health")).status === 200) answers += 1
    return read()
  })

  expect(isRead).toBe(true)
  expect(answers).toBeGreaterThan(1)
})
