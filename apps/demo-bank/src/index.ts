import { createServer } from "node:http"

import { getRequestListener } from "@hono/node-server"

import { Bank } from "./Bank.ts"
import { mailerTo } from "./Mailer.ts"
import { site } from "./site.ts"

/** How long an answer under way may take when the bank closes. */
const patienceMs = 300

export type DemoBankOptions = {
  /** 0, the default, picks a free one. */
  readonly port?: number | undefined
  /** 127.0.0.1 by default; another loopback address, or 0.0.0.0 where a container hands it on. */
  readonly host?: string | undefined
  /** JSON lines are appended here. */
  readonly journalFile?: string | undefined
  /** The mail server that takes the e-mails of customers who get their codes so. */
  readonly mail?: { readonly host: string; readonly port: number } | undefined
  /** The clock; the computer's by default. */
  readonly now?: (() => Date) | undefined
}

export type DemoBank = {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<void>
}

/** Starts a bank; its URL is this machine's. Rejects with the system's error if the port is taken. */
export const startDemoBank = (options: DemoBankOptions = {}): Promise<DemoBank> => {
  const { promise, resolve, reject } = Promise.withResolvers<DemoBank>()
  const bank = new Bank({ ...options, mailer: options.mail && mailerTo(options.mail) })
  const server = createServer(getRequestListener(site(bank).fetch))
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
