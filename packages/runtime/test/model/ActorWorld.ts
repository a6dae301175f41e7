/**
 * One account in the service on a real Postgres, without HTTP and with the bank's side in memory; the service can be stopped, or ended
 * as a kill ends it: first the database is out of its reach, then it stops.
 */
import { AccountCommands, Accounts, Banks, ScriptRegistry, type SettingsInput, Users } from "@counterfoil/core"
import { settingDefaults } from "@counterfoil/domain"
import { TestDatabase } from "@counterfoil/testing"
import { UwsHttpServer } from "@counterfoil/uws"
import { Context, Duration, Effect, Exit, Layer, Logger, Option, Redacted, Schema, Scope, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { connect, createServer, type Server, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { type CounterfoilConfig, defaultConfig } from "../../src/config/CounterfoilConfig.ts"
import { database } from "../../src/database.ts"
import { services } from "../../src/services.ts"
import { publicationOf } from "../contract/support/Service.ts"
import { ScriptedBank } from "../contract/support/ScriptedBank.ts"

type Needed = AccountCommands | Accounts | Banks | ScriptRegistry | Users

/** The realtime streams' side; nobody connects. */
const sockets = ({ host, port, shutdownGrace }: CounterfoilConfig) =>
  Layer.effectContext(UwsHttpServer.make({ host, port, maxBodyBytes: 1_000, trustedProxies: [], shutdownGrace }))

/** Milliseconds; what takes longer never comes. */
const patience = 120_000

/** A way to the database that can be cut. */
class Cable {
  readonly #sockets = new Set<Socket>()
  readonly #server: Server

  constructor(port: number) {
    this.#server = createServer((client) => {
      const upstream = connect(port, "127.0.0.1")
      const end = () => {
        client.destroy()
        upstream.destroy()
      }
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket)
        socket.on("error", end).on("close", end)
      }
      client.pipe(upstream)
      upstream.pipe(client)
    })
  }

  open(): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(0, "127.0.0.1", () => {
        const address = this.#server.address()
        resolve(typeof address === "object" && address !== null ? address.port : 0)
      })
    })
  }

  cut(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}

const secrets = {
  jwtSigningKey: Redacted.make("a signing key of more than thirty-two bytes"),
  keyEncryptionKey: Redacted.make("a key-encryption key of more than thirty-two bytes"),
  apiKeyPepper: Redacted.make("a pepper of more than thirty-two bytes")
}

const configOf = (databaseUrl: string): CounterfoilConfig => ({
  ...defaultConfig,
  port: 0,
  databaseUrl: Option.some(Redacted.make(databaseUrl)),
  secrets: Option.some(secrets),
  egressAllow: ["127.0.0.0/8"],
  // Nothing runs by itself while a test looks: time passes when a command says so.
  policy: {
    ...defaultConfig.policy,
    scrapeInterval: Duration.hours(5),
    monitorInterval: Duration.hours(5),
    loginRest: Duration.days(1),
    ordersInterval: Duration.hours(5),
    // How many cycles a kill finds under way depends on the moment; an account that is held back for them has tests of its own.
    lostCyclesTolerated: 1_000_000,
    assistedHours: { from: "00:00", to: "00:00" }
  },
  shutdownGrace: Duration.millis(100)
})

const settingsOf = (username: string, password: string, sessionType: "one-shot" | "persistent"): SettingsInput => ({
  ...Struct.omit(settingDefaults, ["bankUsername", "bankAccount"]),
  // Nobody listens there.
  pendingOrdersEndpoint: "http://127.0.0.1:9/orders",
  webhookUrl: "http://127.0.0.1:9/hook",
  sessionType,
  loginMode: "assisted",
  bankUsername: Redacted.make(username),
  bankPassword: Redacted.make(password)
})

const Counts = Schema.Struct({
  open_sessions: Schema.Int,
  pending: Schema.Int,
  logins: Schema.Int,
  reads: Schema.Int,
  login_failed: Schema.Int,
  scrape_failed: Schema.Int,
  started: Schema.Int,
  stopped: Schema.Int,
  blocked: Schema.NullOr(Schema.String),
  due: Schema.Boolean,
  done: Schema.Int,
  failed: Schema.Int,
  skipped: Schema.Int,
  waiting: Schema.Int
})
const decodeCounts = Schema.decodeUnknownSync(Schema.Tuple([Counts]))

export interface Running {
  readonly context: Context.Context<Needed>
  readonly scope: Scope.Closeable
  readonly cable: Cable
}

export class ActorWorld {
  readonly bank = new ScriptedBank()
  readonly #database: Context.Context<TestDatabase | SqlClient.SqlClient>
  readonly #scope: Scope.Closeable
  #running: Running | undefined
  #people = 0
  userId = ""
  bankId = ""

  private constructor(database: Context.Context<TestDatabase | SqlClient.SqlClient>, scope: Scope.Closeable) {
    this.#database = database
    this.#scope = scope
  }

