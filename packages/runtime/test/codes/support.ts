/** A service with accounts whose logins want codes, and a machine that may forward messages to it. */
import { Duration } from "effect"
import type { Person } from "../contract/support/Service.ts"
import type { Customer } from "../contract/support/ScriptedBank.ts"
import { field, must, settingsOf, start, type Started } from "../races/support.ts"

export interface Owner extends Started {
  readonly owner: Person
  /** Of the owner, for all accounts. */
  readonly key: string
}

export const openStage = (given: Parameters<typeof start>[0] = {}): Promise<Started> =>
  start({ scrapeInterval: Duration.hours(1), bankConcurrency: 50, sessionConcurrency: 60, ...given })

/** Somebody with a phone that forwards messages. */
export const newOwner = async (service: Started): Promise<Owner> => {
  const owner = await service.person("passthrough")
  const made = await service.call("/me/api-keys", {
    token: owner.token,
    json: { name: "phone", scopes: ["otp:write", "status:read"] }
  })
  return { ...service, owner, key: field(must(made, 201).json, "key") }
}

export interface Enrolled {
  readonly id: string
  readonly customer: Customer
}

/** An account whose logins want a code of six digits; its first login begins at once. */
export const enrol = async (
  { account, bank, owner, shop }: Owner,
  username: string,
  code: string,
  settings: object = {},
  /** How each login ends, whatever is typed. */
  refusal?: "session_elsewhere"
): Promise<Enrolled> => {
  const customer = bank.customer(username, {
    code: { value: code, length: 6, type: "numeric" },
    ...(refusal === undefined ? {} : { refusal })
  })
  const id = await account(owner.token, settingsOf(shop, username, { login_mode: "assisted", ...settings }))
  return { id, customer }
}

export const forward = async ({ call, key }: Owner, id: string, message: object) =>
  must(await call(`/v1/accounts/${id}/sms`, { key, json: message }), 202).json

export const scrape = async ({ call, owner }: Owner, id: string) =>
  must(await call(`/accounts/${id}/scrape`, { method: "POST", token: owner.token }), 202)

export const cancel = async ({ call, owner }: Owner, id: string) =>
  must(await call(`/accounts/${id}/otp`, { method: "DELETE", token: owner.token }), 204)

export const read = async ({ call, owner }: Owner, path: string) =>
  must(await call(path, { token: owner.token }), 200).json

/** The codes that were typed into the bank's page. */
export const typedCodes = ({ typed }: Customer): ReadonlyArray<string> =>
  typed.flatMap((text) => (text.startsWith("otp ") ? [text.slice(4)] : []))

export const now = () => new Date().toISOString()

/** Rows of any table, and lines of the log, that have one of these codes, as text or as bytes; not within a number or a hash. */
export const tracesOf = async (
  { logs, rows }: Started,
  codes: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const spelt = codes.flatMap((code) => [code, Buffer.from(code).toString("hex")])
  const whole = `(?<![0-9a-f])(${spelt.join("|")})(?![0-9a-f])`
  const tables = await rows(`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const found: Array<string> = []
  for (const { name } of tables) {
    const hits = await rows(`select t::text as row from "${String(name)}" t where t::text ~ '${whole}'`)
    found.push(...hits.map(({ row }) => `${String(name)}: ${String(row)}`))
  }
  return [...found, ...logs.filter((line) => codes.some((code) => line.includes(code)))]
}
