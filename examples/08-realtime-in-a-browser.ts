/**
 * A page that shows events as they happen. The page never sees your token: your server asks for a ticket, which opens one
 * stream within 30 seconds and nothing else. Counterfoil must know your site: REALTIME_ORIGINS=http://127.0.0.1:9001.
 */
import { Effect } from "effect"
import { createServer } from "node:http"
import { baseUrl, logIn, run } from "./here.ts"

const page = `<!doctype html>
<title>Events</title>
<ul></ul>
<script type="module">
  const show = (text) => document.querySelector("ul").append(Object.assign(document.createElement("li"), { textContent: text }))

  const connect = async (wait = 250) => {
    const { ticket, url } = await (await fetch("/ticket", { method: "POST" })).json()
    const socket = new WebSocket(url, ["realtime.v1", ticket])
    socket.onopen = () => { wait = 250; show("connected") }
    socket.onmessage = ({ data }) => { const { type, accountId } = JSON.parse(data); show(type + " " + accountId) }
    socket.onclose = () => setTimeout(connect, wait, Math.min(wait * 2, 30_000))
  }
  connect()
</script>
`

const client = await run(logIn)
const url = `${baseUrl.replace(/^http/, "ws")}/realtime`

const server = createServer((request, response) => {
  if (request.method !== "POST" || request.url !== "/ticket") {
    response.setHeader("content-type", "text/html; charset=utf-8")
    return void response.end(page)
  }
  // In life: only for people who are logged in at your site.
  void Effect.runPromise(client.realtime.ticket()).then(
    ({ ticket }) => response.setHeader("content-type", "application/json").end(JSON.stringify({ ticket, url })),
    () => response.writeHead(502).end()
  )
})

server.listen(Number(process.env["PORT"] ?? 9001), "127.0.0.1", () => {
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  console.log(`Open http://127.0.0.1:${port}`)
})

export { server }
