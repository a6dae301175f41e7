import { ScriptRunner } from "@counterfoil/core"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { spawn } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { getPriority, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { findLockdown, measures } from "../src/Lockdown.ts"
import { commandLine, startRunner } from "../src/RunnerProcess.ts"
import { echo, manifest, rawBundle } from "./rawBundle.ts"

const Found = Schema.Struct({
  read: Schema.String,
  write: Schema.String,
  spawn: Schema.String,
  user: Schema.Int,
  environment: Schema.Array(Schema.String),
  network: Schema.String
})

/** A listener on loopback; gives its port and how often it was reached. */
const listener = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly reached: () => number; readonly close: () => void }>((resume) => {
    let reached = 0
    const server = createServer((socket) => {
      reached += 1
      socket.destroy()
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      resume(Effect.succeed({ port, reached: () => reached, close: () => server.close() }))
    })
  }),
  (server) => Effect.sync(server.close)
)

/** What a file finds when it is run as a runner is. */
const probe = (prefix: ReadonlyArray<string>, port: number) =>
  Effect.callback<unknown>((resume) => {
    const file = fileURLToPath(new URL("./netProbe.mjs", import.meta.url))
    const [command = "", ...args] = commandLine(prefix, file)
    const child = spawn(command, args, { cwd: "/", env: { TZ: "UTC" }, stdio: ["ignore", "ignore", "inherit", "ipc"] })
    child.on("message", (message) => {
      if (message === "ready") child.send({ port })
      else resume(Effect.succeed(message))
    })
    child.on("close", (code, signal) => resume(Effect.die(`the probe ended with ${signal ?? code}`)))
  }).pipe(Effect.flatMap(Schema.decodeUnknownEffect(Found)))

const installed = (name: string) => fileURLToPath(new URL(`../../../node_modules/${name}`, import.meta.url))
const programFiles = /\/(src|vendor)$|\.tgz$/

/** A runner whose packages are links into a store, as pnpm installs them. */
const linkedRunner = (root: string): string => {
  const [store, used] = [join(root, "store"), join(root, "runtime")]
  for (const name of ["isolated-vm", "node-gyp-build"]) {
    cpSync(installed(name), join(store, name, "node_modules", name), {
      recursive: true,
      filter: (from) => !programFiles.test(from)
    })
  }
  const link = (name: string, folder: string) =>
    symlinkSync(join(store, name, "node_modules", name), join(folder, "node_modules", name))
  cpSync(fileURLToPath(new URL("../src/child", import.meta.url)), join(used, "child"), { recursive: true })
  mkdirSync(join(used, "node_modules"))
  link("isolated-vm", used)
  link("node-gyp-build", join(store, "isolated-vm"))
  return join(used, "child", "runner.mjs")
}

/** What it says first. */
const firstWord = (file: string) =>
  Effect.callback<unknown>((resume) => {
    const [command = "", ...args] = commandLine([], file)
    const child = spawn(command, args, { cwd: "/", env: { TZ: "UTC" }, stdio: ["ignore", "ignore", "pipe", "ipc"] })
    let said = ""
    child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")))
    child.once("message", (message) => {
      resume(Effect.succeed(message))
      child.kill("SIGKILL")
    })
    child.once("close", () => resume(Effect.succeed(said)))
  })

const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
    .split(" ")
    .filter((pid) => pid.trim() !== "")

