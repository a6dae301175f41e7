import { PgClient } from "@effect/sql-pg"
import { TestDatabase } from "@counterfoil/testing"
import { assert, describe, it } from "@effect/vitest"
import { Data, Duration, Effect, Fiber, Layer, Logger, Option, Redacted, Stream } from "effect"
import { HttpServer } from "effect/http"
import type { SqlError } from "effect/sql"
import { AccountCommands, Counterfoil, type ScriptRelease } from "../src/index.ts"
import { ScriptedBank, today } from "./contract/support/ScriptedBank.ts"
import { field, publicationOf } from "./contract/support/Service.ts"

const secrets = {
  jwtSigningKey: Redacted.make("a signing key of more than thirty-two bytes"),
  keyEncryptionKey: Redacted.make("a key-encryption key of more than thirty-two bytes"),
  apiKeyPepper: Redacted.make("a pepper of more than thirty-two bytes")
}

const databaseUrl = Option.some(Redacted.make("postgres://nobody@127.0.0.1:1/none"))

const aCluster = { host: "127.0.0.1", port: 0, advertisedHost: "127.0.0.1", lease: Duration.seconds(15) }
const nonsense = {
  endpoint: "http://127.0.0.1:1",
  headers: Option.some(Redacted.make("nonsense")),
  serviceName: "counterfoil"
}

class VaultSealed extends Data.TaggedError("VaultSealed") {}

const bankOfMine = { code: "mine", name: "My Bank", loginUrl: "https://bank.test/login" }
const release = (version: string, change: (bundle: string) => string = (bundle) => bundle): ScriptRelease => ({
  bank: bankOfMine,
  bundle: change(publicationOf("mine", version).bundle)
})

const ask = (url: string, { body, method, token }: { body?: object; method?: string; token?: string } = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const json: unknown = await response.json()
    return json
  })

/** The service on a client of the program's own. */
const embedded = <E>(parts: Counterfoil.Parts<E>) =>
  Layer.unwrap(
    Effect.map(TestDatabase, ({ url }) =>
      Counterfoil.layerWith<E | SqlError.SqlError>(
        { port: 0 },
        { ...parts, sql: PgClient.layer({ url, maxConnections: 10 }) }
      )
    )
  )

