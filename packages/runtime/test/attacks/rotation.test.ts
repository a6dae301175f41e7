/** Keys are rotated beside a server that has never heard of the new one, and beside one that has. */
import { TestDatabase } from "@counterfoil/testing"
import { Context, Effect, Exit, Fiber, Layer, Option, Redacted, Schedule, Scope } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Counterfoil, type CounterfoilConfig, defaultConfig, rotateKeys } from "../../src/index.ts"
import { ScriptedBank } from "../contract/support/ScriptedBank.ts"
import { nodeOfSeveral } from "../nodeOfSeveral.ts"

const [older, newer] = ["o".repeat(40), "n".repeat(40)]

const scope = Effect.runSync(Scope.make())
let database: Context.Context<TestDatabase | SqlClient.SqlClient>
beforeAll(async () => {
  database = await Effect.runPromise(Layer.buildWithScope(TestDatabase.layer, scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

type Given = Partial<CounterfoilConfig>
type Parts = Pick<Counterfoil.Parts, "secrets">

const configWith = (keyEncryptionKey: string): Given => ({
  port: 0,
  databaseUrl: Option.some(Context.get(database, TestDatabase).url),
  secrets: Option.some({
    jwtSigningKey: Redacted.make("j".repeat(40)),
    keyEncryptionKey: Redacted.make(keyEncryptionKey),
    apiKeyPepper: Redacted.make("p".repeat(40))
  })
})

const refused = /^a server at work does not seal with the first of these keys yet/

type Ask = (path: string, method?: string, body?: object) => Promise<Record<string, unknown>>

/** A server with these keys, and what asks it as the same person. */
const served = (given: Given, use: (ask: Ask) => Promise<void>, parts: Parts = {}) =>
  Effect.gen(function* () {
    const config = { ...defaultConfig, ...given }
    const service = yield* Layer.build(Counterfoil.layerWith(config, { bankSide: new ScriptedBank().layer, ...parts }))
    const base = yield* HttpServer.addressFormattedWith(Effect.succeed).pipe(Effect.provideContext(service))
    let token = ""
    const ask: Ask = async (path, method = "GET", body) => {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return Object(await answer.json())
    }
    const person = { email: "ana@example.com", password: "correct horse" }
    yield* Effect.promise(async () => {
      await ask("/auth/register", "POST", person)
      token = String((await ask("/auth/login", "POST", person))["token"])
      await use(ask)
    })
  }).pipe(Effect.scoped, Effect.runPromise)

const rotate = (given: Given) =>
  Effect.runPromise(
    Effect.match(rotateKeys({ ...defaultConfig, ...given }), {
      onFailure: ({ message }) => message,
      onSuccess: (said) => said
    })
  )

const wrappingKeys = async () => {
  const rows = await Effect.runPromise(
    Context.get(database, SqlClient.SqlClient)`select distinct key_id from account_keys`
  )
  return rows.map((row) => String(row["key_id"]))
}

const settings = {
  webhook_url: "http://127.0.0.1:9/hook",
  webhook_auth_type: "bearer",
  webhook_auth_token: "a token to keep",
  bank_username: "ana",
  bank_password: "bank-secret"
}
let account: string

it("a rotation beside a server that lacks the new key is refused, and changes nothing", async () => {
  await served(configWith(older), async (ask) => {
    await ask("/me/operation-mode", "PUT", { mode: "passthrough" })
    const bank = await ask("/banks", "POST", { code: "demo", name: "Demo", loginUrl: "https://bank.test/login" })
    account = String((await ask("/accounts", "POST", { bankId: bank["id"], name: "Main" }))["id"])
    await ask(`/accounts/${account}/config`, "PUT", settings)
    const before = await wrappingKeys()

    expect(await rotate(configWith(`${newer},${older}`))).toMatch(refused)

    expect(await wrappingKeys()).toEqual(before)
    expect(await ask(`/accounts/${account}/config`)).toMatchObject({ webhook_auth_token: "a token to keep" })
  })
})

it("beside one that knows it, in this order alone, all is wrapped anew; what is saved then is read with the new key alone", async () => {
  await served(configWith(`${newer},${older}`), async (ask) => {
    // The server would go on sealing with the other one.
    expect(await rotate(configWith(`${older},${newer}`))).toMatch(refused)
    expect(await rotate(configWith(`${newer},${older}`))).toMatch(/^1 account's key is wrapped anew/)
    await ask(`/accounts/${account}/config`, "PUT", { ...settings, webhook_auth_token: "another token" })
  })
  await served(configWith(newer), async (ask) => {
    expect(await ask(`/accounts/${account}/config`)).toMatchObject({ webhook_auth_token: "another token" })
  })
  // Nobody runs: nobody has to know.
  expect(await rotate(configWith(`${older},${newer}`))).toMatch(/^1 account's key is wrapped anew/)
})

const oneOfSeveral = () => ({ ...configWith(older), cluster: Option.some(nodeOfSeveral) })

it("a node of several is asked too", async () => {
  await served(oneOfSeveral(), async (ask) => {
    expect(await rotate(configWith(`${newer},${older}`))).toMatch(refused)
    expect(await ask(`/accounts/${account}/config`)).toMatchObject({ webhook_auth_token: "another token" })
  })
})

it("a node that has looked at the keys and is not at work yet is waited for", async () => {
  let said = ""
  const secrets = Effect.promise(async () => {
    said = await rotate(configWith(`${newer},${older}`))
    return Option.getOrThrow(configWith(older).secrets ?? Option.none())
  })
  await served(
    oneOfSeveral(),
    async (ask) => {
      expect(said).toMatch(/^a server has not told yet which key it seals with/)
      expect(await ask(`/accounts/${account}/config`)).toMatchObject({ webhook_auth_token: "another token" })
    },
    { secrets }
  )
})

it("a second rotation is refused while one is at work", async () => {
  const sql = Context.get(database, SqlClient.SqlClient)
  const keys = configWith(`${newer},${older}`)
  const waiting = sql`select from pg_locks where not granted and locktype = 'transactionid'`
  const [first, second] = await Effect.runPromise(
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`select from account_keys for update`
        const one = yield* Effect.forkDetach(Effect.promise(() => rotate(keys)))
        yield* Effect.repeat(waiting, { until: (found) => found.length > 0, schedule: Schedule.spaced("20 millis") })
        return [one, yield* Effect.promise(() => rotate(keys))] as const
      })
    )
  )

  expect(second).toMatch(/^another rotation of the keys is at work/)
  expect(await Effect.runPromise(Fiber.join(first))).toMatch(/^1 account's key is wrapped anew/)
  expect(await rotate(configWith(`${older},${newer}`))).toMatch(/^1 account's key is wrapped anew/)
})

it("a server that keeps its secrets itself, on a database of the operator's, is asked before its file forgets a key", async () => {
  const home = mkdtempSync(join(tmpdir(), "counterfoil-rotation-"))
  const kept = { ...configWith(older), home, secrets: Option.none() }
  const secrets = (keyEncryptionKey: string) =>
    writeFileSync(
      join(home, "secrets.json"),
      JSON.stringify({ jwtSigningKey: "j".repeat(40), keyEncryptionKey, apiKeyPepper: "p".repeat(40) })
    )
  try {
    secrets(older)
    await served(kept, async (ask) => {
      expect(await rotate(kept)).toMatch(refused)
      expect(readFileSync(join(home, "secrets.json"), "utf8")).toContain(`,${older}`)
      expect(await ask(`/accounts/${account}/config`)).toMatchObject({ webhook_auth_token: "another token" })
    })
    expect(await rotate(kept)).toMatch(/^1 account's key is wrapped anew/)
    expect(readFileSync(join(home, "secrets.json"), "utf8")).not.toContain(older)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
