/** A shop in a process of its own: lists of ten mebibytes. */
import { createServer } from "node:http"

const tenMebibytes = 10 * 1024 * 1024
const half = tenMebibytes / 2

const orders = Array.from({ length: 70_000 }, (_, nth) => ({
  external_id: `A-${nth}`,
  amount: `${10 + (nth % 5_000)}.50`,
  currency: "EUR",
  name: `Ana Gomez Perez Ruiz ${nth % 7}`,
  reference: "RF18539007547034",
  more: "x".repeat(12)
}))

const lists: ReadonlyMap<string, Buffer> = new Map([
  ["/brackets", Buffer.from("[".repeat(half) + "]".repeat(half))],
  ["/quotes", Buffer.from(`["${'\\"'.repeat(half - 2)}"]`)],
  ["/spaces", Buffer.from(`[${" ".repeat(tenMebibytes - 2)}]`)],
  [
    "/nested",
    Buffer.from(
      `[${Array(159)
        .fill("[".repeat(32_000) + "]".repeat(32_000))
        .join()}]`
    )
  ],
  ["/orders", Buffer.from(JSON.stringify(orders))]
])

const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(lists.get(request.url ?? "") ?? "[]")
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (typeof address === "object" && address !== null) console.log(`listening on http://127.0.0.1:${address.port}`)
})
