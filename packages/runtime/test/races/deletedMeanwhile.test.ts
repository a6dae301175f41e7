/** What is deleted while others ask for it, change it or use it: they are told so, or were first. None of it is a fault. */
import { defaultQuotas } from "@counterfoil/core"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { defaultConfig } from "../../src/index.ts"
import { field, must, password, type Service, startService } from "../contract/support/Service.ts"

let service: Service
beforeAll(async () => {
  const limits = { ...defaultConfig.limits, authRequestsPerMinute: 1_000 }
  service = await startService({ quotas: { ...defaultQuotas, banks: 100 }, limits })
})
afterAll(() => service.stop())

const statement = "Date,Amount,Description\n2026-11-01,12.50,Payment of Ana\n"
const settings = { pending_orders_endpoint: "http://127.0.0.1:9/orders", webhook_url: "http://127.0.0.1:9/hook" }

/** All that can be asked of an account beside its deletion. */
const askedOf = (account: string, bankId: string): ReadonlyArray<readonly [string, string, unknown?]> => [
  ["PUT", `${account}/config`, { ...settings, bank_username: "ana", bank_password: "another" }],
  ["GET", `${account}/config`],
  ["GET", `${account}/state`],
  ["POST", `${account}/endpoint/pause`],
  ["POST", `${account}/endpoint/resume`],
  ["GET", `${account}/endpoint`],
  ["POST", `${account}/webhook-test`],
  ["POST", `${account}/webhook-secret/rotate`],
  ["GET", `${account}/webhook-secret`],
  ["POST", `${account}/scrape`],
  ["POST", `${account}/restart`],
  ["POST", `${account}/pause`],
  ["POST", `${account}/resume`],
  ["POST", `${account}/otp`, { code: "123456" }],
  ["GET", `${account}/consent`],
  ["POST", `${account}/consent`, { fingerprint: "0".repeat(32) }],
  ["PUT", `${account}/codes`, { sms: { senders: ["Bank"], pattern: null } }],
  ["PUT", `${account}/totp`, { secret: "JBSWY3DPEHPK3PXP" }],
  ["DELETE", `${account}/totp`],
  ["DELETE", `${account}/mailbox`],
  ["POST", `${account}/statements`, { content: statement, currency: "EUR" }],
  ["POST", `/conciliation/poll/${account.slice("/accounts/".length)}`],
  ["POST", "/me/api-keys", { name: "key", scopes: ["status:read"], account_ids: [account.slice("/accounts/".length)] }],
  ["POST", "/me/password", { current_password: password, new_password: password }],
  ["PATCH", `/banks/${bankId}`, { name: "Another name" }],
  ["POST", `/banks/${bankId}/origins`, { origins: ["https://further.example"] }],
  ["POST", "/accounts", { bankId, name: "Second" }],
  ["GET", `/banks/${bankId}`]
]

const rounds = Number(process.env["VERIFY"] ?? 0) > 0 ? 30 : 3
/** In which order things arrive: another one in each round, the same ones each time. */
const shuffled = <A>(all: ReadonlyArray<A>, round: number): ReadonlyArray<A> =>
  all
    .map((one, nth) => ({ one, at: (nth * 7919 + round * 104_729) % 101 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

const enrolled = async (token: string, bankId: string): Promise<string> => {
  const { call } = service
  const made = must(await call("/accounts", { token, json: { bankId, name: "Main" } }), 201)
  const account = `/accounts/${field(made.json, "id")}`
  must(await call(`${account}/config`, { method: "PUT", token, json: settings }), 200)
  must(await call(`${account}/statements`, { token, json: { content: statement, currency: "EUR" } }), 201)
  return account
}

const inTheMiddle = async (leaves: "account" | "user" | "bank", round: number) => {
  const { call, person } = service
  const { token } = await person()
  const json = { code: `${leaves}-${round}`, name: "B", loginUrl: "https://bank.example/login" }
  const bankId = field(must(await call("/banks", { token, json }), 201).json, "id")
  // A bank that accounts are at is never deleted: there, nobody has one yet.
  const account = leaves === "bank" ? `/accounts/${randomUUID()}` : await enrolled(token, bankId)
  const deletions = {
    account: ["DELETE", account, { confirmation_name: "Main" }],
    user: ["DELETE", "/me", { current_password: password }],
    bank: ["DELETE", `/banks/${bankId}`]
  } as const
  const all = shuffled([deletions[leaves], ...askedOf(account, bankId)], round)
  const answers = await Promise.all(
    all.map(async ([method, path, body]) => {
      const { status, text } = await call(path, { method, token, ...(body === undefined ? {} : { json: body }) })
      return { what: `${method} ${path.replace(/[0-9a-f-]{36}/g, ":id")}`, status, text }
    })
  )
  return answers.filter(({ status }) => status >= 500)
}

it.each(["account", "user", "bank"] as const)(
  "nothing that is asked while it leaves is a fault: %s",
  async (leaves) => {
    for (let round = 0; round < rounds; round += 1) expect(await inTheMiddle(leaves, round)).toEqual([])
  }
)
