/** The whole service on a free port and a database of its own; only the bank's side is in memory. */
import { Failpoints, type FailpointsShape } from "@counterfoil/core"
import { PasswordHashCost } from "@counterfoil/server"
import { TestDatabase } from "@counterfoil/testing"
import { Context, Duration, Effect, Exit, Layer, Logger, Option, Redacted, Schema, Scope } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { Counterfoil, type CounterfoilConfig, defaultConfig } from "../../../src/index.ts"
import { Listener } from "./Listener.ts"
import { ScriptedBank } from "./ScriptedBank.ts"
import { Shop } from "./Shop.ts"
import { patience } from "./Watchers.ts"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined when the body is empty. */
  readonly json: unknown
}

export interface Call {
  readonly method?: string
  readonly token?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: string
}

export interface Person {
  readonly id: string
  readonly email: string
  readonly token: string
}

export const password = "correct horse"
export const signingKey = "a signing key of more than thirty-two bytes"

/** Everybody in these tests has the same password: guessing it may be cheap. */
const cheapHashes = Layer.succeed(PasswordHashCost, { memoryCost: 8, timeCost: 1 })

/** Limits far away, unless a test is about them; codes are limited per account, so their limits stay. */
const limits = { ...defaultConfig.limits, authRequestsPerMinute: 100_000, authFailuresPerQuarterHour: 100_000 }

const configOf = (databaseUrl: Redacted.Redacted<string>, given: Partial<CounterfoilConfig>): CounterfoilConfig => ({
  ...defaultConfig,
  port: 0,
  databaseUrl: Option.some(databaseUrl),
  secrets: Option.some({
    jwtSigningKey: Redacted.make(signingKey),
    keyEncryptionKey: Redacted.make("a key-encryption key of more than thirty-two bytes"),
    apiKeyPepper: Redacted.make("a pepper of more than thirty-two bytes")
  }),
  egressAllow: ["127.0.0.0/8"],
  limits,
  quotas: { ...defaultConfig.quotas, changesPerMinute: 100_000 },
  policy: { ...defaultConfig.policy, assistedHours: { from: "00:00", to: "00:00" } },
  shutdownGrace: Duration.millis(200),
  ...given
})

/** The value of a field in an answer's body. */
export const field = (json: unknown, name: string): string => String(Object(json)[name])

export interface Service {
  readonly url: string
  readonly bank: ScriptedBank
  readonly shop: Shop
  readonly logs: ReadonlyArray<string>
  /** The id of the bank "demo", which has an active script. */
  readonly bankId: string
  readonly operator: Person
  readonly call: (path: string, call?: Call) => Promise<Answer>
  /** A new user, logged in. */
  readonly person: (mode?: "reconcile" | "passthrough") => Promise<Person>
  /** A new account of the person; with settings, its first scrape begins at once. */
  readonly account: (person: Person, settings?: object, bankId?: string) => Promise<string>
  /** A realtime stream of the person. */
  readonly listen: (person: Person) => Promise<Listener>
  /** The rows of a statement that the test itself asks of the database, over a connection of its own. */
  readonly rows: (statement: string) => Promise<ReadonlyArray<Row>>
  /** What it was started with; its database is at the `databaseUrl`. */
  readonly config: CounterfoilConfig
  readonly stop: () => Promise<void>
}

export type Row = Readonly<Record<string, unknown>>
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))

/** What a test puts around the service. */
export interface Surroundings {
  /** Happens at the failpoints. (Default: nothing) */
  readonly reach?: FailpointsShape["reach"]
  /** Where the service finds the database of this address. (Default: there) */
  readonly through?: (url: string) => Promise<string>
  /** What becomes of the bank's side. (Default: it stays as it is) */
  readonly bankSide?: (usual: ScriptedBank["layer"]) => ScriptedBank["layer"]
}

/** Builds the service and its database, and answers where it listens. */
const start = async (
  scope: Scope.Scope,
  bank: ScriptedBank,
  logs: Array<string>,
  given: Partial<CounterfoilConfig>,
  { bankSide = (usual) => usual, reach = () => Effect.void, through = (url) => Promise.resolve(url) }: Surroundings
) => {
  const record = Logger.map(Logger.formatJson, (line) => void logs.push(line))
  const database = await Effect.runPromise(Layer.buildWithScope(TestDatabase.layer, scope))
  const databaseUrl = Redacted.make(await through(Redacted.value(Context.get(database, TestDatabase).url)))
  const config = configOf(databaseUrl, given)
  const service = Counterfoil.layerWith(config, { bankSide: bankSide(bank.layer) }).pipe(
    Layer.provideMerge(Logger.layer([record])),
    Layer.provide(Layer.merge(Layer.succeed(Failpoints, { reach }), cheapHashes))
  )
  const url = await Effect.runPromise(
    Layer.buildWithScope(service, scope).pipe(
      Effect.flatMap((context) => Effect.provideContext(HttpServer.addressFormattedWith(Effect.succeed), context))
    )
  )
  const rows = (statement: string) =>
    Effect.runPromise(Effect.flatMap(Context.get(database, SqlClient.SqlClient).unsafe(statement), decodeRows))
  return { url, rows, config }
}

