import { Duration } from "effect"
import { createServer } from "node:http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { field, must, settingsOf, start, type Started, until } from "./support.ts"

interface Heard {
  readonly status: string
  readonly sequence: number
}

/** A receiver that refuses the ambiguous. */
const refusingReceiver = async () => {
  const heard: Array<Heard> = []
  const first = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { status }: { readonly status: string } = JSON.parse(Buffer.concat(chunks).toString())
      heard.push({ status, sequence: Number(request.headers["counterfoil-sequence"]) })
      response.writeHead(status === "ambiguous" ? 500 : 200).end()
      first.resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/hook`,
    heard,
    first: first.promise,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

let service: Started
beforeAll(async () => {
  service = await start({ scrapeInterval: Duration.hours(1), ordersInterval: Duration.seconds(2) })
})
afterAll(() => service.stop())

it("a result that a later one of its order replaced is not sent again", async () => {
  const { bank, call, person, rows, shop } = service
  const receiver = await refusingReceiver()
  const { token } = await person("reconcile")
  const today = new Date().toISOString().slice(0, 10)
  const row = { date: today, amount: "12.50", currency: "EUR", description: "TRF", counterparty: "Ana Ruiz" }
  bank.customer("z", {
    movements: [
      { ...row, id: "1" },
      { ...row, id: "2" }
    ]
  })
  shop.list("/orders/z", [{ external_id: "o1", amount: "12.50", currency: "EUR", name: "Ana Ruiz" }])
  const settings = { webhook_url: receiver.url, pending_orders_endpoint: shop.url("/orders/z") }
  await service.account(token, settingsOf(shop, "z", settings))
  await receiver.first
  const listed = Object((await call("/conciliation", { token })).json)
  const [movement] = await rows("select id from movements order by id")
  const chosen = { movement_id: movement?.id, bank_transaction_id: movement?.id }
  must(await call(`/conciliation/${field(listed[0], "id")}/resolve`, { token, json: chosen }), 200)
  // The retry of the first is due after five seconds; a delivered result pulls what waits for its endpoint forward.
  const deliveries = async () => Object((await call("/deliveries", { token })).json)
  await until(
    async () => (await deliveries())[0].status === "delivered" && (await deliveries())[1].status !== "pending"
  )

  // Of the first there is a retry before the choice where the machine stands still for those five seconds.
  const told = receiver.heard.map(({ status }) => status)
  expect(told.lastIndexOf("ambiguous")).toBe(told.indexOf("matched") - 1)
  expect(told.filter((status) => status !== "ambiguous")).toEqual(["matched"])
  const [ambiguous, matched] = [receiver.heard.at(0), receiver.heard.at(-1)]
  expect(await deliveries()).toMatchObject([
    { event: "matched", status: "delivered", sequence: matched?.sequence },
    {
      event: "ambiguous",
      status: "cancelled",
      sequence: ambiguous?.sequence,
      stopped_because: "A later result of the same order replaced it before it was delivered"
    }
  ])
  receiver.close()
})
