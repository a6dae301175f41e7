/** examples/shop.py, run as it stands, against what lists orders and signs results. */
import { outboundHttpLayer, OutboundHttp } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { webhookRequest } from "../../src/delivery/webhookRequest.ts"
import { fetchListing, mostListBytes } from "../../src/orders/fetchListing.ts"
import { plainSettings } from "../support/plainSettings.ts"

const program = fileURLToPath(new URL("../../../../examples/shop.py", import.meta.url))
const hasPython = spawnSync("python3", ["-c", "import sqlite3, sys; sys.exit(sys.version_info < (3, 9))"]).status === 0

const secretOf = (letter: string) => Redacted.make(`whsec_${Buffer.from(letter.repeat(24)).toString("base64")}`)
const secret = secretOf("s")
const token = Redacted.make("orders-token")

const startShop = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "counterfoil-shop-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const db = join(folder, "shop.db")
  const settings = {
    PORT: "0",
    SHOP_DB: db,
    WEBHOOK_SECRET: Redacted.value(secret),
    ORDERS_TOKEN: Redacted.value(token)
  }
  const shop = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn("python3", [program], { env: { ...process.env, ...settings }, stdio: ["ignore", "pipe", "ignore"] })
    ),
    (child) => Effect.promise(async () => child.kill("SIGKILL") && (await once(child, "exit")))
  )
  const [line] = yield* Effect.promise(() => once(shop.stdout, "data"))
  const sql = (statement: string): string => {
    const run =
      "import sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as db: print(db.execute(sys.argv[2]).fetchall())"
    return spawnSync("python3", ["-c", run, db, statement], { encoding: "utf8" }).stdout.trim()
  }
  sql("insert into orders (id, amount, currency, name) values ('A-1', '10.00', 'EUR', 'Ana Ruiz')")
  return { url: String(line).trim(), order: () => sql("select status, sequence, hold from orders"), sql }
})

const listed = (url: string, authToken: Redacted.Redacted<string>) =>
  Effect.flatMap(OutboundHttp, (http) => {
    const settings = { ...plainSettings, authType: "bearer" as const, authToken }
    return fetchListing(http, { settings, endpoint: `${url}/orders`, validators: null, mostBytes: mostListBytes })
  }).pipe(Effect.map((found) => (found === "unchanged" ? [] : found.orders.map(({ externalId }) => externalId))))

const tell = (url: string, messageId: string, event: string, sequence: number, body: object, by = secret) =>
  Effect.flatMap(OutboundHttp, (http) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    const message = { messageId, accountId: "account", event, attempt: 1, sequence, body: bytes }
    const receiver = { url: `${url}/webhooks`, address: "a", authorization: null }
    const options = { deadline: Duration.seconds(30), userAgent: "counterfoil" }
    return http.send(webhookRequest(message, receiver, [by], Date.now(), options))
  }).pipe(Effect.map(({ status }) => status))

describe.runIf(hasPython)("the shop in Python", () => {
  it.live("lists what waits, takes each outcome once, the latest for good, and holds what the bank took back", () =>
    Effect.gen(function* () {
      const { order, sql, url } = yield* startShop
      assert.deepStrictEqual(yield* listed(url, token), ["A-1"])
      assert.include((yield* Effect.flip(listed(url, Redacted.make("another")))).message, "401")

      assert.strictEqual(yield* tell(url, "msg_2", "matched", 7, { external_id: "A-1" }, secretOf("x")), 401)
      assert.strictEqual(order(), "[('pending', 0, 0)]")
      const told = tell(url, "msg_2", "matched", 7, { external_id: "A-1" })
      const twice = yield* Effect.all([told, told, told], { concurrency: "unbounded" })
      assert.deepStrictEqual(twice, [204, 204, 204])
      assert.strictEqual(yield* tell(url, "msg_1", "ambiguous", 5, { external_id: "A-1" }), 204)
      assert.strictEqual(order(), "[('matched', 7, 0)]")
      assert.strictEqual(sql("select id from seen order by id"), "[('msg_1',), ('msg_2',)]")
      assert.deepStrictEqual(yield* listed(url, token), [])

      const movements = [
        { id: "m", orders: ["A-1"] },
        { id: "n", orders: [] }
      ]
      assert.strictEqual(yield* tell(url, "msg_3", "movements_removed", 9, { data: { movements } }), 204)
      assert.strictEqual(order(), "[('matched', 7, 1)]")
    }).pipe(Effect.provide(outboundHttpLayer({ allow: ["127.0.0.0/8"] })))
  )
})
