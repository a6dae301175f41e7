/** A signing key and a pepper are changed while people are logged in and machines have their keys. */
import { TestDatabase } from "@counterfoil/testing"
import { ConfigProvider, Context, Effect, Exit, Layer, Option, Redacted, Scope } from "effect"
import { HttpServer } from "effect/http"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { configFromEnv, Counterfoil, type CounterfoilConfig, defaultConfig, type ServerSecrets } from "../src/index.ts"
import { ScriptedBank } from "./contract/support/ScriptedBank.ts"
import { nodeOfSeveral } from "./nodeOfSeveral.ts"

const text = (letter: string) => Redacted.make(letter.repeat(40))
const before: ServerSecrets = { jwtSigningKey: text("j"), keyEncryptionKey: text("k"), apiKeyPepper: text("p") }

const scope = Effect.runSync(Scope.make())
let url: Redacted.Redacted<string>
const home = mkdtempSync(join(tmpdir(), "counterfoil-changed-"))
beforeAll(async () => {
  url = Context.get(await Effect.runPromise(Layer.buildWithScope(TestDatabase.layer, scope)), TestDatabase).url
})
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(home, { recursive: true, force: true })
})

const withConfig = <A>(config: CounterfoilConfig, use: (base: string) => Promise<A>) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const here = { ...config, port: 0, databaseUrl: Option.some(url) }
        const service = yield* Layer.build(Counterfoil.layerWith(here, { bankSide: new ScriptedBank().layer }))
        const base = yield* HttpServer.addressFormattedWith(Effect.succeed).pipe(Effect.provideContext(service))
        return yield* Effect.promise(() => use(base))
      })
    )
  )

const served = <A>(secrets: ServerSecrets, use: (base: string) => Promise<A>) =>
  withConfig({ ...defaultConfig, secrets: Option.some(secrets) }, use)

/** The secrets are those of the home's file, as on the embedded default. */
const fromFile = async <A>(
  kept: ServerSecrets,
  env: Readonly<Record<string, string>>,
  use: (base: string) => Promise<A>
) => {
  const { apiKeyPepper, jwtSigningKey, keyEncryptionKey } = kept
  const texts = { jwtSigningKey, keyEncryptionKey, apiKeyPepper }
  const values = Object.entries(texts).map(([name, secret]) => [name, Redacted.value(secret)])
  writeFileSync(join(home, "secrets.json"), JSON.stringify(Object.fromEntries(values)), { mode: 0o600 })
  const provider = ConfigProvider.fromEnv({ env: { COUNTERFOIL_HOME: home, ...env } })
  const config = await Effect.runPromise(Effect.provideService(configFromEnv, ConfigProvider.ConfigProvider, provider))
  return withConfig(config, use)
}

const json = async (base: string, path: string, headers: Record<string, string>, body?: object) => {
  const answer = await fetch(`${base}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: answer.status, body: Object(await answer.json()) }
}

const account = "0199aaaa-0000-7000-8000-000000000001"
/** Whether the token and the key are known: the account is nobody's. */
const known = async (base: string, token: string, key: string) => [
  (await json(base, "/me", { authorization: `Bearer ${token}` })).status,
  (await json(base, `/v1/accounts/${account}/status`, { "x-api-key": key })).status
]

const person = { email: "ana@example.com", password: "correct horse" }

/** A token and a key of the present secrets. */
const tokenAndKey = async (base: string) => {
  await json(base, "/auth/register", {}, person)
  const { body } = await json(base, "/auth/login", {}, person)
  const made = await json(
    base,
    "/me/api-keys",
    { authorization: `Bearer ${body.token}` },
    { name: "m", scopes: ["status:read"] }
  )
  return { token: String(body.token), key: String(made.body.key) }
}

it("a changed pepper is refused with advice; with the earlier ones beside them, tokens and keys stay good", async () => {
  const { key, token } = await served(before, tokenAndKey)

  const changed = { ...before, apiKeyPepper: text("q") }
  const refusal = await served(changed, () => Promise.resolve("started")).catch(String)
  expect(refusal).toMatch(/API_KEY_PEPPER is another than the one that the API key .*API_KEY_PEPPER_EARLIER/)
  expect(refusal).not.toContain("qqqq")

  const overlapping = {
    ...changed,
    jwtSigningKey: text("i"),
    jwtSigningKeyEarlier: before.jwtSigningKey,
    apiKeyPepperEarlier: before.apiKeyPepper
  }
  expect(await served(overlapping, (base) => known(base, token, key))).toEqual([200, 404])
  expect(await served({ ...changed, jwtSigningKey: text("i") }, (base) => known(base, token, key))).toEqual([401, 401])
})

it("so it is where they are kept in the home: changed in the file, with the earlier ones beside it", async () => {
  const now = { ...before, jwtSigningKey: text("i"), apiKeyPepper: text("q") }
  const { key, token } = await served({ ...now, apiKeyPepperEarlier: before.apiKeyPepper }, tokenAndKey)
  const changed = { ...now, jwtSigningKey: text("h"), apiKeyPepper: text("r") }
  const earlier = {
    JWT_SIGNING_KEY_EARLIER: Redacted.value(now.jwtSigningKey),
    API_KEY_PEPPER_EARLIER: Redacted.value(now.apiKeyPepper)
  }

  expect(await fromFile(changed, {}, () => Promise.resolve("started")).catch(String)).toMatch(/API_KEY_PEPPER_EARLIER/)
  const short = await fromFile(changed, { JWT_SIGNING_KEY_EARLIER: "short" }, () => Promise.resolve("started")).catch(
    String
  )
  expect(short).toMatch(/JWT_SIGNING_KEY_EARLIER is too short/)
  const cut = { ...changed, jwtSigningKey: Redacted.make("short") }
  expect(await fromFile(cut, earlier, () => Promise.resolve("started")).catch(String)).toMatch(
    /secrets\.json: JWT_SIGNING_KEY is too short/
  )
  expect(await fromFile(changed, earlier, (base) => known(base, token, key))).toEqual([200, 404])
})

it("a node that is refused beside another one, for it has the new pepper already, changes nothing for that one", async () => {
  const asNode = <A>(secrets: ServerSecrets, use: (base: string) => Promise<A>) =>
    withConfig({ ...defaultConfig, secrets: Option.some(secrets), cluster: Option.some(nodeOfSeveral) }, use)
  const present = { ...before, apiKeyPepper: text("r") }
  const ahead = { ...present, apiKeyPepper: text("t"), apiKeyPepperEarlier: present.apiKeyPepper }

  const { key, refusal, token } = await asNode(present, async (base) => ({
    ...(await tokenAndKey(base)),
    refusal: await asNode(ahead, () => Promise.resolve("started")).catch(String)
  }))

  expect(refusal).toMatch(/API_KEY_PEPPER differs from that of the node/)
  expect(await asNode(present, (base) => known(base, token, key))).toEqual([200, 404])
})
