/**
 * The whole service on a real Postgres, in this process; only the bank's side is in memory (`ScriptedBank`): what is measured
 * is who has to wait for whom, not Chromium.
 */
import { Failpoints, type FailpointsShape } from "@counterfoil/core"
import { Counterfoil, type CounterfoilConfig, defaultConfig } from "@counterfoil/runtime"
import { Deferred, Duration, Effect, Exit, Layer, Logger, Option, Redacted, Scope } from "effect"
import { HttpServer } from "effect/http"
import { publicationOf } from "../../packages/runtime/test/contract/support/Service.ts"
import { ScriptedBank } from "../../packages/runtime/test/contract/support/ScriptedBank.ts"
import { type BenchPostgres, startPostgres } from "../lib/postgres.ts"

const secret = (of: string) => Redacted.make(`a ${of} of a benchmark that is long enough`)
const far = 1_000_000

const configOf = (databaseUrl: string): CounterfoilConfig => ({
  ...defaultConfig,
  port: 0,
  databaseUrl: Option.some(Redacted.make(databaseUrl)),
  secrets: Option.some({
    jwtSigningKey: secret("signing key"),
    keyEncryptionKey: secret("key-encryption key"),
    apiKeyPepper: secret("pepper")
  }),
  egressAllow: ["127.0.0.0/8"],
  limits: { ...defaultConfig.limits, authRequestsPerMinute: far, authFailuresPerQuarterHour: far },
  quotas: { ...defaultConfig.quotas, changesPerMinute: far },
  policy: { ...defaultConfig.policy, scrapeInterval: Duration.seconds(10) },
  shutdownGrace: Duration.seconds(1)
})

export interface User {
  readonly id: string
  readonly token: string
}

type Call = (path: string, token?: string, json?: unknown, method?: string) => Promise<unknown>

/** Of an answer that is known to have it. */
const field = (json: unknown, name: string): string => String(Object(json)[name])

const password = "a long enough password"

const caller =
  (url: string): Call =>
  async (path, token, json, method = json === undefined ? "GET" : "POST") => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` })
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`)
    const answer: unknown = text === "" ? undefined : JSON.parse(text)
    return answer
  }

export class World {
  readonly bank = new ScriptedBank()
  readonly #postgres: BenchPostgres
  readonly #scope: Scope.Closeable
  readonly #call: Call
  /** What the greedy user's reads wait for. */
  #release = Deferred.makeUnsafe<void>()

  private constructor(postgres: BenchPostgres, scope: Scope.Closeable, start: (bank: ScriptedBank) => Promise<string>) {
    this.#postgres = postgres
    this.#scope = scope
    const url = start(this.bank)
    this.#call = async (...request) => caller(await url)(...request)
  }

  /** `reach` happens at the failpoints. */
  static async open(reach: FailpointsShape["reach"] = () => Effect.void): Promise<World> {
    const postgres = await startPostgres()
    const scope = Effect.runSync(Scope.make())
    const start = (bank: ScriptedBank) =>
      Effect.runPromise(
        Layer.buildWithScope(
          Counterfoil.layerWith(configOf(postgres.url), { bankSide: bank.layer }).pipe(
            Layer.provideMerge(Logger.layer([])),
            Layer.provide(Layer.succeed(Failpoints, { reach }))
          ),
          scope
        ).pipe(
          Effect.flatMap((context) => Effect.provideContext(HttpServer.addressFormattedWith(Effect.succeed), context))
        )
      )
    return new World(postgres, scope, start)
  }

  async close(): Promise<void> {
    await Effect.runPromise(Scope.close(this.#scope, Exit.void))
    await this.#postgres.stop()
  }

  async user(name: string): Promise<User> {
    const email = `${name}@bench.example`
    const registered = await this.#call("/auth/register", undefined, { email, password })
    const token = field(await this.#call("/auth/login", undefined, { email, password }), "token")
    await this.#call("/me/operation-mode", token, { mode: "passthrough" }, "PUT")
    return { id: field(registered, "id"), token }
  }

  /** A bank of the user's, with an active script. */
  async addBank({ token }: User, code: string): Promise<string> {
    const loginUrl = "https://bank.test/login"
    const bankId = field(await this.#call("/banks", token, { code, name: code, loginUrl }), "id")
    const script = await this.#call(`/banks/${bankId}/scripts`, token, publicationOf(code, "1.0.0"))
    await this.#call(`/scripts/${field(script, "id")}/promote`, token, {})
    return bankId
  }

  /** An account whose reads take so long, or, without a time, until `release`. */
  async account(
    { token }: User,
    bankId: string,
    name: string,
    reads: Duration.Duration | "until released" = Duration.zero
  ): Promise<string> {
    const readTakes = () =>
      reads === "until released"
        ? Effect.asVoid(Effect.timeoutOption(Deferred.await(this.#release), Duration.seconds(30)))
        : Effect.sleep(reads)
    this.bank.customer(name, { readTakes })
    const id = field(await this.#call("/accounts", token, { bankId, name }), "id")
    const settings = { webhook_url: "http://127.0.0.1:9/hook", bank_username: name, bank_password: "bank-secret" }
    await this.#call(`/accounts/${id}/config`, token, settings, "PUT")
    return id
  }

  scrape({ token }: User, accountId: string): Promise<unknown> {
    return this.#call(`/accounts/${accountId}/scrape`, token, {})
  }

  poll({ token }: User, accountId: string): Promise<unknown> {
    return this.#call(`/conciliation/poll/${accountId}`, token, {})
  }

  query(text: string, values: ReadonlyArray<unknown> = []): Promise<ReadonlyArray<unknown>> {
    return this.#postgres.query(text, values)
  }

  /** All reads that wait for it go on, and further ones wait anew. */
  release(): void {
    const before = this.#release
    this.#release = Deferred.makeUnsafe()
    Deferred.doneUnsafe(before, Effect.void)
  }
}
