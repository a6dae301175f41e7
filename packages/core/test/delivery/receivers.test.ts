import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { makeReceivers } from "../../src/delivery/receivers.ts"
import { KeyErased } from "../../src/security/Vault.ts"
import { plainSettings } from "../support/plainSettings.ts"

/** What the owner has saved at the moment, and how often it was read. */
const saved = () => {
  const state = { url: "https://shop.test/a", exists: true, reads: 0, isAway: false }
  const accounts = Layer.mock(Accounts, {
    findSettings: () =>
      Effect.suspend(() => {
        state.reads += 1
        if (state.isAway) return Effect.die(new Error("the database is away"))
        return Effect.succeed(state.exists ? { ...plainSettings, webhookUrl: state.url } : null)
      }),
    signingSecrets: () => Effect.succeed([Redacted.make(`secret of ${state.url}`)])
  })
  return { state, accounts }
}

const claimed = (settingsVersion: string) => ({ accountId: "account", lane: "result", settingsVersion }) as const

describe("the receiver of a message", () => {
  it.effect("is read once for each version of the settings, with the secrets of that version", () => {
    const { accounts, state } = saved()
    return Effect.gen(function* () {
      const receiverFor = yield* makeReceivers
      yield* Effect.replicateEffect(receiverFor(claimed("1")), 3, { concurrency: "unbounded" })
      assert.strictEqual(state.reads, 1)

      state.url = "https://shop.test/b"
      const found = yield* receiverFor(claimed("2"))

      assert.strictEqual(found?.receiver.url, "https://shop.test/b")
      assert.deepStrictEqual(found?.secrets.map(Redacted.value), ["secret of https://shop.test/b"])
      assert.strictEqual(state.reads, 2)
    }).pipe(Effect.provide(accounts))
  })

  it.effect("is none where the settings are gone, or name none", () => {
    const { accounts, state } = saved()
    return Effect.gen(function* () {
      const receiverFor = yield* makeReceivers
      state.exists = false
      assert.isNull(yield* receiverFor(claimed("1")))
      Object.assign(state, { exists: true, url: "" })
      assert.isNull(yield* receiverFor(claimed("2")))
    }).pipe(Effect.provide(accounts))
  })

  it.effect("is none where the account is deleted while it is read: nothing leaves unsigned", () => {
    let exists = true
    const leaving = Layer.mock(Accounts, {
      findSettings: () => Effect.sync(() => deletedAfter(plainSettings, null)),
      signingSecrets: () => Effect.sync(() => deletedAfter([Redacted.make("whsec_AAAA")], []))
    })
    const deletedAfter = <Found, Gone>(found: Found, gone: Gone): Found | Gone => {
      const answer = exists ? found : gone
      exists = false
      return answer
    }
    const erased = Layer.mock(Accounts, {
      findSettings: () => Effect.succeed(plainSettings),
      signingSecrets: () => Effect.die(new KeyErased({ place: "webhook_secrets" }))
    })
    const receiver = Effect.flatMap(makeReceivers, (receiverFor) => receiverFor(claimed("1")))
    return Effect.gen(function* () {
      assert.isNull(yield* Effect.provide(receiver, leaving))
      assert.isNull(yield* Effect.provide(receiver, erased))
    })
  })

  it.effect("is read again after a read that failed", () => {
    const { accounts, state } = saved()
    return Effect.gen(function* () {
      const receiverFor = yield* makeReceivers
      state.isAway = true
      yield* Effect.exit(receiverFor(claimed("1")))
      state.isAway = false
      assert.strictEqual((yield* receiverFor(claimed("1")))?.receiver.url, "https://shop.test/a")
    }).pipe(Effect.provide(accounts))
  })
})