export const callerOf =
  (url: string) =>
  async (path: string, { body, headers, json, key, method, token }: Call = {}): Promise<Answer> => {
    const sent = body ?? (json === undefined ? undefined : JSON.stringify(json))
    const response = await fetch(`${url}${path}`, {
      method: method ?? (sent === undefined ? "GET" : "POST"),
      signal: AbortSignal.timeout(patience),
      headers: {
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "x-api-key": key }),
        ...headers
      },
      ...(sent === undefined ? {} : { body: sent })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
    const parsed: unknown = isJson && text !== "" ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, json: parsed }
  }

/** Fails with what came instead: a broken preparation must not look like a broken contract. */
export const must = (answer: Answer, status: number): Answer => {
  if (answer.status !== status) throw new Error(`${status} expected, but ${answer.status}: ${answer.text}`)
  return answer
}

export const startService = async (
  given: Partial<CounterfoilConfig> = {},
  around: Surroundings = {}
): Promise<Service> => {
  const scope = Effect.runSync(Scope.make())
  const bank = new ScriptedBank()
  const shop = await Shop.open()
  const logs: Array<string> = []
  const { config, rows, url } = await start(scope, bank, logs, given, around)
  const call = callerOf(url)
  const listeners: Array<Listener> = []
  let people = 0

  const person: Service["person"] = async (mode) => {
    const email = `person-${++people}@example.com`
    const { json: registered } = must(await call("/auth/register", { json: { email, password } }), 201)
    const { json: loggedIn } = must(await call("/auth/login", { json: { email, password } }), 200)
    const one = { id: field(registered, "id"), email, token: field(loggedIn, "token") }
    if (mode !== undefined) {
      must(await call("/me/operation-mode", { method: "PUT", token: one.token, json: { mode } }), 200)
    }
    return one
  }

  const operator = await person()
  const bankId = await addBank(call, operator, "demo")

  return {
    url,
    config,
    bank,
    shop,
    logs,
    bankId,
    operator,
    call,
    rows,
    person,
    account: async ({ token }, settings, ofBank = bankId) => {
      const created = await call("/accounts", { token, json: { bankId: ofBank, name: "Main" } })
      const id = field(must(created, 201).json, "id")
      if (settings !== undefined) {
        must(await call(`/accounts/${id}/config`, { method: "PUT", token, json: settings }), 200)
      }
      return id
    },
    listen: async ({ token }) => {
      const { json } = must(await call("/realtime/ticket", { method: "POST", token }), 200)
      const listener = await Listener.open(url, field(json, "ticket"), () => logs.slice(-100).join("\n"))
      listeners.push(listener)
      return listener
    },
    stop: async () => {
      for (const listener of listeners) listener.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await shop.close()
    }
  }
}

const manifestOf = (bank: string, version: string) => ({
  bank,
  version,
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "UTC",
  dates: "dmy",
  sessionTypes: ["one-shot", "persistent"],
  uniqueIds: true,
  phases: ["resume", "login", "extract", "logout"]
})

export const publicationOf = (bank: string, version: string, more: object = {}) => {
  const manifest = { ...manifestOf(bank, version), ...more }
  return { version, flow_type: "extract_transactions", manifest, bundle: JSON.stringify(manifest) }
}

/** A bank of the person with version 1.0.0 of its script active. */
export const addBank = async (
  call: Service["call"],
  { token }: Person,
  code: string,
  manifest: object = {}
): Promise<string> => {
  const json = { code, name: `Bank ${code}`, loginUrl: "https://bank.test/login" }
  const bankId = field(must(await call("/banks", { token, json }), 201).json, "id")
  const published = await call(`/banks/${bankId}/scripts`, { token, json: publicationOf(code, "1.0.0", manifest) })
  const scriptId = field(must(published, 201).json, "id")
  must(await call(`/scripts/${scriptId}/promote`, { method: "POST", token }), 200)
  return bankId
}
