/** uWebSockets.js by hand: the same work, no framework. */
import {
  App,
  type HttpRequest,
  type HttpResponse,
  us_listen_socket_close,
  us_socket_local_port,
  type us_socket_context_t,
  type WebSocket
} from "uWebSockets.js"
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

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const fields = Object.entries(headers)

const answer = (
  response: HttpResponse,
  request: HttpRequest,
  work: Promise<readonly [status: string, body: unknown]>
): void => {
  const [began, method, path] = [Date.now(), request.getCaseSensitiveMethod(), request.getUrl()]
  let isOpen = true
  response.onAborted(() => {
    isOpen = false
  })
  const send = (status: string, body: unknown) => {
    if (!isOpen) return
    response.cork(() => {
      response.writeStatus(status).writeHeader("content-type", "application/json")
      for (const [name, value] of fields) response.writeHeader(name, value)
      response.end(JSON.stringify(body))
    })
    log(method, path, Number(status.slice(0, 3)), began)
  }
  work.then(
    ([status, body]) => send(status, body),
    () => send("500 Internal Server Error", { error: "Internal error" })
  )
}

const status = async (key: string, id: string): Promise<readonly [string, unknown]> => {
  const owner = await ownerOfKey(key, "status:read", id)
  if (owner === undefined) return ["401 Unauthorized", { error: { code: "INVALID_API_KEY", message: "" } }]
  const account = uuid.test(id) ? await ownAccount(owner, id) : undefined
  return account === undefined
    ? ["404 Not Found", { error: { code: "NOT_FOUND", message: "" } }]
    : ["200 OK", statusOf(id)]
}

const movements = async (authorization: string, id: string): Promise<readonly [string, unknown]> => {
  const user = await userOfToken(authorization)
  if (user === undefined) return ["401 Unauthorized", { error: "Invalid or expired token" }]
  const account = uuid.test(id) ? await ownAccount(user, id) : undefined
  return account === undefined
    ? ["404 Not Found", { error: "Account not found" }]
    : ["200 OK", await movementsOf(id, 100)]
}

const ticket = async (authorization: string): Promise<readonly [string, unknown]> => {
  const user = await userOfToken(authorization)
  return user === undefined
    ? ["401 Unauthorized", { error: "Invalid or expired token" }]
    : ["200 OK", { ticket: await ticketFor(user), ttl_seconds: 30 }]
}

let latest: WebSocket<{ readonly user: string }> | undefined

const upgrade = (response: HttpResponse, request: HttpRequest, context: us_socket_context_t): void => {
  let isOpen = true
  response.onAborted(() => {
    isOpen = false
  })
  const key = request.getHeader("sec-websocket-key")
  const given = request.getHeader("sec-websocket-protocol").split(", ")[1] ?? ""
  void holderOf(given).then((user) => {
    if (!isOpen) return
    response.cork(() => {
      if (user === undefined) response.writeStatus("401 Unauthorized").end()
      else response.upgrade({ user }, key, "realtime.v1", "", context)
    })
    // After the cork, as the service does: within it, a new topic may end the connection (uWebSockets #1929).
    if (user !== undefined) latest?.subscribe(user)
  })
}

const app = App()

await feedOf((user, text) => void app.publish(user, text))

app
  .ws<{ readonly user: string }>("/realtime", {
    idleTimeout: 60,
    sendPingsAutomatically: true,
    upgrade,
    open: (listener) => {
      latest = listener
    }
  })
  .post("/realtime/ticket", (response, request) =>
    answer(response, request, ticket(request.getHeader("authorization")))
  )
  .get("/v1/accounts/:id/status", (response, request) =>
    answer(response, request, status(request.getHeader("x-api-key"), request.getParameter(0) ?? ""))
  )
  .get("/accounts/:id/movements", (response, request) =>
    answer(response, request, movements(request.getHeader("authorization"), request.getParameter(0) ?? ""))
  )
  .listen("127.0.0.1", 0, (socket) => {
    if (socket === false) throw new Error("not listening")
    console.log(`listening on http://127.0.0.1:${us_socket_local_port(socket)}`)
    process.once("SIGTERM", () => {
      us_listen_socket_close(socket)
      process.exit()
    })
  })
