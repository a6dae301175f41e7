// oxlint-disable oxc/no-async-endpoint-handlers -- fastify awaits them
/** fastify + ws + pg: what one would write instead. */
import fastify from "fastify"
import { type WebSocket, WebSocketServer } from "ws"
import {
  feedOf,
  headers,
  holderOf,
  log,
  movementsOf,
  ownAccount,
  ownerOfKey,
  statusOf,
  ticketFor,
  userOfToken
} from "./work.ts"

const app = fastify()
const begun = new WeakMap<object, number>()

app.addHook("onRequest", (request, reply, done) => {
  begun.set(request, Date.now())
  reply.headers(headers)
  done()
})
app.addHook("onResponse", (request, reply, done) => {
  log(request.method, request.url, reply.statusCode, begun.get(request) ?? 0)
  done()
})

const params = { type: "object", properties: { id: { type: "string", format: "uuid" } }, required: ["id"] }
const string = { type: "string" }
const stringOrNull = { type: ["string", "null"] }

const refusal = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode })

const status = {
  type: "object",
  properties: {
    account_id: string,
    session_running: { type: "boolean" },
    pending_assistance: { type: ["object", "null"], additionalProperties: true }
  }
}

app.get<{ Params: { id: string } }>(
  "/v1/accounts/:id/status",
  { schema: { params, response: { 200: status } } },
  async (request) => {
    const key = request.headers["x-api-key"]
    const owner = await ownerOfKey(typeof key === "string" ? key : undefined, "status:read", request.params.id)
    if (owner === undefined) throw refusal(401, "API key unknown, malformed or revoked")
    if ((await ownAccount(owner, request.params.id)) === undefined) throw refusal(404, "Account not found")
    return statusOf(request.params.id)
  }
)

const movement = {
  type: "object",
  properties: {
    id: string,
    external_id: string,
    amount: string,
    currency: string,
    sender_name: string,
    received_at: string,
    notified_at: stringOrNull,
    excluded_at: stringOrNull,
    bank_movement_id: stringOrNull,
    booked_date: string,
    value_date: stringOrNull,
    status: string,
    description: string,
    counterparty: stringOrNull,
    counterparty_account: stringOrNull,
    balance: stringOrNull,
    removed_at: stringOrNull,
    reversed_at: stringOrNull,
    possible_duplicate_of: { type: "array", items: string }
  }
}

app.get<{ Params: { id: string }; Querystring: { limit: number } }>(
  "/accounts/:id/movements",
  {
    schema: {
      params,
      querystring: {
        type: "object",
        properties: { limit: { type: "integer", minimum: 1, maximum: 500, default: 100 } }
      },
      response: { 200: { type: "array", items: movement } }
    }
  },
  async (request) => {
    const user = await userOfToken(request.headers.authorization)
    if (user === undefined) throw refusal(401, "Invalid or expired token")
    if ((await ownAccount(user, request.params.id)) === undefined) throw refusal(404, "Account not found")
    return movementsOf(request.params.id, request.query.limit)
  }
)

app.post("/realtime/ticket", async (request) => {
  const user = await userOfToken(request.headers.authorization)
  if (user === undefined) throw refusal(401, "Invalid or expired token")
  return { ticket: await ticketFor(user), ttl_seconds: 30 }
})

const listeners = new Map<string, Set<WebSocket>>()
const hub = new WebSocketServer({ noServer: true, handleProtocols: () => "realtime.v1" })

app.server.on("upgrade", (request, socket, head) => {
  const ticket = String(request.headers["sec-websocket-protocol"]).split(", ")[1] ?? ""
  void holderOf(ticket).then((user) => {
    if (user === undefined) return socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n")
    hub.handleUpgrade(request, socket, head, (connection) => {
      const own = listeners.get(user) ?? new Set()
      listeners.set(user, own.add(connection))
      connection.on("close", () => own.delete(connection))
    })
  })
})

await feedOf((user, text) => {
  for (const connection of listeners.get(user) ?? []) connection.send(text)
})

console.log(`listening on ${await app.listen({ port: 0, host: "127.0.0.1" })}`)
process.once("SIGTERM", () => process.exit())
