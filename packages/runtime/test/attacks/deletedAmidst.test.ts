/** Whoever leaves while they still save things: nothing that goes at once is there again afterwards. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, password, type Service, startService } from "../contract/support/Service.ts"
import { settingsOf } from "../races/support.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const rounds = Number(process.env["VERIFY"] ?? 0) > 0 ? 40 : 8

/** Of RFC 8291. */
const keys = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg"
}
const browser = () => ({
  kind: "web_push",
  endpoint: service.shop.url(`/browsers/${randomUUID()}`),
  keys,
  label: "A phone",
  language: "en",
  page_origin: "https://counterfoil.example"
})
const channel = () => ({ kind: "ntfy", name: "A phone", url: service.shop.url("/topics"), topic: randomUUID() })
const mailbox = { host: "imap.example.com", username: "ana", password: "mail-secret", senders: ["codes@bank.test"] }

/** What is kept of a person or an account until they go, and goes at once then. */
const gone = {
  user: [
    "api_keys",
    "push_channels",
    "notice_channels",
    "realtime_tickets",
    "user_keys",
    "moved_topics",
    "mailbox_tokens"
  ],
  account: [
    "account_keys",
    "account_settings",
    "webhook_secrets",
    "browser_states",
    "code_settings",
    "code_mailboxes",
    "ask_rules",
    "spent_codes",
    "evidence"
  ]
}

const leftOf = async (userId: string, accountIds: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const owners = [userId, ...accountIds].map((id) => `'${id}'`).join()
  const counts = [
    ...gone.user.map(
      (table) => `select '${table}' as name, count(*)::int as n from ${table} where user_id = '${userId}'`
    ),
    ...gone.account.map(
      (table) => `select '${table}' as name, count(*)::int as n from ${table} where account_id in (${owners})`
    )
  ]
  const rows = await service.rows(`select * from (${counts.join(" union all ")}) t where n > 0`)
  return rows.map(({ n, name }) => `${String(n)} in ${String(name)}`)
}

it("nothing is kept of what a user saved while they were deleted", { timeout: 300_000 }, async () => {
  const { account, bankId, call, person, shop } = service
  const left: Array<string> = []
  for (let round = 0; round < rounds; round += 1) {
    const { id, token } = await person("passthrough")
    const accounts = [await account({ id, token, email: "" }), await account({ id, token, email: "" })]
    const [first = "", second = ""] = accounts
    const save = (path: string, json: unknown, method = "POST") => call(path, { method, token, json })
    const saves = [
      () => save("/me/push", browser()),
      () => save("/me/channels", channel()),
      () => save("/me/api-keys", { name: "key", scopes: ["status:read"] }),
      () => save("/realtime/ticket", { types: "all" }),
      () => save(`/accounts/${first}/config`, settingsOf(shop, "late", {}), "PUT"),
      () => save(`/accounts/${second}/mailbox`, mailbox, "PUT"),
      () => save(`/accounts/${second}/totp`, { secret: "JBSWY3DPEHPK3PXP" }, "PUT"),
      () => save(`/accounts/${second}/codes`, { sms: { senders: ["Bank"], pattern: null } }, "PUT"),
      () =>
        save(`/accounts/${second}/asking`, { hours: null, zone: null, most_per_day: 3, snoozed_until: null }, "PUT"),
      () => save(`/accounts/${first}/webhook-secret/rotate`, {}),
      () => save("/accounts", { bankId, name: "One more" })
    ]
    const deletion = save("/me", { current_password: password }, "DELETE")
    // Again and again, so that some of them come at each moment of it.
    const done = { is: false }
    const storm = saves.map(async (one) => {
      const statuses: Array<number> = []
      while (!done.is) statuses.push((await one()).status)
      return statuses
    })
    must(await deletion, 204)
    done.is = true
    await Promise.all(storm)
    for (const found of await leftOf(id, accounts)) left.push(`round ${round}: ${found}`)
  }
  expect(left).toEqual([])
})
