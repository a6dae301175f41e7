/** Each bad state that `counterfoil doctor` must name, before the server's start does. */
import { TestDatabase } from "@counterfoil/testing"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Exit, Layer, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { LeastFreeBytes } from "../src/diskSpace.ts"
import { judgePostgres } from "../src/examineDatabase.ts"
import { examine, type Finding, misspelledSettings } from "../src/index.ts"

const folder = mkdtempSync(join(tmpdir(), "counterfoil-doctor-"))
const scope = Effect.runSync(Scope.make())
let taken: Server
let port = 0
let readOnly = ""
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
      yield* sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`)
    })
  )
})
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await new Promise((resolve) => taken.close(resolve))
  rmSync(folder, { recursive: true })
})

const secrets = {
  JWT_SIGNING_KEY: "j".repeat(32),
  KEY_ENCRYPTION_KEY: "k".repeat(32),
  API_KEY_PEPPER: "p".repeat(32)
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

const badStates: ReadonlyArray<readonly [string, () => Environment, string, RegExp]> = [
  [
    "a busy port",
    () => ({ PORT: String(port) }),
    "port",
    /^PORT \d+ on 127\.0\.0\.1 can't be .*another program has it/
  ],
  ["a busy metrics port", () => ({ METRICS_PORT: String(port) }), "port", /^METRICS_PORT \d+ .*another program has it/],
  ["an address of another machine", () => ({ HOST: "192.0.2.1", PORT: "8099" }), "port", /no address of this machine/],
  [
    "a missing CA file",
    () => ({ EXTRA_CA_CERTS: "/nowhere/ca.pem" }),
    "certificates",
    /^\/nowhere\/ca\.pem can't be used/
  ],
  [
    "a CA file without a certificate",
    () => ({ EXTRA_CA_CERTS: join(folder, "no.pem") }),
    "certificates",
    /no certificate/
  ],
  ["a home that is no folder", () => ({ COUNTERFOIL_HOME: join(folder, "file") }), "home", /it is not a folder/],
  ["no browser", () => ({}), "browser", /\/nowhere\/chromium/],
  [
    "a database that isn't there",
    () => ({ ...secrets, DATABASE_URL: "postgres://a:hunter2@127.0.0.1:1/x" }),
    "database",
    /^no connection to the database 127\.0\.0\.1:1\/x/
  ],
  [
    "a database's address that is none",
    () => ({ ...secrets, DATABASE_URL: "mysql://db/x" }),
    "database",
    /not a Postgres URL/
  ],
  ["a read-only database", () => ({ ...secrets, DATABASE_URL: readOnly }), "database", /^the database is read-only/],
  [
    "missing secrets",
    () => ({ API_KEY_PEPPER: secrets.API_KEY_PEPPER }),
    "configuration",
    /^JWT_SIGNING_KEY and KEY_ENCRYPTION_KEY are missing/
  ],
  [
    "a secret that is too short",
    () => ({ ...secrets, JWT_SIGNING_KEY: "short" }),
    "configuration",
    /^JWT_SIGNING_KEY is too short/
  ],
  [
    "a secret's file that isn't there",
    () => ({ ...secrets, METRICS_TOKEN_FILE: "/nowhere/token" }),
    "configuration",
    /^METRICS_TOKEN_FILE names \/nowhere\/token/
  ],
  [
    "a setting of a wrong form",
    () => ({ SCRAPE_INTERVAL: "soon" }),
    "configuration",
    /^SCRAPE_INTERVAL is "soon": it must be/
  ],
  [
    "nodes without a database for all",
    () => ({ ...secrets, CLUSTER: "socket" }),
    "configuration",
    /^CLUSTER=socket needs DATABASE_URL/
  ]
]

describe("the doctor names", () => {
  it.each(badStates)(
    "%s",
    async (_, env, subject, sentence) => {
      const findings = await found(env())
      const faults = findings.filter(({ verdict }) => verdict === "fault")
      assert.isTrue(
        faults.some((fault) => fault.subject === subject && sentence.test(fault.sentence)),
        JSON.stringify(findings, null, 1)
      )
      assert.notInclude(JSON.stringify(findings), "hunter2")
    },
    60_000
  )

  it("a full disk", async () => {
    const findings = await found({}, Number.MAX_SAFE_INTEGER)
    assert.match(
      findings.find(({ subject }) => subject === "disk")?.sentence ?? "",
      /^the disk of .* is full \(\d+ MiB free/
    )
  }, 60_000)

  it("an old Postgres", () => {
    assert.deepStrictEqual(
      ["9.6.24", "15.8", "16.14", "18.4 (Debian 18.4-1)"].map((version) => judgePostgres(version).verdict),
      ["fault", "fault", "ok", "ok"]
    )
  })

  it("a mistyped variable", () => {
    assert.deepStrictEqual(Effect.runSync(misspelledSettings({ SCRAPE_INTERVALL: "1 minute" })), [
      "SCRAPE_INTERVALL is not a setting: did you mean SCRAPE_INTERVAL?"
    ])
  })

  it("nothing of that where all is well", async () => {
    const findings = await found({})
    const faults = findings.filter(({ verdict }) => verdict === "fault")
    assert.deepStrictEqual(
      faults.map(({ subject }) => subject),
      ["browser"],
      JSON.stringify(faults)
    )
  }, 60_000)
})
