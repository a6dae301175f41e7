/** The servers under test: one, or several on one database, behind one address. */
import { freePort } from "@counterfoil/testing/freePort"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { startProxy } from "./proxy.ts"
import { type Life, startLife } from "./service.ts"

export interface Nodes {
  /** Leads to a server that lives, if any does. */
  readonly base: string
  readonly living: () => ReadonlyArray<Life>
  /** Starts those that don't live; settles when each accepts requests, or has ended. */
  readonly startAll: () => Promise<void>
  /** The first server that gets to the failpoint kills itself. */
  readonly arm: (failpoint: string) => void
  readonly disarm: () => void
  /** Settles when a server has got to the failpoint and waits there; false: none did in time. */
  readonly oneWaits: (withinMs: number) => Promise<boolean>
  /** The one that waits goes on. */
  readonly goOn: () => void
  /** By how much the servers' clocks are wrong from now on, or that of the first alone. */
  readonly setClocks: (offsetMs: number, which: "all" | "first") => void
  /**
   * The one that waits at the failpoint is asked to stop, goes on after so long, and is started again; its exit code.
   * Undefined: none got there in time.
   */
  readonly stopOne: (withinMs: number, lingerMs: number) => Promise<number | null | undefined>
  /** Settles when one has ended; false: none did in time. */
  readonly oneEnded: (withinMs: number) => Promise<boolean>
  /** One after the other stops in good order and is started with this checkout's program; the others go on meanwhile. */
  readonly upgradeAll: () => Promise<void>
  /** Stops all in good order, one after the other; answers their exit codes. */
  readonly stopAll: () => Promise<ReadonlyArray<number | null>>
  readonly killAll: () => Promise<void>
  /** One stands still for so long; false: none lives. */
  readonly freezeOne: (forMs: number) => Promise<boolean>
  /** The one that stands still at the failpoint goes on after so long; false: none got there in time. */
  readonly thawOne: (withinMs: number, forMs: number) => Promise<boolean>
  /** Nothing passes for so long between the database and the one that waits at the failpoint, which goes on; false: none got there in time. */
  readonly cutOne: (withinMs: number, forMs: number) => Promise<boolean>
  /** All have lost the database, and with it their accounts: their sessions stay open at the bank. */
  readonly leftSessions: () => void
  /** When each life that is over ended, one that froze had come to a stop (its browser ends what it was doing), or all left. */
  readonly ends: () => ReadonlyArray<number>
}

/** Shorter than any lease. */
const browserEndsMs = 5_000

/** A server that hears nothing from the database leaves its sessions by then, and others take over later. */
const noticedMs = 10_000

export interface NodesOptions {
  readonly home: string
  readonly count: number
  readonly env: Readonly<Record<string, string>>
  readonly broken: boolean
  /** The folder of an earlier version's sources, which all run until they are upgraded. */
  readonly from?: string | undefined
}

