/** A Postgres with a standby that streams from it, made of the embedded one's data: what is killed is followed by the other. */
import { execFileSync, spawn } from "node:child_process"
import { openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { freePort } from "@counterfoil/testing/freePort"
import pg from "pg"
import { findPostgresBinaries } from "../../packages/store/src/postgres/binaries.ts"

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: 60,
  wal_level: "replica",
  max_wal_senders: 4,
  hot_standby: "on",
  wal_keep_size: "256MB",
  io_method: "sync",
  timezone: "UTC",
  log_min_messages: "log"
}

const withinMs = 60_000

const until = async (what: string, holds: () => Promise<boolean>) => {
  for (const end = Date.now() + withinMs; Date.now() < end; await delay(50)) {
    if (await holds().catch(() => false)) return
  }
  throw new Error(`no ${what} within ${withinMs / 1000} s`)
}

/** A running server of a data folder. */
interface Member {
  readonly folder: string
  readonly port: number
  /** SIGKILL to all its processes. */
  readonly kill: () => Promise<void>
}

const launch = async (home: string, folder: string): Promise<Member> => {
  const binaries = findPostgresBinaries()
  if (typeof binaries === "string") throw new Error(binaries)
  const port = await freePort()
  const { gid, uid } = statSync(folder)
  const log = openSync(join(home, "standby.log"), "a")
  const values = Object.entries({ ...settings, port }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const child = spawn(binaries.postgres, ["-D", folder, ...values], {
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
    env: { LC_ALL: "C" },
    ...(process.getuid?.() === 0 ? { uid, gid } : {})
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      process.kill(-child.pid, "SIGKILL")
    }
    await ended
  }
  return { folder, port, kill }
}

export interface Pair {
  readonly port: () => number | undefined
  /** The one that works is killed while commits wait for the other one, which takes its place. */
  readonly failOver: (meanwhile: () => Promise<void>) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Over the data that an embedded Postgres has left under this home. */
export const startPair = async (home: string): Promise<Pair> => {
  const password = readFileSync(join(home, "postgres/password"), "utf8")
  const asked = async (port: number, ...texts: ReadonlyArray<string>) => {
    const client = new pg.Client({ connectionString: `postgres://counterfoil:${password}@127.0.0.1:${port}/postgres` })
    client.on("error", () => {})
    await client.connect()
    try {
      const answers = []
      for (const text of texts) answers.push((await client.query(text)).rows)
      return answers
    } finally {
      await client.end()
    }
  }
  const isTrue = (port: number, text: string) => async () =>
    Object.values((await asked(port, text))[0]?.[0] ?? {})[0] === true
  let nth = 0
  let primary = await launch(home, join(home, "postgres/data"))
  let now: number | undefined
  const members = [primary]
  await until("primary", isTrue(primary.port, "select true"))
  now = primary.port

  const standbyOf = async (first: Member) => {
    const folder = join(home, `postgres/standby-${(nth += 1)}`)
    const client = new pg.Client({
      connectionString: `postgres://counterfoil:${password}@127.0.0.1:${first.port}/postgres`
    })
    await client.connect()
    await client.query("select pg_backup_start('standby', true)")
    try {
      execFileSync("cp", ["-a", first.folder, folder], { stdio: "ignore" })
    } catch {
      // Files that went meanwhile.
    }
    const { rows } = await client.query("select labelfile from pg_backup_stop(false)")
    await client.end()
    const { gid, uid } = statSync(first.folder)
    const own = (name: string, text: string, flag = "w") => {
      writeFileSync(join(folder, name), text, { flag })
      execFileSync("chown", [`${uid}:${gid}`, join(folder, name)])
    }
    rmSync(join(folder, "postmaster.pid"), { force: true })
    rmSync(join(folder, "postmaster.opts"), { force: true })
    own("backup_label", String(rows[0]?.labelfile))
    own("standby.signal", "")
    const conninfo = `host=127.0.0.1 port=${first.port} user=counterfoil password=${password} application_name=standby`
    own("postgresql.auto.conf", `\nprimary_conninfo = '${conninfo}'\n`, "a")
    const member = await launch(home, folder)
    members.push(member)
    await until("standby", isTrue(first.port, "select true from pg_stat_replication where state = 'streaming'"))
    return member
  }

  return {
    port: () => now,
    failOver: async (meanwhile) => {
      const member = await standbyOf(primary)
      await asked(primary.port, "alter system set synchronous_standby_names = '*'", "select pg_reload_conf()")
      await until(
        "commit that waits",
        isTrue(primary.port, "select true from pg_stat_replication where sync_state = 'sync'")
      )
      await meanwhile()
      now = undefined
      await primary.kill()
      primary = member
      await until("promoted standby", isTrue(member.port, "select pg_promote(true, 60)"))
      now = member.port
    },
    stop: async () => {
      for (const member of members) await member.kill()
    }
  }
}
