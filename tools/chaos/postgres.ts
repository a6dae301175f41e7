/**
 * A Postgres that can be stopped in immediate mode and comes back with the same address: whoever uses it connects to a
 * small proxy in this process, which passes everything on to wherever Postgres listens now.
 */
import { EmbeddedPostgres } from "@counterfoil/store"
import { Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { startProxy } from "./proxy.ts"
import { startPair } from "./standby.ts"

type Row = Readonly<Record<string, unknown>>

export interface ChaosPostgres {
  readonly url: string
  /** SIGQUIT to the postmaster: no checkpoint, every connection cut; back again after so many milliseconds. */
  readonly crash: (downMs: number) => Promise<void>
  /** Nothing passes for so long; then what was open is reset, or stays open and is never heard of again. */
  readonly silence: (forMs: number, ending: "reset" | "forgotten") => Promise<void>
  /** Each answer comes half a second late for so long. */
  readonly slow: (forMs: number) => Promise<void>
  /** Others hold every connection that there is for so long; those of the servers' pools are ended. */
  readonly exhaust: (forMs: number) => Promise<void>
  /** The server is killed, and its standby takes its place. Only where there is one. */
  readonly failOver: (meanwhile: () => Promise<void>) => Promise<void>
  readonly query: (text: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>
}

/** Commits wait for the disk, as an operator's do: what was told as committed must survive the crash. */
const build = async (home: string) => {
  const scope = Effect.runSync(Scope.make())
  const context = await Effect.runPromise(Layer.buildWithScope(EmbeddedPostgres.layer({ home }), scope))
  const { ended, url } = Context.get(context, EmbeddedPostgres)
  return { ended, url: new URL(Redacted.value(url)), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

const postmasterOf = (home: string): number =>
  Number(readFileSync(join(home, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0])

/** Connects until the server refuses. */
const holdAll = async (connectionString: string): Promise<ReadonlyArray<pg.Client>> => {
  const held: Array<pg.Client> = []
  for (;;) {
    const client = new pg.Client({ connectionString })
    client.on("error", () => {})
    try {
      await client.connect()
      held.push(client)
    } catch {
      return held
    }
  }
}

export const startPostgres = async (home: string, hasStandby = false) => {
  let running = await build(home)
  let port: number | undefined = Number(running.url.port)
  if (hasStandby) await running.close()
  const pair = hasStandby ? await startPair(home) : undefined
  const portNow = () => (pair === undefined ? port : pair.port())
  const proxy = await startProxy(portNow)
  const url = new URL(running.url)
  url.port = String(proxy.port)

  const crash = async (downMs: number) => {
    port = undefined
    process.kill(postmasterOf(home), "SIGQUIT")
    await Effect.runPromise(running.ended)
    await running.close()
    await delay(downMs)
    running = await build(home)
    port = Number(running.url.port)
  }

  const silence = async (forMs: number, ending: "reset" | "forgotten") => {
    proxy.silence()
    await delay(forMs)
    proxy.speak(ending)
  }

  const slow = async (forMs: number) => {
    proxy.delay(500)
    await delay(forMs)
    proxy.delay(0)
  }

  const exhaust = async (forMs: number) => {
    const held = await holdAll(running.url.href)
    await held[0]?.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'counterfoil'"
    )
    const more = await holdAll(running.url.href)
    await delay(forMs)
    for (const client of [...held, ...more]) await client.end()
  }

  const query = async (text: string, values: ReadonlyArray<unknown> = []) => {
    const at = new URL(running.url)
    at.port = String(portNow())
    const client = new pg.Client({ connectionString: at.href })
    await client.connect()
    try {
      const { rows } = await client.query(text, [...values])
      return rows
    } finally {
      await client.end()
    }
  }

  const stop = async () => {
    proxy.stop()
    await (pair === undefined ? running.close() : pair.stop())
  }
  const failOver = async (meanwhile: () => Promise<void>) => pair?.failOver(meanwhile)
  const postgres: ChaosPostgres = { url: url.href, crash, failOver, silence, slow, exhaust, query }
  return { postgres, stop }
}
