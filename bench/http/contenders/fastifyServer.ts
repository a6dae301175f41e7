// oxlint-disable oxc/no-async-endpoint-handlers -- fastify awaits them
/** fastify + ws + pg: what one would write instead. */
import fastify from "fastify"
import { createHash, randomBytes } from "node:crypto"
import { type WebSocket, WebSocketServer } from "ws"
import { movementsOf, ownAccount, ownerOfKey, pool, statusOf, userOfToken } from "./work.ts"

const app = fastify()
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
    const owner = await ownerOfKey(typeof key === "string" ? key : undefined)
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

const hashOf = (ticket: string): Buffer => createHash("sha256").update(ticket).digest()

app.post("/realtime/ticket", async (request) => {
  const user = await userOfToken(request.headers.authorization)
  if (user === undefined) throw refusal(401, "Invalid or expired token")
  const ticket = randomBytes(32).toString("base64url")
  await pool.query({
    name: "issue",
    text: "insert into realtime_tickets (ticket_hash, user_id, expires_at) values ($1, $2, now() + interval '30 seconds')",
    values: [hashOf(ticket), user]
  })
  return { ticket, ttl_seconds: 30 }
})

const listeners = new Map<string, Set<WebSocket>>()
const hub = new WebSocketServer({ noServer: true, handleProtocols: () => "realtime.v1" })

app.server.on("upgrade", (request, socket, head) => {
  const ticket = String(request.headers["sec-websocket-protocol"]).split(", ")[1] ?? ""
  const taken = pool.query<{ user_id: string }>({
    name: "redeem",
    text: "delete from realtime_tickets where ticket_hash = $1 and expires_at > now() returning user_id",
    values: [hashOf(ticket)]
  })
  void taken.then(({ rows: [row] }) => {
    if (row === undefined) return socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n")
    hub.handleUpgrade(request, socket, head, (connection) => {
      const own = listeners.get(row.user_id) ?? new Set()
      listeners.set(row.user_id, own.add(connection))
      connection.on("close", () => own.delete(connection))
    })
  })
})

const feed = await pool.connect()
await feed.query("listen counterfoil_events")
feed.on("notification", ({ payload }) => {
  const read = pool.query<{ type: string; user_id: string; account_id: string; data: object; occurred_at: Date }>({
    name: "event",
    text: "select type, user_id, account_id, data, occurred_at from events where id = $1",
    values: [payload]
  })
  void read.then(({ rows }) => {
    for (const { account_id: accountId, data, occurred_at: at, type, user_id: userId } of rows) {
      const text = JSON.stringify({ type, userId, accountId, data, occurredAt: at.toISOString() })
      for (const connection of listeners.get(userId) ?? []) connection.send(text)
    }
  })
})

console.log(`listening on ${await app.listen({ port: 0, host: "127.0.0.1" })}`)
process.once("SIGTERM", () => process.exit())
