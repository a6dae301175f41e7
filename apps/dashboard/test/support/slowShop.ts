/** A shop that takes as long to answer as a test needs. */
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { Person } from "./world.ts"

/** While `during` lasts the account's results go to it. It says nothing before it is told to, and from then on at once. */
export const withSlowShop = async (
  person: Person,
  accountId: string,
  during: (answer: () => void) => Promise<void>
): Promise<void> => {
  const unanswered = new Set<ServerResponse>()
  let isTold = false
  const answer = () => {
    isTold = true
    for (const response of unanswered) response.writeHead(200).end()
    unanswered.clear()
  }
  const server = createServer((request, response) => {
    request.resume()
    unanswered.add(response)
    if (isTold) answer()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`
  const path = `/accounts/${accountId}/config`
  const settings = await person.ask<object>(path)
  try {
    await person.ask(path, "PUT", { ...settings, webhook_url: url })
    await during(answer)
  } finally {
    await person.ask(path, "PUT", settings)
    server.closeAllConnections()
    server.close()
  }
}