describe("a program that embeds Counterfoil", () => {
  it.live("brings its own SQL client, secrets and bank scripts, and hears typed events", () => {
    const bank = new ScriptedBank()
    const movement = {
      date: today(),
      currency: "EUR",
      amount: "12.50",
      description: "TRF",
      counterparty: "Ana",
      id: "1"
    }
    bank.customer("ana", { movements: [movement] })
    const logs: Array<string> = []
    const log = Logger.layer([Logger.map(Logger.formatJson, (line) => void logs.push(line))])
    const parts = {
      secrets: Effect.succeed(secrets),
      bankSide: bank.layer,
      scripts: Stream.make(
        release("1.0.0"),
        release("1.0.0", (bundle) => ` ${bundle}`),
        release("1.1.0", (bundle) => bundle.replace(`"origins":[]`, `"origins":["https://elsewhere.test"]`)),
        release("1.2.0")
      )
    }
    const program = Effect.gen(function* () {
      const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const heard = yield* Counterfoil.events.pipe(
        Stream.take(2),
        Stream.runCollect,
        Effect.forkChild({ startImmediately: true })
      )
      const person = { email: "owner@example.com", password: "a long enough password" }
      yield* ask(`${url}/auth/register`, { body: person })
      const token = field(yield* ask(`${url}/auth/login`, { body: person }), "token")
      const active = ask(`${url}/scripts`, { token }).pipe(
        Effect.map((list) => (Array.isArray(list) ? list.find((script) => field(script, "status") === "active") : [])),
        Effect.repeat({ until: (script) => field(script, "version") === "1.2.0" })
      )
      assert.strictEqual(field(yield* active, "bank"), "mine")

      const banks = yield* ask(`${url}/banks`, { token })
      const bankId = field(Array.isArray(banks) ? banks[0] : undefined, "id")
      const accountId = field(yield* ask(`${url}/accounts`, { token, body: { bankId, name: "Main" } }), "id")
      const settings = {
        webhook_url: "http://127.0.0.1:9/webhooks",
        polling_method: "GET",
        retry_limit: 3,
        session_type: "one-shot",
        login_mode: "simple",
        bank_username: "ana",
        bank_password: "bank-secret"
      }
      yield* ask(`${url}/accounts/${accountId}/config`, { token, method: "PUT", body: settings })

      const [started, succeeded] = yield* Fiber.join(heard)
      assert.deepStrictEqual([started?.type, String(started?.accountId)], ["session.started", accountId])
      assert.strictEqual(succeeded?.type === "scrape.succeeded" ? succeeded.data.movements_new : undefined, 1)
      const refused = logs.filter((line) => line.includes("can't be put into service"))
      assert.lengthOf(refused, 2)
      assert.include(refused[0], "a released version is frozen")
      assert.include(refused[1], "origins that are not the bank's: https://elsewhere.test")
    })
    return program.pipe(Effect.provide(embedded(parts)), Effect.provide(Layer.merge(TestDatabase.layerEmpty, log)))
  })

  it.effect.each([
    [{ port: 99_999 }, "PORT is 99999: it must be a whole number from 0 to 65535"],
    [{ port: 80.5 }, "PORT is 80.5: it must be a whole number from 0 to 65535"],
    [{ metricsPort: Option.some(-1) }, "METRICS_PORT is -1: it must be a whole number from 0 to 65535"],
    [
      { cluster: Option.some({ ...aCluster, advertisedPort: Option.some(0.5) }) },
      "CLUSTER_ADVERTISED_PORT is 0.5: it must be a whole number from 0 to 65535"
    ],
    [{ otlp: Option.some(nonsense) }, "OTEL_EXPORTER_OTLP_HEADERS has a wrong form: it must be name=value, several sep"]
  ] as const)("is refused a setting of a wrong form: %j", ([given, why]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(Counterfoil.layer({ ...given, databaseUrl }))))

      assert.isTrue(String(error.message).startsWith(why), String(error.message))
    })
  )

  it.live("is told of a command for an account that isn't there", () =>
    Effect.gen(function* () {
      const commands = yield* AccountCommands
      const nobody = "01990000-0000-7000-8000-00000000000a"
      const faultsOf = (id: string) =>
        Effect.all([
          Effect.flip(commands.scrape(id)),
          Effect.flip(commands.restart(id)),
          Effect.flip(commands.pollOrders(id)),
          Effect.flip(commands.runRequest(id, nobody)),
          Effect.flip(commands.rename(id, "Main")),
          Effect.flip(commands.pause(id)),
          Effect.flip(commands.resume(id))
        ])

      const faults = [...(yield* faultsOf("an id")), ...(yield* faultsOf(nobody))]
      assert.deepStrictEqual(
        faults.map(({ _tag }) => _tag),
        faults.map(() => "AccountNotFound")
      )
      assert.deepStrictEqual(new Set(faults.map(({ message }) => message)), new Set(["there is no such account"]))

      const seen = (id: string) =>
        Effect.all([commands.status(id), commands.nextRunAt(id, false), commands.overview(id)])
      assert.deepStrictEqual(yield* seen("an id"), yield* seen(nobody))
    }).pipe(
      Effect.provide(
        embedded({ secrets: Effect.succeed(secrets), bankSide: new ScriptedBank().layer }).pipe(
          Layer.provide(Logger.layer([]))
        )
      ),
      Effect.provide(TestDatabase.layerEmpty)
    )
  )

  it.live("hears why its secrets can't be fetched", () =>
    Effect.gen(function* () {
      const parts = { secrets: Effect.fail(new VaultSealed()), bankSide: new ScriptedBank().layer }

      const error = yield* Effect.flip(Effect.scoped(Layer.build(embedded(parts))))

      assert.strictEqual(error._tag, "VaultSealed")
    }).pipe(Effect.provide(TestDatabase.layerEmpty))
  )
})
