/** What each release has written is there, all of it, under today's program. */
import { migrate } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { Context, Effect, Exit, Layer, Option, Redacted, Schema, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { defaultConfig, restore } from "../src/index.ts"
import { field, must, startService } from "./contract/support/Service.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const recorded = <A>(name: string, schema: Schema.Codec<A>): A =>
  Schema.decodeUnknownSync(schema)(
    JSON.parse(readFileSync(new URL(`../../../tools/releases/${name}.json`, import.meta.url), "utf8"))
  )
const releases = recorded(
  "releases",
  Schema.Array(Schema.Struct({ version: Schema.String, commit: Schema.String, migrations: Schema.Int }))
)
const secretsOfRecords = recorded(
  "secretsOfRecords",
  Schema.Struct({ JWT_SIGNING_KEY: Schema.String, KEY_ENCRYPTION_KEY: Schema.String, API_KEY_PEPPER: Schema.String })
)

const migrations = fileURLToPath(new URL("../../../sql/migrations", import.meta.url))

/** All told by the demo's story, with these. */
const owner = { email: "owner@shop.example", password: "a long enough password" }

const secrets = Option.some({
  jwtSigningKey: Redacted.make(secretsOfRecords.JWT_SIGNING_KEY),
  keyEncryptionKey: Redacted.make(secretsOfRecords.KEY_ENCRYPTION_KEY),
  apiKeyPepper: Redacted.make(secretsOfRecords.API_KEY_PEPPER)
})

const Columns = Schema.Array(Schema.Struct({ table: Schema.String, columns: Schema.Array(Schema.String) }))
const Content = Schema.Array(Schema.Struct({ rows: Schema.Int, content: Schema.NullOr(Schema.String) }))

const emptyDatabase = Effect.gen(function* () {
  const context = yield* Layer.buildWithScope(Layer.fresh(TestDatabase.layerEmpty), scope)
  const sql = Context.get(context, SqlClient.SqlClient)

  /** What a migration itself writes down. */
  const tables = sql`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'counterfoil_migrations'
    group by c.relname order by c.relname`.pipe(Effect.flatMap(Schema.decodeUnknownEffect(Columns)))

  const contentOf = (all: typeof Columns.Type) =>
    Effect.forEach(all, ({ columns, table }) => {
      const row = columns.map((column) => `"${column}"`).join(", ")
      const text = `select count(*)::int as rows, md5(string_agg(line, E'\\n' order by line)) as content
        from (select row(${row})::text as line from "${table}") lines`
      return sql.unsafe(text).pipe(
        Effect.flatMap(Schema.decodeUnknownEffect(Content)),
        Effect.map(([found]) => ({ table, ...found }))
      )
    })

  return { context, url: Context.get(context, TestDatabase).url, tables, contentOf }
})

const listOf = Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))

describe.each(releases)("a database of $version", ({ migrations: newest, version }) => {
  const file = fileURLToPath(new URL(`./fixtures/${version}.backup.gz`, import.meta.url))
  let url: Redacted.Redacted<string>

  it("is brought to today's schema with every row and every value in it", async () => {
    const database = await Effect.runPromise(emptyDatabase)
    url = database.url
    const config = { ...defaultConfig, databaseUrl: Option.some(url), secrets }
    await Effect.runPromise(restore(config, file, { paused: true }))
    const then = await Effect.runPromise(database.tables)
    const before = await Effect.runPromise(database.contentOf(then))
    expect(before.reduce((sum, { rows = 0 }) => sum + rows, 0)).toBeGreaterThan(100)

    const done = await Effect.runPromise(Effect.provide(migrate({ directory: migrations }), database.context))

    expect(done.filter((name) => Number(name.slice(0, 4)) <= newest)).toEqual([])
    expect(await Effect.runPromise(database.contentOf(then))).toEqual(before)
  })

  it.runIf(process.env["VERIFY"] !== undefined)(
    "serves its people as before: passwords, settings and sealed messages can be read",
    async () => {
      const { call, shop, stop } = await startService({ databaseUrl: Option.some(url), secrets })
      const token = field(must(await call("/auth/login", { json: owner }), 200).json, "token")
      const ask = async (path: string) => listOf(must(await call(path, { token }), 200).json)
      const [account] = await ask("/accounts")
      const id = String(account?.["id"])
      const settings = must(await call(`/accounts/${id}/config`, { token }), 200).json
      expect(settings).toMatchObject({
        bank_username: "ana",
        webhook_url: expect.stringMatching(/^http.*\/hooks\/ana$/)
      })
      const orders = await ask("/conciliation")
      expect(orders.filter(({ status }) => status === "matched").length).toBeGreaterThan(0)

      const told = (await ask("/deliveries")).find(({ event }) => event === "matched")
      const moved = { webhook_url: shop.url("/hooks/moved"), pending_orders_endpoint: shop.url("/orders/moved") }
      const login = { bank_username: "ana", bank_password: "bank-secret", session_type: "one-shot" }
      must(await call(`/accounts/${id}/config`, { method: "PUT", token, json: { ...moved, ...login } }), 200)
      must(await call(`/deliveries/${String(told?.["id"])}/replay`, { method: "POST", token }), 202)
      const [again] = await shop.called("/hooks/moved", 1)
      expect(again?.headers["webhook-id"]).toBe(told?.["webhook_id"])
      expect(again?.json).toMatchObject({ status: "matched" })
      await stop()
    }
  )
})
