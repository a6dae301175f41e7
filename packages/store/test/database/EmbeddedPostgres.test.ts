import { Database, EmbeddedPostgres } from "@counterfoil/store"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { execFileSync, spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { findPostgresBinaries } from "../../src/postgres/binaries.ts"
import { isAlive } from "../../src/postgres/HomeLock.ts"
import { planLaunch } from "../../src/postgres/launch.ts"
import { readPostmaster } from "../../src/postgres/postmaster.ts"

/** Made once and copied: initialising takes most of a start. */
let initialised = ""

const makeFolder = () => {
  const home = Fs.mkdtempSync(join(tmpdir(), "counterfoil-home-"))
  Fs.chmodSync(home, 0o711)
  return home
}

const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => {
    const home = makeFolder()
    execFileSync("cp", ["-a", `${initialised}/.`, home])
    return home
  }),
  // The Postgres of a process that was killed writes there for a moment more.
  (home) => Effect.promise(() => Fs.promises.rm(home, { recursive: true, force: true, maxRetries: 20 }))
)

/** An initialisation that was cut short left these; one of them is still being written. */
const cutShort = "postgres/making-cut"
const goesOn = "postgres/making-on"

const writeOn = (folder: string) =>
  spawn(process.execPath, [
    "-e",
    `const fs = require("fs"), folder = process.argv[1]
     const write = () => { fs.mkdirSync(folder, { recursive: true }); fs.writeFileSync(folder + "/orphan", "") }
     setInterval(() => { try { write() } catch {} }, 1)`,
    folder
  ])

beforeAll(async () => {
  initialised = makeFolder()
  Fs.mkdirSync(join(initialised, cutShort, "data/base"), { recursive: true })
  const orphan = writeOn(join(initialised, goesOn, "data"))
  try {
    await Effect.runPromise(eventually(() => Fs.existsSync(join(initialised, goesOn, "data/orphan"))))
    await Effect.runPromise(running(initialised, ({ url }) => remember(url)))
  } finally {
    await kill(orphan, "SIGKILL")
  }
})

afterAll(() => Fs.rmSync(initialised, { recursive: true, force: true }))

const holder = fileURLToPath(new URL("../fixtures/holdPostgres.ts", import.meta.url))

/** Another counterfoil on this home: its process, and the first line it printed (its URL, or why it refused). */
const startOther = (home: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, [holder, home], { stdio: ["ignore", "pipe", "inherit"] })
      const [line] = await once(createInterface(child.stdout), "line")
      return { child, line: String(line) }
    }),
    ({ child }) => Effect.promise(() => kill(child, "SIGKILL"))
  )

const kill = async (child: ChildProcess, signal: NodeJS.Signals) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  child.kill(signal)
  await gone
}

