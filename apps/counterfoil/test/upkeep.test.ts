import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { renameSync } from "node:fs"
import { join } from "node:path"
import { enrol } from "../src/demo/Person.ts"
import { type Environment, run, temporaryHome } from "./support/Command.ts"
import { addAccount, freePort, startServer, type Server } from "./support/Scene.ts"

const patience = 300_000

const command = (args: ReadonlyArray<string>, env: Environment) => Effect.promise(() => run(args, { env }).ended)

const stop = ({ command: { stop: end } }: Server) => Effect.promise(() => end("SIGTERM"))

const Settings = Schema.Struct({ webhook_auth_token: Schema.String, bank_username: Schema.String })

describe.runIf(process.env["VERIFY"] !== undefined)("the keys of stored credentials, and the administrators", () => {
  it.live(
    "are changed while the server runs, and keys while it doesn't, and these are missed at the start when they are gone",
    () =>
      Effect.gen(function* () {
        const home = yield* temporaryHome
        const PORT = yield* freePort
        const here = { COUNTERFOIL_HOME: home, PORT }
        const start = startServer(home, { PORT })
        const rotate = Effect.map(command(["keys", "rotate"], here), ({ stderr, stdout }) => `${stdout}${stderr}`)

        assert.include(yield* rotate, `there are no secrets in ${home} yet: start the server once first`)
        const first = yield* start
        const person = yield* enrol(first.base, "owner@shop.example", "Owner", "passthrough")
        const bank = yield* person.createBank("demo-bank", "Demo Bank", "https://bank.example/login")
        const account = yield* addAccount(person, bank.id, "luis")
        const settings = person.ask(`/accounts/${account}/config`, 200, Settings)
        const saved = yield* settings

        // Its first user is the administrator of an installation.
        const admins = (...args: ReadonlyArray<string>) =>
          Effect.map(command(["admins", ...args], here), ({ stderr, stdout }) => `${stdout}${stderr}`.trim())
        assert.strictEqual(yield* admins("list"), "owner@shop.example")
        assert.strictEqual(
          yield* admins("remove", "owner@shop.example"),
          "owner@shop.example is no administrator any more"
        )
        assert.match(yield* admins("list"), /^there are none: /)
        assert.match(yield* admins("add", "nobody@shop.example"), /^counterfoil: /)
        assert.strictEqual(yield* admins("add", "owner@shop.example"), "owner@shop.example is an administrator now")
        yield* stop(first)

        const rotated = yield* rotate
        assert.match(rotated, /^1 account's key is wrapped anew with a new key: keep a new copy of /)
        assert.match(
          rotated,
          /, and the earlier one, which is .*secrets-\d{8}-\d{6}\.json now, as long as backups made before/
        )
        const second = yield* start
        assert.deepStrictEqual(yield* settings, saved)

        assert.match(yield* rotate, /^a new key was put into .*: restart the server, so that it knows it/)
        assert.match(
          yield* rotate,
          /^counterfoil: a server at work does not seal with the first of these keys yet: restart it/
        )
        yield* stop(second)
        const third = yield* start
        assert.match(yield* rotate, /^1 account's key is wrapped anew/)
        assert.deepStrictEqual(yield* settings, saved)
        yield* stop(third)

        const foreign = {
          JWT_SIGNING_KEY: "j".repeat(32),
          KEY_ENCRYPTION_KEY: "k".repeat(32),
          API_KEY_PEPPER: "p".repeat(32)
        }
        const withOthers = yield* command(["serve"], { ...here, ...foreign })
        assert.match(
          withOthers.stderr,
          /counterfoil: stored credentials are encrypted with another key .*KEY_ENCRYPTION_KEY/
        )
        assert.strictEqual(withOthers.code, 1)
        renameSync(join(home, "secrets.json"), join(home, "secrets.copy"))
        const withNone = yield* command(["serve"], here)
        assert.match(withNone.stderr, /counterfoil: .*secrets\.json is missing, .*restore it from your copy/)
        assert.strictEqual(withNone.code, 1)

        renameSync(join(home, "secrets.copy"), join(home, "secrets.json"))
        yield* start
        assert.deepStrictEqual(yield* settings, saved)
      }),
    patience
  )
})

describe.runIf(process.env["VERIFY"] !== undefined)("the doctor", () => {
  it.live(
    "finds a working machine well, and says what is amiss, one line each",
    () =>
      Effect.gen(function* () {
        const home = join(yield* temporaryHome, "home")
        const well = yield* command(["doctor"], { COUNTERFOIL_HOME: home })
        assert.strictEqual(well.code, 0, well.stdout)
        for (const subject of ["node", "configuration", "home", "database", "browser", "sandbox", "egress"]) {
          assert.match(well.stdout, new RegExp(`^(ok|note) +${subject} `, "m"))
        }
        const ill = yield* command(["doctor"], { COUNTERFOIL_HOME: home, CHROMIUM_PATH: "/nowhere/chromium" })
        assert.strictEqual(ill.code, 1)
        assert.match(ill.stdout, /^FAULT browser +There is no browser at \/nowhere\/chromium: /m)
        const wrong = yield* command(["doctor"], { EGRESS_ALLOW: "shop.local" })
        assert.strictEqual(wrong.code, 1)
        assert.match(wrong.stdout, /^FAULT configuration EGRESS_ALLOW is "shop\.local": /m)
        const half = yield* command(["doctor"], { COUNTERFOIL_HOME: home, API_KEY_PEPPER: "a pepper alone" })
        assert.match(half.stdout, /^FAULT configuration JWT_SIGNING_KEY and KEY_ENCRYPTION_KEY are missing: /m)
        assert.match(half.stdout, /^ok +browser /m)
      }),
    patience
  )
})
