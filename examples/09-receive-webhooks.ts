/** Receives result webhooks: checks who sent them, takes each outcome once, and answers before it does the work. */
import { createServer } from "node:http"
import { firstAccount, logIn, run } from "./here.ts"
import { isGenuine } from "./isGenuine.ts"

const client = await run(logIn)
const account = await run(firstAccount(client))
const { secret } = await run(client.accounts.webhookSecret({ params: { accountId: account.id } }))

// In life: a table with a unique key.
const seen = new Set<string>()

const server = createServer(async (request, response) => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (secret === null || !isGenuine(request.headers, body, secret)) return void response.writeHead(401).end()

  response.writeHead(204).end()
  const id = String(request.headers["webhook-id"])
  if (seen.has(id)) return console.log("The same outcome once more: nothing to do")
  seen.add(id)
  const outcome: unknown = JSON.parse(body.toString())
  console.log(request.headers["counterfoil-event"], JSON.stringify(outcome))
})

server.listen(Number(process.env["PORT"] ?? 9000), "127.0.0.1", () => console.log("Waiting for webhooks"))

export { server }
