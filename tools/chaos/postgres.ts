/**
 * A Postgres that can be stopped in immediate mode and comes back with the same address: whoever uses it connects to a
 * small proxy in this process, which passes everything on to wherever Postgres listens now.
 */
import { EmbeddedPostgres } from "@counterfoil/store"
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { readFileSync } from "node:fs"
import { connect, createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"

type Row = Readonly<Record<string, unknown>>

export interface ChaosPostgres {
  readonly url: string
  /** SIGQUIT to the postmaster: no checkpoint, every connection cut; back again after so many milliseconds. */
  readonly crash: (downMs: number) => Promise<void>
  readonly query: (text: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>
}

const forward = (portNow: () => number | undefined) => (client: Socket) => {
  const port = portNow()
  if (port === undefined) return void client.destroy()
  const upstream = connect(port, "127.0.0.1")
  const end = () => {
    client.destroy()
    upstream.destroy()
  }
  for (const socket of [client, upstream]) socket.on("error", end).on("close", end)
  client.pipe(upstream)
  upstream.pipe(client)
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

/** Commits wait for the disk, as an operator's do: what was told as committed must survive the crash. */
const build = async (home: string) => {
  const scope = Effect.runSync(Scope.make())
  const context = await Effect.runPromise(Layer.buildWithScope(EmbeddedPostgres.layer({ home }), scope))
  const { ended, url } = Context.get(context, EmbeddedPostgres)
  return { ended, url: new URL(Redacted.value(url)), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

const postmasterOf = (home: string): number =>
  Number(readFileSync(join(home, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0])

export const startPostgres = async (home: string) => {
  let running = await build(home)
  let port: number | undefined = Number(running.url.port)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.once("close", () => sockets.delete(client))
    forward(() => port)(client)
  })
  const url = new URL(running.url)
  url.port = String(await listen(server))

  const crash = async (downMs: number) => {
    port = undefined
    process.kill(postmasterOf(home), "SIGQUIT")
    await Effect.runPromise(running.ended)
    await running.close()
    await delay(downMs)
    running = await build(home)
    port = Number(running.url.port)
  }

  const query = async (text: string, values: ReadonlyArray<unknown> = []) => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      const { rows } = await client.query(text, [...values])
      return rows
    } finally {
      await client.end()
    }
  }

  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await running.close()
  }
  const postgres: ChaosPostgres = { url: url.href, crash, query }
  return { postgres, stop }
}