  static async open(): Promise<ActorWorld> {
    const scope = Effect.runSync(Scope.make())
    const world = new ActorWorld(await Effect.runPromise(Layer.buildWithScope(TestDatabase.layer, scope)), scope)
    await world.start()
    await world.run(world.#populate())
    return world
  }

  async close(): Promise<void> {
    await this.stop()
    await Effect.runPromise(Scope.close(this.#scope, Exit.void))
  }

  async start(): Promise<void> {
    const url = new URL(Redacted.value(Context.get(this.#database, TestDatabase).url))
    const cable = new Cable(Number(url.port))
    url.port = String(await cable.open())
    const scope = Effect.runSync(Scope.make())
    const config = configOf(url.href)
    const service = services(config, secrets, [], this.bank.layer).pipe(
      Layer.provideMerge(database(config)),
      Layer.provide(sockets(config)),
      Layer.provideMerge(Logger.layer([]))
    )
    this.#running = { context: await Effect.runPromise(Layer.buildWithScope(service, scope)), scope, cable }
  }

  /** As SIGTERM does. */
  async stop(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    if (running === undefined) return
    await Effect.runPromise(Scope.close(running.scope, Exit.void))
    running.cable.cut()
  }

  /** As kill -9 does: nothing more reaches the database. */
  async crash(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    if (running === undefined) return
    running.cable.cut()
    await Effect.runPromise(Effect.exit(Scope.close(running.scope, Exit.void)))
  }

  run<A, E>(effect: Effect.Effect<A, E, Needed>): Promise<A> {
    if (this.#running === undefined) throw new Error("the service does not run")
    return Effect.runPromise(Effect.provideContext(effect, this.#running.context))
  }

  query(text: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<unknown>> {
    const sql = Context.get(this.#database, SqlClient.SqlClient)
    return Effect.runPromise(sql.unsafe(text, values))
  }

  #populate() {
    const setIds = (userId: string, bankId: string) => {
      this.userId = userId
      this.bankId = bankId
    }
    return Effect.gen(function* () {
      const users = yield* Users
      const scripts = yield* ScriptRegistry
      const user = yield* users.register({ email: "one@shop.test", password: Redacted.make("a long password") })
      const bank = yield* (yield* Banks).create(user.id, {
        code: "demo",
        name: "Demo",
        loginUrl: "https://bank.test/login"
      })
      const { bundle, manifest, version } = publicationOf("demo", "1.0.0")
      const script = yield* scripts.publish(user.id, bank.id, {
        version,
        flowType: "extract_transactions",
        manifest,
        bundle
      })
      yield* scripts.promote(user.id, script.id)
      setIds(user.id, bank.id)
    })
  }

  /** A new account, with a customer of its own at the bank; not configured yet. */
  async account(): Promise<{ readonly id: string; readonly customer: ReturnType<ScriptedBank["customer"]> }> {
    this.#people += 1
    const customer = this.bank.customer(`customer-${this.#people}`)
    const { bankId, userId } = this
    const { id } = await this.run(
      Effect.flatMap(Accounts, (accounts) => accounts.create(userId, { bankId, name: "Main" }))
    )
    return { id, customer }
  }

  async save(accountId: string, username: string, password: string, sessionType: "one-shot" | "persistent") {
    const { userId } = this
    await this.run(
      Effect.gen(function* () {
        yield* (yield* Accounts).saveSettings(userId, accountId, settingsOf(username, password, sessionType))
      })
    )
  }

  command<A, E>(use: (commands: AccountCommands["Service"]) => Effect.Effect<A, E>): Promise<A> {
    return this.run(Effect.flatMap(AccountCommands, use))
  }

  /** What can be seen of the account now. */
  async look(accountId: string) {
    const rows = await this.query(
      `select
        (select count(*)::int from bank_sessions where account_id = a.id and ended_at is null) as open_sessions,
        (select count(*)::int from assistance_requests where account_id = a.id and status = 'pending') as pending,
        (select count(*)::int from login_attempts where account_id = a.id) as logins,
        (select count(*)::int from scrapes where account_id = a.id and status = 'ingested') as reads,
        (select count(*)::int from events where account_id = a.id and type = 'login.failed') as login_failed,
        (select count(*)::int from events where account_id = a.id and type = 'scrape.failed') as scrape_failed,
        (select count(*)::int from events where account_id = a.id and type = 'session.started') as started,
        (select count(*)::int from events where account_id = a.id and type = 'session.stopped') as stopped,
        split_part(a.scrape_blocked_reason, ':', 1) as blocked,
        coalesce(a.next_run_at <= now(), true) as due,
        (select count(*)::int from scrape_jobs where account_id = a.id and status = 'done') as done,
        (select count(*)::int from scrape_jobs where account_id = a.id and status = 'failed') as failed,
        (select count(*)::int from scrape_jobs where account_id = a.id and status = 'skipped') as skipped,
        (select count(*)::int from scrape_jobs where account_id = a.id and status in ('queued', 'running')) as waiting
      from accounts a where a.id = $1`,
      [accountId]
    )
    const [counts] = decodeCounts(rows)
    return counts
  }

  /** Fails by its name when it doesn't come. */
  async inTime<A>(name: string, wanted: Promise<A>): Promise<A> {
    let overdue: NodeJS.Timeout | undefined
    const never = new Promise<never>((_, reject) => {
      overdue = setTimeout(() => reject(new Error(`waited for ${name} in vain`)), patience)
    })
    return await Promise.race([wanted, never]).finally(() => clearTimeout(overdue))
  }

  /** Looks until it sees what is wanted; fails with the difference when it doesn't come. */
  async until<A>(look: () => Promise<A>, wanted: (seen: A) => string | undefined): Promise<void> {
    const before = Date.now()
    for (;;) {
      const difference = wanted(await look())
      if (difference === undefined) return
      if (Date.now() - before > patience) throw new Error(difference)
      // Looks without a pause keep a core, and Postgres, from what they wait for.
      await pause(10)
    }
  }
}
