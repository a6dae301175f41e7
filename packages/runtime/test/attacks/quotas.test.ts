/** What one user may have of an installation: however much is asked for at once, no more than that. */
import { defaultQuotas } from "@counterfoil/core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { defaultConfig } from "../../src/index.ts"
import {
  type Answer,
  field,
  must,
  password,
  publicationOf,
  startService,
  type Service
} from "../contract/support/Service.ts"

const quotas = {
  ...defaultQuotas,
  accounts: 3,
  banks: 2,
  scriptVersions: 2,
  apiKeys: 2,
  realtimeStreams: 2,
  uploadsPerHour: 5
}

let service: Service
beforeAll(async () => {
  const limits = { ...defaultConfig.limits, authRequestsPerMinute: 30, authFailuresPerQuarterHour: 100 }
  service = await startService({ quotas, limits })
})
afterAll(() => service.stop())

const atOnce = (count: number, make: (nth: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))
const statuses = (answers: ReadonlyArray<Answer>, status: number) => answers.filter((one) => one.status === status)
const sentences = (answers: ReadonlyArray<Answer>) => [...new Set(answers.map(({ json }) => field(json, "error")))]

it("accounts: of many that are enrolled at once as many as there may be, and another when one is deleted", async () => {
  const { bankId, call, person } = service
  const { token } = await person()
  const enrol = (nth: number) => call("/accounts", { token, json: { bankId, name: `account ${nth}` } })
  const answers = await atOnce(20, enrol)

  expect(statuses(answers, 201).length).toBe(3)
  expect(sentences(statuses(answers, 409))).toEqual([
    "You have 3 accounts, and each user may have 3: delete one that you don't need, or ask the server's operator to raise ACCOUNTS_PER_USER"
  ])
  const [made] = statuses(answers, 201)
  const confirmation = { confirmation_name: field(made?.json, "name") }
  must(await call(`/accounts/${field(made?.json, "id")}`, { method: "DELETE", token, json: confirmation }), 204)
  must(await enrol(21), 201)
  must(await enrol(22), 409)
})

it("banks and script versions, of which eight are looked at at a time", async () => {
  const { call, person } = service
  const { token } = await person()
  const create = (nth: number) => call("/banks", { token, json: { code: `spam-${nth}`, name: "N" } })
  const banks = await atOnce(10, create)
  expect([statuses(banks, 201).length, statuses(banks, 409).length]).toEqual([2, 8])
  const bankId = field(statuses(banks, 201)[0]?.json, "id")
  const code = field((await call(`/banks/${bankId}`, { token })).json, "code")
  const publish = (nth: number) => call(`/banks/${bankId}/scripts`, { token, json: publicationOf(code, `1.0.${nth}`) })
  const published = await atOnce(10, publish)

  expect([201, 409, 429].map((status) => statuses(published, status).length)).toEqual([2, 6, 2])
  expect(sentences(statuses(published, 409))[0]).toContain("You have 2 script versions, and each user may have 2")
})

it("API keys, until one is revoked", async () => {
  const { call, person } = service
  const { token } = await person()
  const create = (nth: number) => call("/me/api-keys", { token, json: { name: `key ${nth}`, scopes: ["status:read"] } })
  const keys = await atOnce(10, create)
  expect([statuses(keys, 201).length, statuses(keys, 409).length]).toEqual([2, 8])

  must(await call(`/me/api-keys/${field(statuses(keys, 201)[0]?.json, "id")}`, { method: "DELETE", token }), 204)
  must(await create(11), 201)
})

it("who makes and gives up accounts or keys without end has to wait for the next day", async () => {
  const { bankId, call, person } = service
  const { token } = await person()
  const key = () => call("/me/api-keys", { token, json: { name: "again", scopes: ["status:read"] } })
  const account = () => call("/accounts", { token, json: { bankId, name: "again" } })
  for (let nth = 0; nth < 20; nth++)
    must(await call(`/me/api-keys/${field(must(await key(), 201).json, "id")}`, { method: "DELETE", token }), 204)
  for (let nth = 0; nth < 30; nth++) {
    const id = field(must(await account(), 201).json, "id")
    must(await call(`/accounts/${id}`, { method: "DELETE", token, json: { confirmation_name: "again" } }), 204)
  }

  expect(sentences([must(await key(), 409), must(await account(), 409)])).toEqual([
    "You have revoked 20 API keys within a day: wait before you make another one, or ask the server's operator to raise API_KEYS_PER_USER, of which ten times as many may be revoked in a day",
    "You have deleted 30 accounts within a day: wait before you make another one, or ask the server's operator to raise ACCOUNTS_PER_USER, of which ten times as many may be deleted in a day"
  ])
})

it("channels: ten of a user, and none twice, however many are added at once", async () => {
  const { call, person } = service
  const [{ token }, other] = [await person(), await person()]
  const add = (token: string, topic: string) =>
    call("/me/channels", { token, json: { kind: "ntfy", name: topic, url: "http://127.0.0.1:9", topic } })
  const many = await atOnce(15, (nth) => add(token, `topic-${nth}`))
  const same = await atOnce(5, () => add(other.token, "one"))

  expect([201, 409].map((status) => statuses(many, status).length)).toEqual([10, 5])
  expect([201, 409].map((status) => statuses(same, status).length)).toEqual([1, 4])
  expect(sentences(statuses(many, 409))).toEqual(["At most 10 channels: remove one first"])
})

it("realtime streams, until one is closed; another user's are another matter", async () => {
  const { listen, person } = service
  const greedy = await person()
  const opened = await Promise.allSettled(Array.from({ length: 8 }, () => listen(greedy)))
  const open = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
  expect(open.length).toBe(2)

  const modest = await listen(await person())
  expect(modest.socket.readyState).toBe(WebSocket.OPEN)
  await new Promise<void>((resolve) => {
    open[0]?.socket.addEventListener("close", () => resolve())
    open[0]?.close()
  })
  expect((await listen(greedy)).socket.readyState).toBe(WebSocket.OPEN)
})

it("uploads: four at a time and so many an hour, and when to come again is said", async () => {
  const { account, call, person } = service
  const someone = await person("passthrough")
  const id = await account(someone)
  const file = { content: "Date;Description;Amount\n2026-11-20;TRF;1,00", currency: "EUR" }
  const upload = () => call(`/accounts/${id}/statements`, { token: someone.token, json: file })
  const answers = await atOnce(12, upload)
  expect(statuses(answers, 201).length).toBe(4)
  expect(sentences(statuses(answers, 429))).toEqual([
    "4 of your statements are being read already: wait for their answers before the next"
  ])

  must(await upload(), 201)
  const refused = must(await upload(), 429)
  expect(field(refused.json, "error")).toContain("At most 5 statements an hour")
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
})

it("changes of a password: of many at once so many as a minute allows, and somebody else logs in", async () => {
  const { call, person } = service
  const { token } = await person()
  const other = await person()
  const json = { current_password: "not the one", new_password: "another password" }
  const changes = await atOnce(40, () => call("/me/password", { token, json }))

  expect(statuses(changes, 429).length).toBeGreaterThanOrEqual(10)
  must(await call("/auth/login", { json: { email: other.email, password } }), 200)
})

it("administrators set the limits, and are exempt", async () => {
  const { bankId, call, operator } = service
  const { token } = operator
  const answers = await atOnce(6, (nth) => call("/accounts", { token, json: { bankId, name: `account ${nth}` } }))
  expect(statuses(answers, 201).length).toBe(6)
})
