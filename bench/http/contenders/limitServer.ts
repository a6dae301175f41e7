/**
 * The least that a status can take by hand: uWebSockets.js, and one query for the key and its account together. It writes no log
 * line and refuses nobody in words. No peer, but a limit: what looks its credential up for each request can't be far beyond it.
 */
import { App, us_listen_socket_close, us_socket_local_port } from "uWebSockets.js"
import { headers, isKeyFor, statusOf } from "./work.ts"

const fields = Object.entries(headers)

App()
  .get("/v1/accounts/:id/status", (response, request) => {
    const id = request.getParameter(0) ?? ""
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
    }
    isKeyFor(request.getHeader("x-api-key"), "status:read", id).then(
      (isGood) => (isGood ? send("200 OK", statusOf(id)) : send("401 Unauthorized", {})),
      () => send("500 Internal Server Error", {})
    )
  })
  .listen("127.0.0.1", 0, (socket) => {
    if (socket === false) throw new Error("not listening")
    console.log(`listening on http://127.0.0.1:${us_socket_local_port(socket)}`)
    process.once("SIGTERM", () => {
      us_listen_socket_close(socket)
      process.exit()
    })
  })
