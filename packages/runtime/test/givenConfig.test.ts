/** What a program gives of the configuration: made whole, and told where it has another form. */
import { TestDatabase } from "@counterfoil/testing"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Logger, Option, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { Counterfoil, defaultConfig } from "../src/index.ts"
import { wholeConfig } from "../src/config/givenConfig.ts"
import { ScriptedBank } from "./contract/support/ScriptedBank.ts"

const secret = () => Redacted.make("a secret of more than thirty-two characters")
const secrets = Option.some({ jwtSigningKey: secret(), keyEncryptionKey: secret(), apiKeyPepper: secret() })
const plain = "postgres://somebody:hidden@127.0.0.1:1/none"

const whyNot = (given: object) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(Counterfoil.layer(given)))), ({ message }) => message)

describe("a configuration that a program gives", () => {
  it("has the default of what is left out, in its groups too, and of what is undefined", () => {
    const scrapeInterval = Duration.seconds(30)

    const config = wholeConfig({ egressAllow: undefined, policy: { scrapeInterval, overlap: undefined } })

    assert.deepStrictEqual(config.egressAllow, [])
    assert.deepStrictEqual(config.policy, { ...defaultConfig.policy, scrapeInterval })
  })

  it("lets others than this machine do what the environment's defaults let them do", () => {
    const onAll = wholeConfig({ host: "0.0.0.0" })
    assert.deepInclude(onAll, { registration: "first-user", banks: "administrators", consent: "administrators" })
    const chosen = wholeConfig({ host: "0.0.0.0", registration: "open" })
    assert.deepInclude(chosen, { registration: "open", banks: "everybody", consent: "owners" })
    assert.deepInclude(wholeConfig({ bankAdmins: ["a@b.example"] }), { banks: "administrators", consent: "owners" })
    assert.deepInclude(wholeConfig({}), { registration: "open", banks: "everybody", consent: "owners", demo: true })
  })

  it.effect.each<readonly [object, string]>([
    [{ databaseUrl: plain }, "databaseUrl must be an Option: Option.some(Redacted.make(…))"],
    [{ databaseUrl: Option.some(plain) }, "databaseUrl must be Option.some(Redacted.make(…))"],
    [{ secrets: Option.some({ jwtSigningKey: plain }) }, "secrets.jwtSigningKey must be Redacted.make(…)"],
    [{ egressAllow: "127.0.0.0/8" }, "egressAllow must be a list of texts"],
    [{ port: "8080" }, "port must be a number"],
    [{ shutdownGrace: 5_000 }, "shutdownGrace must be a Duration, such as Duration.seconds(30)"],
    [{ policy: { scrapeInterval: "10 seconds" } }, "policy.scrapeInterval must be a Duration"],
    [{ policy: { assistedHours: { from: 7 } } }, "policy.assistedHours.from must be a text"],
    [{ registration: "opne" }, 'registration must be one of "open", "first-user", "closed"'],
    [{ policy: null }, "policy must be an object"],
    [[], "what is given must be an object of settings"],
    [{ policy: { scrapeInterval: Duration.zero } }, "policy.scrapeInterval must be longer than nothing"],
    [
      { policy: { monitorInterval: Duration.infinity } },
      "policy.monitorInterval must be longer than nothing, and 3650 days"
    ],
    [{ keep: { events: Duration.days(-1) } }, "keep.events must be longer than nothing"],
    [{ shutdownGrace: Duration.infinity }, "shutdownGrace must be longer than nothing, and 3650 days at most"],
    [{ policy: { bankConcurrency: 0 } }, "policy.bankConcurrency must be a whole number from 1 to 1000000000"],
    [{ limits: { otpSubmissionsPerMinute: Number.NaN } }, "limits.otpSubmissionsPerMinute must be a whole number from"],
    [{ quotas: { accounts: Number.POSITIVE_INFINITY } }, "quotas.accounts must be a whole number from 1"],
    [{ sessionNiceness: 20 }, "sessionNiceness must be a whole number from 0 to 19"]
  ])("is refused where something has another form, and nothing of it is quoted: %j", ([given, why]) =>
    Effect.gen(function* () {
      const message = yield* whyNot(given)

      assert.isTrue(message.startsWith(why), message)
      assert.notInclude(message, "hidden")
    })
  )

  it.live("starts with a name that it doesn't know, and says so", () => {
    const logs: Array<string> = []
    const log = Logger.layer([Logger.map(Logger.formatJson, (line) => void logs.push(line))])
    return Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const given = {
        port: 0,
        databaseUrl: Option.some(url),
        secrets,
        databseUrl: plain,
        policy: { overlap: undefined, scrapInterval: 1 }
      }

      yield* Effect.scoped(Layer.build(Counterfoil.layerWith(given, { bankSide: new ScriptedBank().layer })))

      const told = logs.filter((line) => line.includes("no setting is called"))
      assert.lengthOf(told, 1)
      assert.include(told[0], "databseUrl, policy.scrapInterval")
    }).pipe(Effect.provide(Layer.merge(TestDatabase.layerEmpty, log)))
  })

  it.live("needs secrets beside a database of its own: they are made beside the embedded one only", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const home = mkdtempSync(Path.join(tmpdir(), "counterfoil-"))

      const message = yield* whyNot({ port: 0, home, databaseUrl: Option.some(url) })

      assert.include(message, "JWT_SIGNING_KEY, KEY_ENCRYPTION_KEY and API_KEY_PEPPER are missing")
      const started = Layer.build(
        Counterfoil.layerWith(
          { port: 0, home, databaseUrl: Option.some(url) },
          { secrets: Effect.fromOption(secrets), bankSide: new ScriptedBank().layer }
        )
      )
      assert.isDefined(yield* Effect.scoped(Effect.flatMap(started, Effect.succeed)))
    }).pipe(Effect.provide(TestDatabase.layerEmpty))
  )

  it.live("answers who asks it, registration closed to the second where it listens on all addresses", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const given = { port: 0, host: "0.0.0.0", databaseUrl: Option.some(url), secrets }
      const service = Counterfoil.layerWith(given, { bankSide: new ScriptedBank().layer })
      yield* Effect.gen(function* () {
        const address = yield* HttpServer.addressFormattedWith(Effect.succeed)
        const register = (email: string) =>
          Effect.promise(() =>
            fetch(`${address.replace("0.0.0.0", "127.0.0.1")}/auth/register`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ email, password: "a long enough password" })
            })
          )

        assert.strictEqual((yield* register("first@example.com")).status, 201)
        assert.strictEqual((yield* register("second@example.com")).status, 403)
      }).pipe(Effect.provide(service))
    }).pipe(Effect.provide(TestDatabase.layerEmpty))
  )
})
