import { execFile, spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import * as Fs from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import type { PostgresBinaries } from "./binaries.ts"
import { bareEnvironment } from "./launch.ts"
import type { Launch } from "./launch.ts"
import { readPostmaster } from "./postmaster.ts"
import { bringOver, databaseName, setUpNew, superuser } from "./serverRole.ts"

/** Where one embedded Postgres keeps its things. */
export interface Cluster {
  readonly dataFolder: string
  readonly logFile: string
  readonly binaries: PostgresBinaries
  readonly launch: Launch
  /** False only in tests: commits then don't wait for the disk. */
  readonly durable: boolean
  /** MiB. */
  readonly buffers: number
}

const command = (launch: Launch, program: string, args: ReadonlyArray<string>): [string, ReadonlyArray<string>] => {
  const [first, ...rest] = [...launch.prefix, program, ...args]
  return [first ?? program, rest]
}

const run = async (cluster: Cluster, cwd: string, program: string, args: ReadonlyArray<string>, input = "") => {
  const [first, rest] = command(cluster.launch, program, args)
  const running = promisify(execFile)(first, rest, { cwd, env: bareEnvironment, ...cluster.launch.ids })
  // A program that ends before it has read it all has said why; its input's fault would be nobody's and end this process.
  running.child.stdin?.on("error", () => undefined).end(input)
  const { stderr } = await running
  if (/^.*(FATAL|ERROR):/m.test(stderr)) throw new Error(stderr)
}

const draftMark = "making-"

/** Removes what a start that was cut short had made. Where its programs still write, a later start removes it. */
const removeDrafts = (folder: string): void => {
  for (const name of Fs.readdirSync(folder)) {
    if (!name.startsWith(draftMark)) continue
    try {
      Fs.rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      continue
    }
  }
}

const makeDraft = (folder: string, owner: Launch["owner"]): string => {
  const draft = Fs.mkdtempSync(join(folder, draftMark))
  if (owner !== undefined) Fs.chownSync(draft, owner.uid, owner.gid)
  return draft
}

/** Its programs look up who runs them when they make the data folder; to run it later they needn't. */
const nameless = /could not look up effective user ID \d+: user does not exist/

/** What went wrong: the last lines are about tidying up. */
export const complaintOf = (said: string): string => {
  const unknown = nameless.exec(said)?.[0]
  if (unknown !== undefined)
    return `${unknown}; run as a user that the machine knows (/etc/passwd), or set DATABASE_URL`
  return /\b(?:PANIC|FATAL|ERROR|error): +(.+)/.exec(said)?.[1] ?? said.trim().split("\n").at(-1) ?? ""
}

/**
 * Makes the data folder. It appears whole under its name or not at all, so a killed run leaves nothing half-made; each
 * making has a draft of its own, since the programs of a killed one go on for a while.
 */
export const initialise = async (
  cluster: Cluster,
  folder: string,
  passwords: { readonly superuser: string; readonly server: string }
): Promise<void> => {
  removeDrafts(folder)
  const { owner } = cluster.launch
  const draft = makeDraft(folder, owner)
  const data = join(draft, "data")
  const passwordFile = join(draft, "initial-password")
  Fs.writeFileSync(passwordFile, passwords.superuser, { mode: 0o600 })
  if (owner !== undefined) Fs.chownSync(passwordFile, owner.uid, owner.gid)
  try {
    await run(cluster, folder, cluster.binaries.initdb, [
      `--pgdata=${data}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
      ...(cluster.durable ? [] : ["--no-sync"])
    ])
    await alone(cluster, folder, data, "postgres", setUpNew(passwords.server))
    Fs.renameSync(data, cluster.dataFolder)
  } catch (cause) {
    const complaint = complaintOf(cause instanceof Error ? cause.message : String(cause))
    throw new Error(`Postgres could not make its data folder ${cluster.dataFolder} (${complaint})`, { cause })
  } finally {
    Fs.rmSync(draft, { recursive: true, force: true })
  }
}

/** Postgres without a server: whoever may write the data folder runs statements as its superuser. */
const alone = (cluster: Cluster, cwd: string, data: string, database: string, statements: string): Promise<void> => {
  const args = ["--single", "-D", data, ...(cluster.durable ? [] : ["-c", "fsync=off"]), database]
  return run(cluster, cwd, cluster.binaries.postgres, args, statements)
}

/** Hands a home of an earlier version, in which nobody is, to the role that the server works with. May be done again. */
export const handToServerRole = async (cluster: Cluster, folder: string, password: string): Promise<void> => {
  try {
    await alone(cluster, folder, cluster.dataFolder, databaseName, bringOver(password))
  } catch (cause) {
    const complaint = cause instanceof Error ? cause.message.trim().split("\n").at(-1) : String(cause)
    throw new Error(`Postgres could not hand its database to a role of its own (${complaint}); nothing is lost`, {
      cause
    })
  }
}

const withoutLoopback =
  "the embedded Postgres can't listen on 127.0.0.1: let this machine have that address, or set DATABASE_URL"

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", (cause) => reject(new Error(`${withoutLoopback} (${cause.message})`, { cause })))
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** No statement, value or message about one goes to the log: they may hold what people entrusted to us. */
const settings = (port: number, { buffers, durable }: Cluster): ReadonlyArray<string> => {
  const values = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: durable ? 60 : 120,
    shared_buffers: `${buffers}MB`,
    max_wal_size: "256MB",
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    wal_level: "minimal",
    io_method: "sync",
    // What is looked up lies in memory or on a solid-state disk: reading a whole table instead is seldom faster.
    random_page_cost: 1.1,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_line_prefix: "%m [%p] ",
    // They would be all that the file grows by.
    log_checkpoints: "off",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" })
  }
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}

/**
 * Runs Postgres and shuts it down when standard input ends: when we close it, and also when we are killed, because
 * the system closes it then. So a `kill -9` of ours never leaves a Postgres behind.
 */
const lifeline = `
exec 3<&0 </dev/null
"$@" 3<&- &
postmaster=$!
(read -r _ <&3; kill -INT "$postmaster") 2>/dev/null &
watcher=$!
wait "$postmaster"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`

const sizeOf = (file: string): number => {
  try {
    return Fs.statSync(file).size
  } catch {
    return 0
  }
}

const openLog = (file: string): number => {
  if (sizeOf(file) > 5 * 1024 * 1024) Fs.renameSync(file, `${file}.1`)
  return Fs.openSync(file, "a", 0o600)
}

/** A Postgres that accepts connections. */
export interface RunningPostgres {
  readonly port: number
  /** Settles when Postgres has ended, whoever ended it. */
  readonly ended: Promise<void>
  /** Shuts down cleanly: open transactions are rolled back, nothing committed is lost. */
  readonly stop: () => Promise<void>
}

const spawnPostgres = (cluster: Cluster, port: number): ChildProcess => {
  const log = openLog(cluster.logFile)
  try {
    const [program, args] = command(cluster.launch, "/bin/sh", [
      "-c",
      lifeline,
      "sh",
      cluster.binaries.postgres,
      "-D",
      cluster.dataFolder,
      ...settings(port, cluster)
    ])
    // A session of its own: Ctrl-C in the terminal must reach us, who drain first, and not Postgres.
    return spawn(program, args, {
      cwd: "/",
      env: bareEnvironment,
      detached: true,
      stdio: ["pipe", log, log],
      ...cluster.launch.ids
    })
  } finally {
    Fs.closeSync(log)
  }
}

const stopProcess = async (child: ChildProcess, ended: Promise<void>, dataFolder: string): Promise<void> => {
  child.stdin?.destroy()
  const inTime = await Promise.race([ended.then(() => true), delay(15_000, false, { ref: false })])
  if (inTime) return
  const left = readPostmaster(dataFolder)
  if (left !== undefined) process.kill(left.pid, "SIGQUIT")
  await ended
}

const startOnce = async (cluster: Cluster): Promise<RunningPostgres | undefined> => {
  const port = await freePort()
  const child = spawnPostgres(cluster, port)
  let over = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true
      resolve()
    }
    child.once("exit", end)
    child.once("error", end)
  })
  child.stdin?.on("error", () => undefined)
  for (const until = Date.now() + 60_000; !over && Date.now() < until; await delay(5)) {
    const postmaster = readPostmaster(cluster.dataFolder)
    if (postmaster?.ready === true && postmaster.port === port) {
      return { port, ended, stop: () => stopProcess(child, ended, cluster.dataFolder) }
    }
  }
  await stopProcess(child, ended, cluster.dataFolder)
  return undefined
}

const lastComplaint = (logFile: string, from: number): string => {
  const text = Fs.readFileSync(logFile).subarray(from).toString("utf8")
  const complaints = text.split("\n").filter((line) => /FATAL|PANIC|error|denied/.test(line))
  return complaints.at(-1)?.replace(/^.*?(FATAL|PANIC):\s*/, "") ?? "it gave no reason"
}

/** Passing troubles: someone took the port in between, or a killed Postgres's last children are still leaving. */
const passing = /address already in use|could not bind|pre-existing shared memory|lock file "postmaster.pid"/i

/** Starts Postgres over an initialised data folder. Rejects with one sentence that names the log. */
export const start = async (cluster: Cluster): Promise<RunningPostgres> => {
  for (let attempt = 1; ; attempt++) {
    const logged = sizeOf(cluster.logFile)
    const running = await startOnce(cluster)
    if (running !== undefined) return running
    const complaint = lastComplaint(cluster.logFile, Math.min(logged, sizeOf(cluster.logFile)))
    if (attempt === 10 || !passing.test(Fs.readFileSync(cluster.logFile).subarray(logged).toString("utf8"))) {
      throw new Error(`Postgres did not start (${complaint}): see ${cluster.logFile}`)
    }
    await delay(200)
  }
}