const withSql = <A, E>(url: Redacted.Redacted<string>, use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.flatMap(SqlClient.SqlClient, use).pipe(Effect.provide(Database.layer({ url, maxConnections: 1 })))

const remember = (url: Redacted.Redacted<string>, word = "kept") =>
  withSql(url, (sql) =>
    Effect.andThen(
      sql`CREATE TABLE IF NOT EXISTS remembered (at serial, word text)`,
      sql`INSERT INTO remembered (word) VALUES (${word})`
    )
  )

const recall = (url: Redacted.Redacted<string>) =>
  withSql(url, (sql) => sql<{ word: string }>`SELECT word FROM remembered ORDER BY at DESC`).pipe(
    Effect.map((rows) => rows[0]?.word)
  )

const running = <A, E, R>(home: string, use: (postgres: EmbeddedPostgres["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(EmbeddedPostgres, use).pipe(Effect.provide(EmbeddedPostgres.layer({ home, durable: false })))

/** A Postgres whose parent and keepers are gone, as far as it can be told from outside. */
const startWithoutKeeper = (folder: string) => {
  const binaries = findPostgresBinaries()
  if (typeof binaries === "string") throw new Error(binaries)
  const launch = planLaunch(folder, join(folder, "data"), binaries)
  if (typeof launch === "string") throw new Error(launch)
  const settings = ["-c", "listen_addresses=", "-c", `unix_socket_directories=${folder}`]
  const [program = "", ...args] = [...launch.prefix, binaries.postgres, "-D", join(folder, "data"), ...settings]
  const child = spawn(program, args, { detached: true, stdio: "ignore", cwd: "/", ...launch.ids })
  child.unref()
  return child.pid ?? 0
}

const postmasterOf = (home: string) =>
  Number(Fs.readFileSync(join(home, "postgres/data/postmaster.pid"), "utf8").split("\n")[0])

const eventually = (what: () => boolean) =>
  Effect.promise(async () => {
    for (const until = Date.now() + 90_000; !what(); await delay(5)) assert.isBelow(Date.now(), until)
  })

describe("EmbeddedPostgres", () => {
  it.live("keeps its data from one start to the next and ends with its scope", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const pid = yield* running(home, ({ url }) => Effect.as(remember(url, "of the first run"), postmasterOf(home)))

      const word = yield* running(home, ({ url }) => recall(url))

      assert.strictEqual(word, "of the first run")
      assert.isFalse(isAlive(pid))
      assert.isFalse(Fs.existsSync(join(home, "postgres/data/postmaster.pid")))
      // Two lines each five minutes, in a file that nobody rotates.
      assert.notInclude(Fs.readFileSync(join(home, "postgres/postgres.log"), "utf8"), "checkpoint")
    })
  )

  it.live("refuses a second process on the same home with its pid, and leaves the first alone", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const { child, line } = yield* startOther(home)

      const refusal = yield* Effect.flip(running(home, () => Effect.void))

      assert.strictEqual(
        refusal.message,
        `another counterfoil (pid ${child.pid}) is using ${home}: stop it, or set COUNTERFOIL_HOME to another folder`
      )
      const found = EmbeddedPostgres.findRunning({ home })
      assert.strictEqual(found && Redacted.value(found), line)
      assert.strictEqual(yield* recall(Redacted.make(line)), "kept")
    })
  )

  it.live.skipIf(process.platform !== "linux")("refuses at once a home that can't be made, whoever asks", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(running("/proc/counterfoil/home", () => Effect.void))
      assert.match(
        message,
        /^\/proc\/counterfoil can't be made \((ENOENT|EACCES)\): set COUNTERFOIL_HOME to another folder$/
      )
    })
  )

  it.live("ends soon after its process is killed, and the next start has its data", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const { child, line } = yield* startOther(home)
      yield* remember(Redacted.make(line), "of this run")
      const pid = postmasterOf(home)

      yield* Effect.promise(() => kill(child, "SIGKILL"))

      yield* eventually(() => !isAlive(pid))
      assert.isUndefined(EmbeddedPostgres.findRunning({ home }))
      assert.strictEqual(yield* running(home, ({ url }) => recall(url)), "of this run")
    })
  )

  it.live("ends a Postgres of its data that was left running without its keeper, and starts", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const orphan = startWithoutKeeper(join(home, "postgres"))
      yield* eventually(() => readPostmaster(join(home, "postgres/data"))?.ready === true)

      const word = yield* running(home, ({ url }) => recall(url))

      assert.strictEqual(word, "kept")
      assert.isFalse(isAlive(orphan))
    })
  )

  it.live("ends what a killed Postgres left standing still, and starts", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const orphan = startWithoutKeeper(join(home, "postgres"))
      yield* eventually(() => readPostmaster(join(home, "postgres/data"))?.ready === true)
      const started = execFileSync("ps", ["-o", "pid=", "--ppid", String(orphan)], { encoding: "utf8" })
        .trim()
        .split("\n")
        .map(Number)
      for (const pid of started) process.kill(pid, "SIGSTOP")
      process.kill(orphan, "SIGKILL")
      yield* eventually(() => !isAlive(orphan))

      assert.strictEqual(yield* running(home, ({ url }) => recall(url)), "kept")
      assert.deepStrictEqual(started.filter(isAlive), [])
    })
  )

  it.live("leaves a process alone that only has the pid of an earlier Postgres", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      Fs.writeFileSync(join(home, "postgres/data/postmaster.pid"), `${process.pid}\n`)

      assert.strictEqual(yield* running(home, ({ url }) => recall(url)), "kept")
    })
  )

  it("makes its data whole after initialisations that were cut short, beside one that goes on without its process", () => {
    assert.isFalse(Fs.existsSync(join(initialised, cutShort)))
    assert.isTrue(Fs.existsSync(join(initialised, "postgres/data/PG_VERSION")))
    assert.isFalse(Fs.existsSync(join(initialised, "postgres/data/orphan")))
  })

  it.live("keeps its passwords to their owner and out of its log", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const password = yield* running(home, ({ url }) =>
        withSql(url, (sql) => Effect.ignore(sql`SELECT ${"a secret"}::text::int`)).pipe(
          Effect.as(new URL(Redacted.value(url)).password)
        )
      )

      const file = join(home, "postgres/server-password")
      const mighty = join(home, "postgres/password")
      const log = Fs.readFileSync(join(home, "postgres/postgres.log"), "utf8")

      assert.strictEqual(Fs.readFileSync(file, "utf8"), password)
      for (const each of [file, mighty]) assert.strictEqual(Fs.statSync(each).mode & 0o077, 0)
      for (const each of [password, Fs.readFileSync(mighty, "utf8")]) assert.notInclude(log, each)
      assert.notInclude(log, "a secret")
    })
  )

  it.effect.skipIf(process.getuid?.() !== 0)("that root sets up in a service's own folder is the service's", () =>
    Effect.gen(function* () {
      const home = yield* Effect.acquireRelease(Effect.sync(makeFolder), (made) =>
        Effect.sync(() => Fs.rmSync(made, { recursive: true, force: true }))
      )
      const service = 65_534
      Fs.chownSync(home, service, service)
      yield* running(home, ({ url }) => remember(url))

      const left = Fs.readdirSync(home, { recursive: true }).map((name) => Fs.statSync(join(home, `${name}`)).uid)
      assert.isAbove(left.length, 100)
      assert.deepStrictEqual(new Set(left), new Set([service]))
    })
  )

  it.effect.skipIf(process.getuid?.() !== 0)("that root sets up gives the service nothing that is elsewhere", () =>
    Effect.gen(function* () {
      const [home, roots] = yield* Effect.acquireRelease(
        Effect.sync(() => [makeFolder(), makeFolder()] as const),
        (made) => Effect.sync(() => made.forEach((folder) => Fs.rmSync(folder, { recursive: true, force: true })))
      )
      const service = 65_534
      Fs.chownSync(home, service, service)
      const secret = join(roots, "shadow")
      Fs.writeFileSync(secret, "")
      Fs.mkdirSync(join(home, "postgres"))
      // What whoever has taken the service over may leave in its home.
      Fs.symlinkSync(secret, join(home, "postgres", "postgres.log"))
      yield* running(home, ({ url }) => remember(url))
      assert.strictEqual(Fs.statSync(secret).uid, 0)

      Fs.rmSync(join(home, "postgres"), { recursive: true })
      Fs.symlinkSync(roots, join(home, "postgres"))
      yield* Effect.exit(running(home, ({ url }) => remember(url)))
      assert.strictEqual(Fs.statSync(roots).uid, 0)
    })
  )
})
