/** Keys are wrapped anew, to and fro, while people log in with codes, settings change, and results are told. */
import { UserVault, Vault } from "@counterfoil/core"
import { Database, StoreLayers } from "@counterfoil/store"
import { Duration, Effect, Layer, Option, Redacted } from "effect"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, expect, it } from "vitest"
import { defaultConfig } from "../../src/index.ts"
import { keyRing } from "../../src/secrets/keyRing.ts"
import { today } from "../contract/support/ScriptedBank.ts"
import { field, must, type Service, startService } from "../contract/support/Service.ts"
import { until } from "../races/support.ts"

const [older, newer] = ["canary-older-key-".repeat(3), "canary-newer-key-".repeat(3)]

let service: Service
beforeAll(async () => {
  service = await startService({
    secrets: Option.some({
      jwtSigningKey: Redacted.make("j".repeat(40)),
      keyEncryptionKey: Redacted.make(`${newer},${older}`),
      apiKeyPepper: Redacted.make("p".repeat(40))
    }),
    policy: {
      ...defaultConfig.policy,
      monitorInterval: Duration.seconds(1),
      assistedHours: { from: "00:00", to: "00:00" },
      bankConcurrency: 50
    }
  })
})
afterAll(() => service.stop())

/** As a rotation does, whichever of the two keys is the first: the server knows both. */
const rewrap = (keys: string) =>
  Effect.gen(function* () {
    yield* (yield* Vault).rewrap
    yield* (yield* UserVault).rewrap
  }).pipe(
    Effect.provide(
      Layer.mergeAll(Vault.layer(keyRing(Redacted.make(keys))), UserVault.layer(keyRing(Redacted.make(keys)))).pipe(
        Layer.provide(StoreLayers),
        Layer.provide(Database.layer({ url: Option.getOrThrow(service.config.databaseUrl), maxConnections: 2 }))
      )
    ),
    Effect.runPromise
  )

const movement = (name: string, nth: number) => ({
  id: `${name}-${nth}`,
  date: today(),
  amount: `${10 + nth}.50`,
  currency: "EUR",
  description: `TRF ${nth}`,
  counterparty: `Payer ${nth}`
})

it("nothing is lost, unsigned or signed with another key, and no code is refused", async () => {
  const { account, bank, call, listen, logs, person, shop } = service
  const ana = await person("passthrough")
  const { token } = ana
  const stream = await listen(ana)
  const work = { done: false, turns: 0 }
  const rotating = (async () => {
    while (!work.done) await rewrap(++work.turns % 2 === 0 ? `${newer},${older}` : `${older},${newer}`)
  })()

  const people = await Promise.all(
    Array.from({ length: 6 }, async (_, nth) => {
      const name = `rotated-${nth}`
      const customer = bank.customer(name, {
        code: { value: "424242", length: 6, type: "numeric" },
        movements: [movement(name, 1)]
      })
      const id = await account(ana, {
        webhook_url: shop.url(`/hooks/${name}`),
        bank_username: name,
        bank_password: "bank-secret",
        session_type: "persistent",
        login_mode: "assisted"
      })
      const path = `/accounts/${id}/webhook-secret`
      const secrets = [field(must(await call(path, { token }), 200).json, "secret")]
      await stream.until(id, "assistance.requested")
      must(await call(`/accounts/${id}/otp`, { token, json: { code: "424242" } }), 202)
      await stream.until(id, "scrape.succeeded")
      await shop.called(`/hooks/${name}`, 1)
      // Its secret changes while the next one is on its way.
      customer.movements = [movement(name, 1), movement(name, 2)]
      secrets.push(field(must(await call(`${path}/rotate`, { method: "POST", token }), 200).json, "secret"))
      await shop.called(`/hooks/${name}`, 2)
      customer.movements = [movement(name, 1), movement(name, 2), movement(name, 3)]
      await shop.called(`/hooks/${name}`, 3)
      return { id, name, secrets }
    })
  )
  work.done = true
  await rotating
  const unsent = "select from outbox where status <> 'delivered'"
  expect(await until(async () => (await service.rows(unsent)).length === 0)).toBe(true)

  expect(work.turns).toBeGreaterThan(4)
  for (const { id, name, secrets } of people) {
    const sent = shop.sent(`/hooks/${name}`)
    expect(sent.map(({ json }) => field(json, "amount")).sort()).toEqual(["11.5", "12.5", "13.5"])
    for (const { headers, text } of sent) {
      const verified = secrets.filter((secret) => {
        try {
          new Webhook(secret).verify(text, {
            "webhook-id": String(headers["webhook-id"]),
            "webhook-timestamp": String(headers["webhook-timestamp"]),
            "webhook-signature": String(headers["webhook-signature"])
          })
          return true
        } catch {
          return false
        }
      })
      expect(verified.length).toBeGreaterThan(0)
    }
    expect(stream.of(id).filter(({ type }) => /failed/.test(type))).toEqual([])
    expect(must(await call(`/accounts/${id}/config`, { token }), 200).json).toMatchObject({ bank_username: name })
  }
  expect(logs.filter((line) => /"level":"(ERROR|FATAL)"|Undecipherable|canary|424242/.test(line))).toEqual([])
})
