import { Webhook } from "standardwebhooks"

import { Fields, InputError } from "@counterfoil/demo-bank/Fields"
import type { Credential, Fault, Hook, Order, OrderList } from "../Shop.ts"

const orderStatuses = ["pending", "paid"] as const

const textOrNull = (fields: Fields, name: string): string | null => (fields.isNull(name) ? null : fields.text(name))

const amountOf = (fields: Fields): string | number => {
  const amount = fields.raw("amount")
  if (typeof amount === "number" && Number.isFinite(amount)) return amount
  if (typeof amount === "string" && /^\d+(\.\d+)?$/.test(amount)) return amount
  throw new InputError('amount must be a number or a decimal text such as "120.50"')
}

const optionalTexts = ["created_at", "reference", "tax_id", "account"] as const
const orderFields = ["external_id", "amount", "currency", "name", ...optionalTexts]

const orderOf = (fields: Fields): Order => ({
  external_id: fields.text("external_id"),
  amount: amountOf(fields),
  currency: fields.optional("currency", (name) => fields.text(name), "EUR"),
  name: fields.text("name"),
  ...Object.fromEntries(optionalTexts.filter((name) => fields.has(name)).map((name) => [name, fields.text(name)]))
})

/** `{external_id, amount, name, currency?, created_at?, reference?, tax_id?, account?, list?}` */
export const readOrder = (body: unknown): { readonly list: string; readonly order: Order } => {
  const fields = new Fields(body, [...orderFields, "list"])
  return { list: fields.optional("list", (name) => fields.text(name), "main"), order: orderOf(fields) }
}

/** What may be changed of an order, its status included. */
export const readOrderChange = (body: unknown, before: Order) => {
  const fields = new Fields(body, [...orderFields.slice(1), "status"])
  const changed = Object.fromEntries(
    ["currency", "name", ...optionalTexts].filter((name) => fields.has(name)).map((name) => [name, fields.text(name)])
  )
  return {
    order: { ...before, ...changed, ...(fields.has("amount") ? { amount: amountOf(fields) } : {}) },
    status: fields.optional("status", (name) => fields.oneOf(name, orderStatuses), undefined)
  }
}

const credentialOf = (fields: Fields, name: string): Credential | null => {
  if (fields.isNull(name)) return null
  const inner = new Fields(fields.raw(name), ["scheme", "token"])
  return { scheme: inner.oneOf("scheme", ["bearer", "api_key"]), token: inner.text("token") }
}

const statusOf = (fields: Fields, name: string): number => {
  const status = fields.count(name)
  if (status < 200 || status > 599) throw new InputError(`${name} must be an HTTP status from 200 to 599`)
  return status
}

/** `{status, times?, retryAfterSeconds?, location?, body?, delayMs?, hang?}`, or null for none. */
const faultOf = (fields: Fields, name: string): Fault | null => {
  if (fields.isNull(name)) return null
  const inner = new Fields(fields.raw(name), [
    "status",
    "times",
    "retryAfterSeconds",
    "location",
    "body",
    "delayMs",
    "hang"
  ])
  const count = (key: string) => inner.count(key)
  return {
    times: inner.optional("times", count, null),
    answer: {
      status: inner.optional("status", (key) => statusOf(inner, key), 200),
      retryAfterSeconds: inner.optional("retryAfterSeconds", count, null),
      location: inner.optional("location", (key) => inner.text(key), null),
      body: inner.optional("body", (key) => inner.text(key), null),
      delayMs: inner.optional("delayMs", count, 0),
      hang: inner.optional("hang", (key) => inner.flag(key), false)
    }
  }
}

const isSecret = (text: string): boolean => {
  try {
    return new Webhook(text) instanceof Webhook
  } catch {
    return false
  }
}

const secretOf = (fields: Fields, name: string): string | null => {
  const secret = textOrNull(fields, name)
  if (secret !== null && !isSecret(secret)) {
    throw new InputError(`${name} must be a Standard Webhooks secret (whsec_ and base64)`)
  }
  return secret
}

/** Sets what a request names of a list; the rest stays. */
export const configureList = (list: OrderList, body: unknown): void => {
  const fields = new Fields(body, ["auth", "shape", "pageSize", "etag", "nextOrigin", "answer"])
  Object.assign(list, {
    auth: fields.optional("auth", (name) => credentialOf(fields, name), list.auth),
    shape: fields.optional("shape", (name) => fields.oneOf(name, ["array", "object"]), list.shape),
    pageSize: fields.optional("pageSize", (name) => fields.count(name), list.pageSize),
    etag: fields.optional("etag", (name) => fields.flag(name), list.etag),
    nextOrigin: fields.optional("nextOrigin", (name) => textOrNull(fields, name), list.nextOrigin),
    fault: fields.optional("answer", (name) => faultOf(fields, name), list.fault)
  } satisfies Partial<OrderList>)
}

/** Sets what a request names of a hook; the rest stays. */
export const configureHook = (hook: Hook, body: unknown): void => {
  const fields = new Fields(body, ["secret", "auth", "strict", "marksPaid", "list", "answer"])
  Object.assign(hook, {
    secret: fields.optional("secret", (name) => secretOf(fields, name), hook.secret),
    auth: fields.optional("auth", (name) => credentialOf(fields, name), hook.auth),
    strict: fields.optional("strict", (name) => fields.flag(name), hook.strict),
    marksPaid: fields.optional("marksPaid", (name) => fields.flag(name), hook.marksPaid),
    list: fields.optional("list", (name) => fields.text(name), hook.list),
    fault: fields.optional("answer", (name) => faultOf(fields, name), hook.fault)
  } satisfies Partial<Hook>)
}
