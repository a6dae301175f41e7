/** Follows the events of one scrape with Node's own WebSocket; with `--ws`, with that of the package `ws`. */
import { Unauthorized } from "@counterfoil/api"
import { dashboardClient, promising } from "@counterfoil/api/client"
import { Redacted } from "effect"
import { WebSocket as WsSocket } from "ws"
import { baseUrl, credentials } from "./here.ts"
import { follow } from "./realtime.ts"

const anonymous = await promising(dashboardClient({ baseUrl }))
const { token } = await anonymous((client) => client.auth.logIn({ payload: credentials }))
const ask = await promising(dashboardClient({ baseUrl, token: Redacted.make(token) }))
const withWs = process.argv.includes("--ws")

let asked = false

await follow({
  url: `${baseUrl.replace(/^http/, "ws")}/realtime`,
  ticket: async () => (await ask((client) => client.realtime.ticket())).ticket,
  isFinal: (error) => error instanceof Unauthorized,
  open: (url, protocols) => (withWs ? new WsSocket(url, protocols) : new WebSocket(url, protocols)),
  catchUp: async () => {
    const accounts = await ask((client) => client.accounts.list())
    for (const { id, name } of accounts) {
      const { state } = await ask((client) => client.accounts.state({ params: { accountId: id } }))
      console.log(`${name} is ${state}`)
    }
    const [account] = accounts
    if (asked || account === undefined) return
    asked = true
    await ask((client) => client.accounts.scrape({ params: { accountId: account.id } }))
  },
  onEvent: ({ data, type }) => {
    console.log(type, JSON.stringify(data))
    return type === "session.stopped"
  }
})
