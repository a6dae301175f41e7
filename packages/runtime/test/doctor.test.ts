/** Each bad state that `counterfoil doctor` must name, before the server's start does. */
import { TestDatabase } from "@counterfoil/testing"
import { afterAll, afterEach, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { LeastFreeBytes } from "../src/diskSpace.ts"
import { examine, type Finding } from "../src/index.ts"

const folder = mkdtempSync(join(tmpdir(), "counterfoil-doctor-"))
const scope = Effect.runSync(Scope.make())
let taken: Server
let port = 0
let readOnly = ""
let ofAscii = ""

const databaseOfLocaleC = Effect.gen(function* () {
  const context = yield* Layer.build(Layer.fresh(TestDatabase.layerEmpty))
  const sql = Context.get(context, SqlClient.SqlClient)
  const url = new URL(Redacted.value(Context.get(context, TestDatabase).url))
  url.pathname += "_c"
  const name = url.pathname.slice(1)
  const kind = "encoding 'UTF8' locale_provider libc locale 'C' template template0"
  yield* Effect.acquireRelease(sql.unsafe(`create database ${name} ${kind}`).unprepared, () =>
    Effect.orDie(sql.unsafe(`drop database ${name} with (force)`).unprepared)
  )
  return url.href
}).pipe(Scope.provide(scope))

beforeAll(async () => {
  writeFileSync(join(folder, "file"), "no folder")
  writeFileSync(join(folder, "no.pem"), "no certificate")
  taken = createServer((socket) => void socket.destroy()).listen(0, "127.0.0.1")
  await new Promise((resolve) => taken.once("listening", resolve))
  const address = taken.address()
  port = typeof address === "object" && address !== null ? address.port : 0
  const database = await Effect.runPromise(Layer.buildWithScope(TestDatabase.layer, scope))
  readOnly = Redacted.value(Context.get(database, TestDatabase).url)
  const name = new URL(readOnly).pathname.slice(1)
  await Effect.runPromise(
    Effect.gen(function* () {
      const sql = Context.get(database, SqlClient.SqlClient)
      const id = "01a20000-0000-7000-8000-000000000001"
      yield* sql`insert into users (id, email, email_key, password_hash, created_at)
        values (${id}, 'ana@example.com', 'ana@example.com', '', now())`
      yield* sql`insert into api_keys (id, user_id, name, prefix, key_hash, scopes, created_at)
        values (${id}, ${id}, 'shop', 'cf_12345', '', '{status:read}', now())`
      yield* sql`insert into user_keys (user_id, key_id, wrapped) values (${id}, 'of-before', '')`
      yield* sql`insert into server_marks (name, mark) values ('API_KEY_PEPPER', 'of another pepper')`
      yield* sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`)
      yield* sql.unsafe(`alter database "${name}" connection limit 17`)
    })
  )
  ofAscii = await Effect.runPromise(databaseOfLocaleC)
})
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await new Promise((resolve) => taken.close(resolve))
  rmSync(folder, { recursive: true })
})

afterEach(() => void vi.unstubAllEnvs())

const secrets = {
  JWT_SIGNING_KEY: "j".repeat(32),
  KEY_ENCRYPTION_KEY: "k".repeat(32),
  API_KEY_PEPPER: "p".repeat(32)
}

const key = "s".repeat(32)

const homeWith = (name: string, text: string, mode: number): Environment => {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, "secrets.json"), text, { mode })
  return { COUNTERFOIL_HOME: join(folder, name) }
}

type Environment = Readonly<Record<string, string>>

/** No browser is started but where that is the matter: it takes its time. */
const usual = { PORT: "0", COUNTERFOIL_HOME: join(folder, "home"), CHROMIUM_PATH: "/nowhere/chromium" }

const found = (env: Environment, least?: number): Promise<ReadonlyArray<Finding>> =>
  examine.pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { ...usual, ...env } })),
    least === undefined ? (effect) => effect : Effect.provideService(LeastFreeBytes, least),
    Effect.runPromise
  )

interface BadState {
  readonly state: string
  readonly env?: () => Environment
  /** So many bytes must be free. */
  readonly least?: number
  readonly subject: string
  readonly verdict?: Finding["verdict"]
  readonly sentence: RegExp
}

const badStates: ReadonlyArray<BadState> = [
  {
    state: "a busy port",
    env: () => ({ PORT: String(port) }),
    subject: "port",
    sentence: /^PORT \d+ on 127\.0\.0\.1 can't be .*another program has it/
  },
  {
    state: "a busy metrics port",
    env: () => ({ METRICS_PORT: String(port) }),
    subject: "port",
    sentence: /^METRICS_PORT \d+ .*another program has it/
  },
  {
    state: "an address of another machine",
    env: () => ({ HOST: "192.0.2.1", PORT: "8099" }),
    subject: "port",
    sentence: /no address of this machine/
  },
  {
    state: "a missing CA file",
    env: () => ({ EXTRA_CA_CERTS: "/nowhere/ca.pem" }),
    subject: "certificates",
    sentence: /^\/nowhere\/ca\.pem can't be used/
  },
  {
    state: "a CA file without a certificate",
    env: () => ({ EXTRA_CA_CERTS: join(folder, "no.pem") }),
    subject: "certificates",
    sentence: /no certificate/
  },
  {
    state: "a home that is no folder",
    env: () => ({ COUNTERFOIL_HOME: join(folder, "file") }),
    subject: "home",
    sentence: /it is not a folder/
  },
  { state: "no browser", env: () => ({}), subject: "browser", sentence: /\/nowhere\/chromium/ },
  {
    state: "a database that isn't there",
    env: () => ({ ...secrets, DATABASE_URL: "postgres://a:hunter2@127.0.0.1:1/x" }),
    subject: "database",
    sentence: /^no connection to the database 127\.0\.0\.1:1\/x/
  },
  {
    state: "a database's address that is none",
    env: () => ({ ...secrets, DATABASE_URL: "mysql://db/x" }),
    subject: "database",
    sentence: /not a Postgres URL/
  },
  {
    state: "a read-only database",
    env: () => ({ ...secrets, DATABASE_URL: readOnly }),
    subject: "database",
    sentence: /^the database is read-only/
  },
  {
    state: "missing secrets",
    env: () => ({ API_KEY_PEPPER: secrets.API_KEY_PEPPER }),
    subject: "configuration",
    sentence: /^JWT_SIGNING_KEY and KEY_ENCRYPTION_KEY are missing/
  },
  {
    state: "a secret that is too short",
    env: () => ({ ...secrets, JWT_SIGNING_KEY: "short" }),
    subject: "configuration",
    sentence: /^JWT_SIGNING_KEY is too short/
  },
  {
    state: "a secret's file that isn't there",
    env: () => ({ ...secrets, METRICS_TOKEN_FILE: "/nowhere/token" }),
    subject: "configuration",
    sentence: /^METRICS_TOKEN_FILE names \/nowhere\/token/
  },
  {
    state: "a setting of a wrong form",
    env: () => ({ SCRAPE_INTERVAL: "soon" }),
    subject: "configuration",
    sentence: /^SCRAPE_INTERVAL is "soon": it must be/
  },
  {
    state: "nodes without a database for all",
    env: () => ({ ...secrets, CLUSTER: "socket" }),
    subject: "configuration",
    sentence: /^CLUSTER=socket needs DATABASE_URL/
  },
  {
    state: "a pepper that the API keys were not made with",
    env: () => ({ ...secrets, DATABASE_URL: readOnly }),
    subject: "secrets",
    sentence: /^API_KEY_PEPPER is another than the one that the API key of this database was made with/
  },
  {
    state: "a key that what is stored was not sealed with",
    env: () => ({ ...secrets, DATABASE_URL: readOnly }),
    subject: "secrets",
    sentence: /another key than the one given \(its id is of-before\): add that key to KEY_ENCRYPTION_KEY/
  },
  {
    state: "a used home whose secrets are gone",
    env: () => {
      mkdirSync(join(folder, "bare", "postgres", "data"), { recursive: true })
      return { COUNTERFOIL_HOME: join(folder, "bare") }
    },
    subject: "secrets",
    sentence: /bare\/secrets\.json is missing, and stored .*: restore it from your copy/
  },
  {
    state: "a home whose secrets are cut short",
    env: () => homeWith("cut", '{"jwtSigningKey":', 0o600),
    subject: "secrets",
    sentence: /cut\/secrets\.json is not what counterfoil wrote: restore it from your copy/
  },
  {
    state: "a home whose secrets anybody reads",
    env: () =>
      homeWith("open", JSON.stringify({ jwtSigningKey: key, keyEncryptionKey: key, apiKeyPepper: key }), 0o644),
    subject: "secrets",
    verdict: "note",
    sentence: /open\/secrets\.json is open to others of this machine: chmod 600 /
  },
  {
    state: "a full disk",
    least: Number.MAX_SAFE_INTEGER,
    subject: "disk",
    sentence: /^the disk of .* is full \(\d+ MiB free/
  },
  {
    state: "a database with too few connections",
    env: () => ({ DATABASE_URL: readOnly, ...secrets }),
    subject: "database",
    verdict: "note",
    sentence: /^it takes 17 connections of this user, and a node uses up to 18/
  },
  {
    state: "a database whose locale is C",
    env: () => ({ ...secrets, DATABASE_URL: ofAscii }),
    subject: "database",
    verdict: "note",
    sentence: /^its locale knows no letters but ASCII's: the search finds no Cyrillic or Greek names/
  },
  {
    state: "a folder for temporary files that is none",
    env: () => {
      vi.stubEnv("TMPDIR", join(folder, "file"))
      return {}
    },
    subject: "disk",
    sentence: /file, where browser and bank scripts write, can't be used \(it is not a folder\).* TMPDIR/
  },
  {
    state: "a mistyped variable",
    env: () => {
      vi.stubEnv("SCRAPE_INTERVALL", "1 minute")
      return {}
    },
    subject: "configuration",
    verdict: "note",
    sentence: /^SCRAPE_INTERVALL is not a setting: did you mean SCRAPE_INTERVAL\?/
  }
]

describe("the doctor names", () => {
  it.each(badStates)("$state", async ({ env = () => ({}), least, sentence, subject, verdict = "fault" }) => {
    const findings = await found(env(), least)
    assert.isTrue(
      findings.some((one) => one.verdict === verdict && one.subject === subject && sentence.test(one.sentence)),
      JSON.stringify(findings, null, 1)
    )
    assert.notInclude(JSON.stringify(findings), "hunter2")
  })

  it("nothing of that where all is well", async () => {
    const findings = await found({})
    const faults = findings.filter(({ verdict }) => verdict === "fault")
    assert.deepStrictEqual(
      faults.map(({ subject }) => subject),
      ["browser"],
      JSON.stringify(faults)
    )
  })

  it("no port that a server of ours has", async () => {
    const server = createHttpServer((_, response) => void response.end('counterfoil_build_info{version="1"} 1'))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const metricsPort = String(typeof address === "object" && address !== null ? address.port : 0)
    const findings = await found({ METRICS_PORT: metricsPort })
    assert.deepStrictEqual(
      findings.filter(({ subject }) => subject === "port").map(({ sentence }) => sentence),
      [`a counterfoil answers at ${metricsPort} on 127.0.0.1 (METRICS_PORT)`]
    )
    await new Promise((resolve) => server.close(resolve))
  })
})
