/** A person with one of everything: an account that was read, a movement, a matched request, a key. */
import { field, must, type Person, type Service } from "./Service.ts"
import { today } from "./ScriptedBank.ts"
import { service } from "./shared.ts"

export interface Owner extends Person {
  readonly account: string
  /** A second account, without settings. */
  readonly bare: string
  readonly movement: string
  readonly request: string
  readonly keyId: string
  /** The key itself, for both scopes and all accounts. */
  readonly key: string
}

export const listOf = (json: unknown): ReadonlyArray<unknown> => (Array.isArray(json) ? json : [])

/** A key's id and its text. */
export const addKeyOf = async (
  { call }: Pick<Service, "call">,
  token: string,
  extra: object = {}
): Promise<{ readonly id: string; readonly key: string }> => {
  const json = { name: "till", scopes: ["otp:write", "status:read"], ...extra }
  const created = must(await call("/me/api-keys", { token, json }), 201).json
  return { id: field(created, "id"), key: field(created, "key") }
}

export const addKey = (token: string, extra: object = {}) => addKeyOf(service(), token, extra)

/** `name` tells the bank's customer and the shop's paths apart. */
export const ownerOf = async (name: string, settings: object = {}): Promise<Owner> => {
  const { account, bank, call, listen, person, shop } = service()
  const owner = await person("reconcile")
  const { token } = owner
  const row = { date: today(), amount: "12.50", currency: "EUR", description: "TRF", counterparty: "Ana Ruiz" }
  bank.customer(name, { movements: [{ ...row, id: `${name}-1` }] })
  shop.list(`/orders/${name}`, [{ external_id: `${name}-order`, amount: "12.50", currency: "EUR", name: "Ana Ruiz" }])
  const stream = await listen(owner)
  const read = await account(owner, {
    webhook_url: shop.url(`/hooks/${name}`),
    pending_orders_endpoint: shop.url(`/orders/${name}`),
    bank_username: name,
    bank_password: "bank-secret",
    ...settings
  })
  await stream.until(read, "scrape.succeeded")
  await shop.called(`/hooks/${name}`, 1)
  const [movement] = listOf((await call(`/accounts/${read}/movements`, { token })).json)
  const [request] = listOf((await call("/conciliation", { token })).json)
  const { id, key } = await addKey(token, { types: "all" })
  return {
    ...owner,
    account: read,
    bare: await account(owner),
    movement: field(movement, "id"),
    request: field(request, "id"),
    keyId: id,
    key
  }
}
