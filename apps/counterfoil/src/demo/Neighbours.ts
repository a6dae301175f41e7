/** The bank and the shop as the demo steers them, and their own journals, by which it judges what really happened. */
import { Effect, Schema } from "effect"
import { call, type Request } from "./Client.ts"

const JournalEntry = Schema.Struct({
  event: Schema.String,
  customer: Schema.optionalKey(Schema.NullOr(Schema.String)),
  outcome: Schema.optionalKey(Schema.String),
  /** Of a page-read: the date that the list was filtered by. */
  from: Schema.optionalKey(Schema.String),
  reason: Schema.optionalKey(Schema.String)
})

const Sms = Schema.Struct({ messages: Schema.Array(Schema.Struct({ code: Schema.NullOr(Schema.String) })) })

const PrintedMovement = Schema.Struct({ amount: Schema.String, description: Schema.String })

const HookEntry = Schema.Struct({
  kind: Schema.String,
  name: Schema.String,
  headers: Schema.Record(Schema.String, Schema.String),
  authorizationValid: Schema.NullOr(Schema.Boolean),
  signatureValid: Schema.NullOr(Schema.Boolean),
  rawBody: Schema.String,
  status: Schema.NullOr(Schema.Int)
})
export type HookEntry = typeof HookEntry.Type

/** The demo bank, by its control API and its customers' phones. */
export const bankAt = (url: string) => {
  const control = (path: string, options: Request) => call(`${url}/control${path}`, 200, Schema.Json, options)
  return {
    url,
    patchCustomer: (id: string, patch: Schema.Json) => control(`/customers/${id}`, { method: "PATCH", body: patch }),
    pay: (movements: ReadonlyArray<{ readonly customer: string; readonly amount: string; readonly payer: string }>) =>
      call(`${url}/control/movements`, 201, Schema.Json, {
        method: "POST",
        body: { movements: movements.map((movement) => ({ ...movement })) }
      }),
    journal: (customer: string) => call(`${url}/control/journal?customer=${customer}`, 200, Schema.Array(JournalEntry)),
    printed: (customer: string) =>
      call(`${url}/control/customers/${customer}/movements`, 200, Schema.Array(PrintedMovement)),
    latestCode: (customer: string) =>
      call(`${url}/sms/${customer}.json`, 200, Sms).pipe(Effect.map(({ messages }) => messages[0]?.code ?? null))
  }
}
export type Bank = ReturnType<typeof bankAt>

/** The demo shop, by its control API. */
export const shopAt = (url: string) => {
  const control = (path: string, options: Request) => call(`${url}/control${path}`, 200, Schema.Json, options)
  return {
    url,
    listAuth: (name: string, token: string) =>
      control(`/lists/${name}`, { method: "PUT", body: { auth: { scheme: "bearer", token } } }),
    addOrders: (orders: ReadonlyArray<Readonly<Record<string, Schema.Json>>>) =>
      call(`${url}/control/orders`, 201, Schema.Json, {
        method: "POST",
        body: { orders: orders.map((order) => ({ ...order })) }
      }),
    setHook: (kind: "hooks" | "notifications", name: string, settings: Readonly<Record<string, Schema.Json>>) =>
      control(`/${kind}/${name}`, { method: "PUT", body: { ...settings } }),
    received: (kind: "hook" | "notification", name: string) =>
      call(`${url}/control/journal?kind=${kind}&name=${name}`, 200, Schema.Array(HookEntry))
  }
}
export type Shop = ReturnType<typeof shopAt>
