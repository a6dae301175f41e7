/** A signing key and a pepper are changed while people are logged in and machines have their keys. */
import { TestDatabase } from "@counterfoil/testing"
import { Context, Effect, Exit, Layer, Option, Redacted, Scope } from "effect"
import { HttpServer } from "effect/http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Counterfoil, defaultConfig, type ServerSecrets } from "../src/index.ts"
import { ScriptedBank } from "./contract/support/ScriptedBank.ts"

const text = (letter: string) => Redacted.make(letter.repeat(40))
const before: ServerSecrets = { jwtSigningKey: text("j"), keyEncryptionKey: text("k"), apiKeyPepper: text("p") }

const scope = Effect.runSync(Scope.make())
let url: Redacted.Redacted<string>
beforeAll(async () => {
  url = Context.get(await Effect.runPromise(Layer.buildWithScope(TestDatabase.layer, scope)), TestDatabase).url
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const served = <A>(secrets: ServerSecrets, use: (base: string) => Promise<A>) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const config = { ...defaultConfig, port: 0, databaseUrl: Option.some(url), secrets: Option.some(secrets) }
        const service = yield* Layer.build(Counterfoil.layerWith(config, { bankSide: new ScriptedBank().layer }))
        const base = yield* HttpServer.addressFormattedWith(Effect.succeed).pipe(Effect.provideContext(service))
        return yield* Effect.promise(() => use(base))
      })
    )
  )

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

it("a changed pepper is refused with advice; with the earlier ones beside them, tokens and keys stay good", async () => {
  const person = { email: "ana@example.com", password: "correct horse" }
  const { key, token } = await served(before, async (base) => {
    await json(base, "/auth/register", {}, person)
    const { body } = await json(base, "/auth/login", {}, person)
    const made = await json(
      base,
      "/me/api-keys",
      { authorization: `Bearer ${body.token}` },
      { name: "m", scopes: ["status:read"] }
    )
    return { token: String(body.token), key: String(made.body.key) }
  })

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
