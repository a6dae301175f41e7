/**
 * The client in Node, as a shop would use it: enrols an account at the demo bank, asks for a scrape, waits for it on the
 * stream, reads the movements, and checks the webhooks that come.
 */
import { createServer } from "node:http"
import { createClient, openStream } from "@counterfoil/client"
import { verifyWebhook } from "@counterfoil/client/webhooks"

const baseUrl = process.env["COUNTERFOIL_URL"] ?? "http://127.0.0.1:8080"
const client = createClient({ baseUrl, token: process.env["COUNTERFOIL_TOKEN"] ?? "" })

const banks = await client.get("/banks")
const bank = banks.find(({ code }) => code === "my-bank")
if (bank === undefined) throw new Error("there is no bank my-bank")

await client.put("/me/operation-mode", { body: { mode: "passthrough" } })
const account = await client.post("/accounts", { body: { bankId: bank.id, name: "Main account" } })
const path = { accountId: account.id }
let secret = ""

const arrived = Promise.withResolvers<string>()
const receiver = createServer(async (request, response) => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk)
  const message = await verifyWebhook({ secret, headers: request.headers, body: Buffer.concat(chunks) })
  response.writeHead(204).end()
  if (message.event === "movement") arrived.resolve(`${message.body.amount} ${message.body.currency}`)
})
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
const address = receiver.address()
const port = typeof address === "object" && address !== null ? address.port : 0

await client.put("/accounts/{accountId}/config", {
  path,
  body: {
    webhook_url: `http://127.0.0.1:${port}/`,
    bank_username: "luis",
    bank_password: "luis-secret-3095",
    session_type: "one-shot",
    login_mode: "simple",
    polling_method: "GET",
    retry_limit: 3
  }
})
secret = (await client.get("/accounts/{accountId}/webhook-secret", { path })).secret ?? ""

const read = Promise.withResolvers<void>()
const opened = Promise.withResolvers<void>()
const stream = openStream(client, {
  onMessage: ({ type }) => {
    console.log(type)
    if (type === "session.stopped") read.resolve()
  },
  onState: (state) => {
    if (state === "open") opened.resolve()
  }
})
await opened.promise

// In life somebody pays.
const payment = { customer: "luis", amount: "15.00", payer: "Nadia Rossi" }
await fetch(`${process.env["BANK_URL"]}/control/movements`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ movements: [payment] })
})
await client.post("/accounts/{accountId}/scrape", { path })
await read.promise
stream.close()

const movements = await client.get("/accounts/{accountId}/movements", { path, query: { limit: 100 } })
console.log(`${movements.length} movements, the newest ${movements[0]?.amount} ${movements[0]?.currency}`)
console.log(`a webhook, verified: ${await arrived.promise}`)
receiver.close()
