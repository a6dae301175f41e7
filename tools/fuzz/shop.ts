/** The users' own system: what it answers to webhooks and to questions about its orders is foreign input too. */
import { createServer, type ServerResponse } from "node:http"
import type { Random } from "../../bench/lib/random.ts"
import { randomFor } from "./inputs.ts"
import { anyJson, hostileTexts, nearly } from "./values.ts"

export interface Shop {
  readonly base: string
  /** How often it was asked: each answer is an input. */
  readonly answered: () => number
  readonly close: () => void
}

const orders = (random: Random) =>
  Array.from({ length: random.int(40) }, (_, n) => ({
    external_id: `order-${random.int(200)}-${n}`,
    amount: `${1 + random.int(500)}.${10 + random.int(90)}`,
    currency: "EUR",
    name: random.pick(["Ana Ruiz", "Jonas Weber", "Payer 3"]),
    created_at: "2026-11-20T10:30:00Z"
  }))

const listing = (random: Random): string => {
  const list = orders(random)
  const way = random.next()
  if (way < 0.3) return JSON.stringify(random.chance(0.5) ? list : { orders: list })
  if (way < 0.75) return JSON.stringify(nearly(list, random))
  if (way < 0.9) return JSON.stringify(anyJson(random))
  return random.pick([
    "",
    "<html>",
    "[",
    "[".repeat(50_000),
    `${JSON.stringify(list)}x`,
    `[${"1,".repeat(100_000)}1]`,
    "\ufeff[]"
  ])
}

const statuses = [200, 200, 200, 201, 204, 301, 302, 400, 401, 404, 408, 410, 413, 429, 500, 502, 503, 599]

const answer = (response: ServerResponse, text: string, random: Random): void => {
  const way = random.next()
  if (way < 0.03) return void response.destroy()
  const headers = {
    "content-type": random.pick(["application/json", "application/json", "text/html", ""]),
    ...(random.chance(0.1)
      ? { "retry-after": random.pick(["1", "-1", "abc", "99999999999", "Wed, 21 Oct 2099 07:28:00 GMT"]) }
      : {}),
    ...(random.chance(0.1) ? { location: random.pick(["/", "http://169.254.169.254/", "x", "//evil.example"]) } : {}),
    ...(random.chance(0.05) ? { "content-encoding": random.pick(["gzip", "br", "x"]) } : {}),
    ...(random.chance(0.03) ? { "x-long": "y".repeat(12_000) } : {})
  }
  response.writeHead(random.chance(0.6) ? 200 : random.pick(statuses), headers)
  if (way < 0.06) {
    response.write(text.slice(0, 20))
    return void response.socket?.destroy()
  }
  response.end(text)
}

export const startShop = (seed: number): Promise<Shop> =>
  new Promise((resolve) => {
    let asked = 0
    const server = createServer((request, response) => {
      const random = randomFor(seed ^ 0x5bd1e995, asked)
      asked += 1
      request.resume()
      request.on("end", () => {
        const isListing = (request.url ?? "").startsWith("/orders/")
        answer(response, isListing ? listing(random) : random.pick(["", "{}", "ok", ...hostileTexts]), random)
      })
      request.on("error", () => response.destroy())
    })
    server.on("clientError", (_, socket) => socket.destroy())
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const close = () => {
        server.close()
        server.closeAllConnections()
      }
      resolve({ base: `http://127.0.0.1:${port}`, answered: () => asked, close })
    })
  })