describe("a runner process", () => {
  it.live("starts where its packages are links, as pnpm installs them", () =>
    Effect.gen(function* () {
      const root = mkdtempSync(join(realpathSync(tmpdir()), "counterfoil-test-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(root, { recursive: true })))

      const said = yield* firstWord(linkedRunner(root))

      assert.deepInclude(said, { type: "ready" })
    })
  )

  it.live(
    "can't read, write, start processes, see the environment or, where the system allows it, reach the network",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { lacking, prefix, runner } = yield* findLockdown(measures(512 * 1024 * 1024, 5))
          const { port, reached } = yield* listener
          if (lacking.length === 0) assert.strictEqual(getPriority(runner.pid), getPriority() + 5)

          const found = yield* probe(prefix, port)

          assert.deepStrictEqual([found.read, found.write, found.spawn], Array(3).fill("ERR_ACCESS_DENIED"))
          assert.deepStrictEqual(
            found.environment.filter((name) => !name.startsWith("NODE_CHANNEL")),
            ["TZ"]
          )
          if (lacking.length === 0) {
            assert.strictEqual(found.network, "ENETUNREACH")
            assert.strictEqual(found.user, 65534)
            assert.strictEqual(reached(), 0)
          }
        })
      )
  )

  it.live("says what can't be confined where the commands for it are missing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const missing = measures(1, 5).map(({ without }) => ({ without, commands: [["no-such-command"]] }))

        const { lacking, prefix, runner } = yield* findLockdown(missing)

        assert.deepStrictEqual([prefix, runner.isAlive(), runner.missing], [[], true, []])
        assert.deepStrictEqual(
          lacking,
          missing.map(({ without }) => without)
        )
      })
    )
  )

  it.live("that keeps the server's user says why, and what can be done or that nothing need be", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const [last] = measures(512 * 1024 * 1024).slice(-1)
        const commands = [["no-such-command"], ...(last?.commands.slice(1) ?? [])]

        const { lacking, runner } = yield* findLockdown([{ without: "all of it", commands }])

        assert.isTrue(runner.isAlive())
        assert.lengthOf(lacking, 1)
        assert.match(lacking[0] ?? "", process.getuid?.() === 0 ? /SETUID and SETGID$/ : /Nothing need be done/)
      })
    )
  )

  it.effect("that a busy machine starts late is waited for: what confines it is not taken for missing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const folder = yield* Effect.acquireRelease(
          Effect.sync(() => mkdtempSync(join(tmpdir(), "counterfoil-runner-"))),
          (path) => Effect.sync(() => rmSync(path, { recursive: true }))
        )
        const go = join(folder, "go")
        const late = ["sh", "-c", 'until [ -e "$0" ]; do sleep 0.05; done; exec "$@"', go]

        const starting = yield* Effect.forkChild(startRunner(late))
        yield* TestClock.adjust("30 seconds")
        writeFileSync(go, "")

        assert.isTrue((yield* Fiber.join(starting)).isAlive())
      })
    )
  )

  it.effect("that a busy machine gives no turn has a bundle that loads all the same", () =>
    Effect.gen(function* () {
      const runner = yield* ScriptRunner
      const signal = (name: NodeJS.Signals) => children().forEach((pid) => process.kill(Number(pid), name))
      signal("SIGSTOP")
      const inspecting = yield* Effect.forkChild(runner.inspect(rawBundle("")))
      yield* TestClock.adjust("30 seconds")
      signal("SIGCONT")

      assert.deepStrictEqual(yield* Fiber.join(inspecting), manifest)
    }).pipe(Effect.provide(IsolatedScriptRunner.layer()))
  )

  it.live("that is killed from outside ends the phase as crashed", () =>
    Effect.gen(function* () {
      const runner = yield* ScriptRunner
      const spares = children()
      const run = yield* runner.start({ bundle: rawBundle("await new Promise(() => {})"), host: echo })
      const phase = yield* Effect.forkScoped(Effect.flip(run.invoke("login", {}, Duration.minutes(1))))
      spares.forEach((pid) => process.kill(Number(pid), "SIGKILL"))

      const fault = yield* Fiber.join(phase)
      const after = yield* Effect.flip(run.invoke("extract", {}, Duration.minutes(1)))

      assert.deepStrictEqual(
        [fault.kind, fault.message],
        ["crashed", "the script's process ended unexpectedly (SIGKILL)"]
      )
      assert.strictEqual(after, fault)
    }).pipe(Effect.scoped, Effect.provide(IsolatedScriptRunner.layer()))
  )

  it.live("is gone when the run's scope closes, and the spare with the layer", () =>
    Effect.gen(function* () {
      const before = children()
      yield* Effect.gen(function* () {
        const runner = yield* ScriptRunner
        const spares = children()
        yield* Effect.scoped(
          Effect.gen(function* () {
            const run = yield* runner.start({ bundle: rawBundle("while (true) {}"), host: echo })
            yield* Effect.forkScoped(run.invoke("login", {}, Duration.minutes(1)))
          })
        )
        assert.isEmpty(children().filter((pid) => spares.includes(pid) && !before.includes(pid)))
      }).pipe(Effect.provide(IsolatedScriptRunner.layer()))

      // What an earlier test ran may end meanwhile.
      assert.isEmpty(children().filter((pid) => !before.includes(pid)))
    })
  )
})
