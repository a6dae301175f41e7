import { createServer } from "node:http"

import { getRequestListener } from "@hono/node-server"

import { keepOrders, recallOrders } from "./keptOrders.ts"
import { Shop } from "./Shop.ts"
import { site } from "./site.ts"

/** How long an answer under way may take when the shop closes. */
const patienceMs = 300

export type DemoShopOptions = {
  /** 0, the default, picks a free one. */
  readonly port?: number | undefined
  /** 127.0.0.1 by default; another loopback address, or 0.0.0.0 where a container hands it on. */
  readonly host?: string | undefined
  /** JSON lines are appended here. */
  readonly journalFile?: string | undefined
  /** The orders are kept here, and read from here at the start. */
  readonly ordersFile?: string | undefined
}

export type DemoShop = {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<void>
}

/** Starts a shop; its URL is this machine's. Rejects with the system's error if the port is taken. */
export const startDemoShop = async (options: DemoShopOptions = {}): Promise<DemoShop> => {
  const { promise, resolve, reject } = Promise.withResolvers<DemoShop>()
  const shop = new Shop(options.journalFile)
  const { ordersFile } = options
  if (ordersFile !== undefined) recallOrders(shop, ordersFile)
  const keep = () => (ordersFile === undefined ? undefined : keepOrders(shop, ordersFile))
  const server = createServer(getRequestListener(site(shop, keep).fetch))
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      setTimeout(() => server.closeAllConnections(), patienceMs).unref()
    })
  const host = options.host ?? "127.0.0.1"
  server.once("error", reject)
  server.listen(options.port ?? 0, host, () => {
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    resolve({ url: `http://${host}:${port}`, port, close })
  })
  return promise
}
