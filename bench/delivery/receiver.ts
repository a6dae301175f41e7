/** The receivers, in a process of their own: one server per endpoint, each on a loopback address of its own. */
import { createServer } from "node:http"

const count = Number(process.argv[2])
const seen = new Map<string, number>()
let hanging = -1

const listen = (nth: number) =>
  new Promise<string>((resolve) => {
    const host = `127.0.1.${nth + 1}`
    const server = createServer((request, response) => {
      const id = String(request.headers["webhook-id"])
      request.resume()
      request.on("end", () => {
        if (nth === hanging) return
        seen.set(id, Date.now())
        response.writeHead(200).end("ok")
      })
    })
    server.listen(0, host, () => {
      const address = server.address()
      resolve(`http://${host}:${typeof address === "object" && address !== null ? address.port : 0}/hook`)
    })
  })

process.on("message", (message: { readonly ask: "seen" | "count" | "hang"; readonly nth?: number }) => {
  if (message.ask === "hang") hanging = message.nth ?? -1
  process.send?.({ [message.ask]: message.ask === "seen" ? [...seen] : seen.size })
  if (message.ask === "seen") seen.clear()
})
process.on("disconnect", () => process.exit(0))

process.send?.({ urls: await Promise.all(Array.from({ length: count }, (_, nth) => listen(nth))) })