export const makeNodes = async ({ broken, count, env, from, home }: NodesOptions): Promise<Nodes> => {
  const database = new URL(env["DATABASE_URL"] ?? "")
  const ways = await Promise.all(Array.from({ length: count }, () => startProxy(() => Number(database.port))))
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const orders = join(home, "failpoint")
  const clockOf = (nth: number) => join(home, `clock-${nth}`)
  const lives: Array<Life | undefined> = ports.map(() => undefined)
  const upgraded = new Set<number>()
  const ends: Array<number> = []
  const ready = new Set<Life>()
  const living = () => lives.filter((life) => life !== undefined)
  const isReady = (life: Life | undefined) => life !== undefined && ready.has(life)
  const proxy = await startProxy(() => ports.find((_, nth) => isReady(lives[nth])))

  const start = async (nth: number) => {
    const cluster = count > 1 ? { CLUSTER: "socket" } : {}
    const way = new URL(database)
    way.port = String(ways[nth]?.port)
    const life = startLife({
      env: {
        ...env,
        ...cluster,
        DATABASE_URL: way.href,
        PORT: String(ports[nth]),
        COUNTERFOIL_FAILPOINT: orders,
        COUNTERFOIL_CLOCK: clockOf(nth)
      },
      logFile: join(home, "server.log"),
      broken,
      from: upgraded.has(nth) ? undefined : from
    })
    lives[nth] = life
    void life.ended.then(({ at }) => {
      ends.push(at)
      ready.delete(life)
      if (lives[nth] === life) lives[nth] = undefined
    })
    if (await life.listening) ready.add(life)
  }

  const oneWaits = async (withinMs: number) => {
    for (const until = Date.now() + withinMs; Date.now() < until; await delay(50)) {
      if (existsSync(`${orders}.reached`)) return true
    }
    return false
  }

  return {
    base: `http://127.0.0.1:${proxy.port}`,
    living,
    startAll: async () => {
      await Promise.all(ports.map((_, nth) => (lives[nth] === undefined ? start(nth) : undefined)))
    },
    arm: (failpoint) => writeFileSync(orders, failpoint),
    disarm: () => {
      for (const end of ["", ".reached", ".go", ".frozen"]) rmSync(`${orders}${end}`, { force: true })
    },
    oneWaits,
    goOn: () => writeFileSync(`${orders}.go`, ""),
    setClocks: (offsetMs, which) => {
      for (const nth of which === "all" ? ports.keys() : [0]) writeFileSync(clockOf(nth), String(offsetMs))
    },
    oneEnded: async (withinMs) => {
      if (living().length < count) return true
      const ended = living().map((life) => life.ended.then(() => true))
      return Promise.race([...ended, delay(withinMs, false, { ref: false })])
    },
    stopOne: async (withinMs, lingerMs) => {
      if (!(await oneWaits(withinMs))) return undefined
      const pid = Number(readFileSync(`${orders}.reached`, "utf8"))
      const nth = lives.findIndex((life) => life?.pid === pid)
      const life = lives[nth]
      life?.kill("SIGTERM")
      await delay(lingerMs)
      writeFileSync(`${orders}.go`, "")
      const code = (await life?.ended)?.code
      await start(nth)
      return code
    },
    upgradeAll: async () => {
      for (const nth of ports.keys()) {
        lives[nth]?.kill("SIGTERM")
        await lives[nth]?.ended
        upgraded.add(nth)
        await start(nth)
      }
    },
    stopAll: async () => {
      const codes: Array<number | null> = []
      for (const life of living()) {
        life.kill("SIGTERM")
        codes.push((await life.ended).code)
      }
      return codes
    },
    killAll: async () => {
      for (const life of living()) life.kill("SIGKILL")
      await Promise.all(living().map((life) => life.ended))
      proxy.stop()
      for (const way of ways) way.stop()
    },
    freezeOne: async (forMs) => {
      const [frozen] = living()
      frozen?.kill("SIGSTOP")
      ends.push(Date.now() + browserEndsMs)
      await delay(forMs)
      frozen?.kill("SIGCONT")
      return frozen !== undefined
    },
    thawOne: async (withinMs, forMs) => {
      for (const until = Date.now() + withinMs; Date.now() < until; await delay(50)) {
        if (!existsSync(`${orders}.frozen`)) continue
        ends.push(Date.now() + browserEndsMs)
        await delay(forMs)
        process.kill(Number(readFileSync(`${orders}.frozen`, "utf8")), "SIGCONT")
        return true
      }
      return false
    },
    cutOne: async (withinMs, forMs) => {
      if (!(await oneWaits(withinMs))) return false
      const pid = Number(readFileSync(`${orders}.reached`, "utf8"))
      const way = ways[lives.findIndex((life) => life?.pid === pid)]
      way?.silence()
      ends.push(Date.now() + noticedMs)
      writeFileSync(`${orders}.go`, "")
      await delay(forMs)
      way?.speak("forgotten")
      return true
    },
    leftSessions: () => void ends.push(Date.now()),
    ends: () => ends
  }
}
