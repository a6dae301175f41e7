import { type Context, Hono } from "hono"

import { give, isAuthorized, isSigned, schemeOf } from "../callers.ts"
import { type HookKind, type Shop, takeFault } from "../Shop.ts"

const told = [
  "webhook-id",
  "webhook-timestamp",
  "counterfoil-event",
  "counterfoil-sequence",
  "counterfoil-attempt",
  "content-type",
  "accept",
  "user-agent"
]

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The order and the result that a body speaks of, if it speaks of any. */
const resultOf = (body: unknown): { readonly externalId: string; readonly result: string } | undefined => {
  if (typeof body !== "object" || body === null || !("external_id" in body) || !("status" in body)) return undefined
  const { external_id: externalId, status: result } = body
  return typeof externalId === "string" && typeof result === "string" ? { externalId, result } : undefined
}

/** Where webhooks arrive: results on `/hooks/:name`, notifications on `/notifications/:name`. */
export const hookRoutes = (shop: Shop): Hono => {
  const app = new Hono()

  const receive = async (c: Context, kind: HookKind, name: string): Promise<Response> => {
    const hook = shop.hook(kind, name)
    const rawBody = await c.req.text()
    const headers = c.req.header()
    const id = headers["webhook-id"] ?? ""
    const authorizationValid = isAuthorized(headers["authorization"], hook.auth)
    const signatureValid = isSigned(rawBody, headers, hook.secret)
    const fault = takeFault(hook)
    const refused = hook.strict && (authorizationValid === false || signatureValid === false)
    const status = refused ? 401 : fault === undefined ? 200 : fault.hang ? null : fault.status
    const body = parsed(rawBody)
    shop.journal.write({
      at: new Date().toISOString(),
      kind,
      name,
      headers: Object.fromEntries(told.flatMap((key) => (headers[key] === undefined ? [] : [[key, headers[key]]]))),
      authorizationScheme: schemeOf(headers["authorization"]),
      authorizationValid,
      signatures: (headers["webhook-signature"] ?? "").split(" ").filter((signature) => signature !== "").length,
      signatureValid,
      repeated: hook.accepted.has(id),
      rawBody,
      body,
      status
    })
    if (refused) return c.json({ error: authorizationValid === false ? "Unauthorized" : "Bad signature" }, 401)
    if (fault !== undefined && (fault.hang || fault.status >= 300)) return give(c, fault)
    if (id !== "") hook.accepted.add(id)
    const result = kind === "hook" ? resultOf(body) : undefined
    if (result !== undefined) shop.hearResult(hook, result.externalId, result.result)
    return fault === undefined ? c.json({ received: true }) : give(c, fault)
  }

  app.post("/hooks/:name", (c) => receive(c, "hook", c.req.param("name")))
  app.post("/notifications/:name", (c) => receive(c, "notification", c.req.param("name")))
  return app
}
