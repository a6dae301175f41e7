import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { type Environment, run, temporaryHome } from "./support/Command.ts"

const root = process.getuid?.() === 0
const nobody = 65_534

/** A port of 127.0.0.1 that somebody else listens on. */
const busyPort = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<ReturnType<typeof createServer>>((resolve) => {
        const server = createServer()
        server.listen(0, "127.0.0.1", () => resolve(server))
      })
  ),
  (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
).pipe(Effect.map((server) => portOf(server.address())))

const portOf = (address: AddressInfo | string | null) => (typeof address === "object" ? String(address?.port) : "")

/** What the command says before it ends with exit code 1, having made nothing. */
const refusal = Effect.fnUntraced(function* (args: ReadonlyArray<string>, env: Environment, uid?: number) {
  const parent = yield* temporaryHome
  const home = join(parent, "home")
  const { code, stderr, stdout } = yield* Effect.promise(
    () => run(args, { env: { COUNTERFOIL_HOME: home, ...env }, uid }).ended
  )
  assert.strictEqual(code, 1, stderr)
  assert.strictEqual(stdout, "")
  assert.isFalse(existsSync(home), "a home was made")
  const lines = stderr.trimEnd().split("\n")
  assert.lengthOf(lines, 1, stderr)
  return lines[0] ?? ""
})

describe.concurrent("the command refuses in one sentence", () => {
  it.live("a port that is taken, before anything is made", () =>
    Effect.gen(function* () {
      const port = yield* busyPort
      assert.strictEqual(
        yield* refusal(["serve"], { PORT: port }),
        `counterfoil: port ${port} on 127.0.0.1 is in use by another program: stop that one, or set PORT to another (0 picks a free one)`
      )
    })
  )

  it.live("a database that can't be reached, without showing its password", () =>
    Effect.gen(function* () {
      const said = yield* refusal(["serve"], {
        DATABASE_URL: "postgres://user:hunter2@127.0.0.1:1/books",
        JWT_SIGNING_KEY: "j".repeat(32),
        KEY_ENCRYPTION_KEY: "k".repeat(32),
        API_KEY_PEPPER: "p".repeat(32)
      })
      assert.match(said, /^counterfoil: no connection to the database 127\.0\.0\.1:1\/books \(.+\): check DATABASE_URL/)
      assert.notInclude(said, "hunter2")
    })
  )

  it.live("a setting of a wrong form", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refusal(["serve"], { SCRAPE_INTERVAL: "soon" }),
        'counterfoil: SCRAPE_INTERVAL is "soon": it must be a duration from 1 s to 365 days, written like "10 minutes" or "30 seconds"'
      )
    })
  )

  it.live("a sub-command that it doesn't have", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refusal(["server"], {}),
        'counterfoil: Unknown subcommand "server" for "counterfoil" (did you mean serve?): see counterfoil --help'
      )
    })
  )

  it.live("a home where it may not write", () =>
    Effect.gen(function* () {
      const closed = yield* temporaryHome
      chmodSync(closed, 0o555)
      const said = yield* refusal(["serve"], { COUNTERFOIL_HOME: join(closed, "home") }, root ? nobody : undefined)
      assert.strictEqual(
        said,
        `counterfoil: ${join(closed, "home")} can't be made in ${closed} (this user may not write there): mend that, or set COUNTERFOIL_HOME to another folder`
      )
      assert.deepStrictEqual(readdirSync(closed), [])
    })
  )

  it.live("a home that Postgres can't live in, for its length", () =>
    Effect.gen(function* () {
      const home = join(yield* temporaryHome, ...Array.from({ length: 5 }, () => "x".repeat(200)))
      const said = yield* refusal(["serve"], { COUNTERFOIL_HOME: home })
      assert.match(
        said,
        /x is too long a path for Postgres \(\d+ bytes, 800 at most\): set COUNTERFOIL_HOME to another folder$/
      )
    })
  )

  it.live("a home that is a link to nothing", () =>
    Effect.gen(function* () {
      const link = join(yield* temporaryHome, "link")
      symlinkSync("/nowhere/at/all", link)
      assert.strictEqual(
        yield* refusal(["serve"], { COUNTERFOIL_HOME: join(link, "home") }),
        `counterfoil: ${link}/home can't be made in ${link} (it is a link to what isn't there): mend that, or set COUNTERFOIL_HOME to another folder`
      )
    })
  )

  it.live("a folder for temporary files where nothing can be written", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryHome, "file")
      writeFileSync(file, "")
      assert.strictEqual(
        yield* refusal(["serve"], { TMPDIR: file }),
        `counterfoil: ${file}, where browser and bank scripts write, can't be used (it is not a folder): mend that, or set TMPDIR to another folder`
      )
    })
  )

  it.live("a look at a page with a browser that isn't where it is said to be", () =>
    Effect.gen(function* () {
      const said = yield* refusal(["script", "look", "http://127.0.0.1:9/"], { CHROMIUM_PATH: "/nowhere/chromium" })
      assert.match(said, /There is no browser at \/nowhere\/chromium/)
    })
  )

  it.live("a demo without a browser, at once", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const said = yield* refusal(["demo", "--exit"], {
        CHROMIUM_PATH: "/nowhere/chromium",
        COUNTERFOIL_DEMO_HOME: join(home, "demo")
      })
      assert.match(said, /^counterfoil: There is no browser at \/nowhere\/chromium: .*CHROMIUM_PATH/)
      assert.deepStrictEqual(readdirSync(home), [])
    })
  )
})
