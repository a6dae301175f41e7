import { startDemoBank } from "@counterfoil/demo-bank"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { running, temporaryHome } from "../support/Command.ts"
import { commandsIn, quotesIn, fits, openShell, unwarned } from "./walkthrough.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** In the repository, where the commands on the page are found, and out of its sight. */
const workFolder = Effect.acquireRelease(
  Effect.promise(async () => {
    const place = join(root, ".counterfoil")
    await mkdir(place, { recursive: true })
    return mkdtemp(join(place, "walkthrough-"))
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

const demoBank = Effect.acquireRelease(
  Effect.promise(() => startDemoBank()),
  (bank) => Effect.promise(() => bank.close())
)

const shellIn = (folder: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const path = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter)
      const browser = process.env["CHROMIUM_PATH"]
      return openShell(folder, {
        PATH: path,
        HOME: folder,
        npm_config_update_notifier: "false",
        ...(browser === undefined ? {} : { CHROMIUM_PATH: browser })
      })
    }),
    (shell) => Effect.sync(() => shell.close())
  )

const thePage = Effect.promise(() => readFile(join(root, "docs/write-a-bank-script.md"), "utf8"))

describe("docs/write-a-bank-script.md", () => {
  it("is matched with what comes out: in order, with anything where the page leaves something open", () => {
    assert.isTrue(fits(["a … b", "…", "z"], "first\na 12 s b\nx\ny\nz\n"))
    assert.isTrue(fits(["a", "…"], "a\n"))
    assert.isFalse(fits(["a", "z"], "a\nx\nz\n"))
    assert.isFalse(fits(["a … b"], "a 12 s\n"))
    assert.isTrue(fits(["a"], unwarned("counterfoil: No Chromium on this machine: the bundled one is used\na\n")))
    assert.throws(() => commandsIn("```ts\nlost\n```", "checkout"), 'a block tagged "ts" is run by nobody')
  })

  it.effect("has only blocks that can be run, and every command for bank scripts among them", () =>
    Effect.gen(function* () {
      const lines = commandsIn(yield* thePage, "checkout").map(({ line }) => line)
      const used = lines.flatMap((line) => /counterfoil script (\w+)/.exec(line)?.[1] ?? [])
      const names = ["bisect", "check", "dev", "new", "promote", "publish", "record", "rollback", "test"]
      assert.deepStrictEqual([...new Set(used)].sort(), names)
    })
  )

  it.effect("quotes scripts as they are", () =>
    Effect.gen(function* () {
      const quotes = quotesIn(yield* thePage)
      assert.isAbove(quotes.length, 0)
      const without = (line: string) => line.replace(/,$/, "")
      for (const { line, script } of quotes) {
        const files = ["bank.ts", "pages.ts"].map((file) => join(root, "bank-scripts", script, "1.0.0", file))
        const texts = yield* Effect.promise(() => Promise.all(files.map((file) => readFile(file, "utf8"))))
        const lines = texts.flatMap((text) => text.split("\n").map((one) => without(one.trim())))
        assert.include(lines, without(line))
      }
    })
  )

  it.live.runIf(process.env["VERIFY"] !== undefined)(
    "is true word by word",
    () =>
      Effect.gen(function* () {
        const page = yield* thePage
        const bank = yield* demoBank
        const home = yield* temporaryHome
        const server = yield* running(["serve"], {
          env: { COUNTERFOIL_HOME: home, EGRESS_ALLOW: "127.0.0.0/8", BANK_EGRESS_ALLOW: "127.0.0.0/8" }
        })
        const shell = yield* shellIn(yield* workFolder)
        // The page's two programs in other terminals listen where this machine has room for them.
        const listening = yield* Effect.promise(() => server.listening)
        const here = (line: string) =>
          line.replaceAll("http://127.0.0.1:4010", bank.url).replaceAll("http://127.0.0.1:8080", listening)
        for (const { background, expected, line } of commandsIn(page, "checkout")) {
          if (background) continue
          const said = unwarned(yield* Effect.promise(() => shell.run(here(line))))
          assert.isTrue(
            fits(expected.map(here), said),
            `$ ${line}\nsaid:\n${said}\nbut the page says:\n${expected.join("\n")}`
          )
        }

        // What the page only tells of: a version that would store everything a second time.
        const again =
          "({ ...statement, movements: statement.movements.map((m) => ({ ...m, description: `${m.description} X` })) })"
        const say = (line: string) => Effect.promise(() => shell.run(line))
        yield* say(`sed -i 's/  return statement/  return ${again}/' extract.ts; sed -i 's/"0.2.0"/"0.3.0"/' bank.ts`)
        yield* say("npx --no-install counterfoil script publish")
        const promote = "npx --no-install counterfoil script promote 0.3.0"
        assert.match(
          yield* say(`${promote}; echo code $?`),
          /16 movements, 16 would change identity \(100 %\), 0 their sign\nnot promoted: --yes promotes it\ncode 2/
        )
        assert.match(yield* say(`${promote} --yes`), /✔ promoted 0\.1\.0 → 0\.3\.0/)
      }).pipe(Effect.scoped),
    600_000
  )
})
