import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Accounts, type AccountSettings } from "../src/accounts/Accounts.ts"
import type { ActorState } from "../src/accounts/ActorRepository.ts"
import { makeNextLogin } from "../src/accounts/nextLogin.ts"
import { ScriptRegistry } from "../src/scripts/ScriptRegistry.ts"
import { plainSettings } from "./support/plainSettings.ts"

const utc = (text: string) => DateTime.makeUnsafe(text)

const settings: AccountSettings = { ...plainSettings, loginMode: "assisted" }

const account: ActorState = {
  accountId: "account",
  epoch: 1n,
  userId: "user",
  bankId: "bank",
  bank: "my-bank",
  bankOrigins: [],
  bankPausedUntil: null,
  name: "Main",
  status: "active",
  blockedReason: null,
  operationMode: "reconcile",
  loginGrant: 0,
  nextRunAt: null,
  failureKind: null,
  failureCount: 0,
  lastCompleteScrapeAt: null,
  highWater: null,
  watchedFrom: null
}

const script = {
  id: "script",
  bankId: "bank",
  version: "1.0.0",
  bundle: "",
  manifest: {
    bank: "my-bank",
    version: "1.0.0",
    sdk: 1,
    flow: "extract_transactions" as const,
    origins: [],
    zone: "Europe/Madrid",
    dates: "dmy" as const,
    sessionTypes: ["one-shot" as const],
    uniqueIds: true,
    phases: ["login" as const, "extract" as const]
  }
}

/** As `/state` shows it at this time. */
const nextAt = Effect.fnUntraced(function* (
  now: string,
  state: Partial<ActorState>,
  loginMode: AccountSettings["loginMode"] = "assisted"
) {
  const services = Layer.mergeAll(
    Layer.mock(Accounts, { findSettings: () => Effect.succeed({ ...settings, loginMode }) }),
    Layer.mock(ScriptRegistry, { activeVersion: () => Effect.succeed(script) })
  )
  const nextLogin = yield* Effect.provide(makeNextLogin, services)
  yield* TestClock.setTime(utc(now).epochMilliseconds)
  const at = yield* nextLogin({ ...account, ...state })
  return at === null ? null : DateTime.formatIso(at)
})

// Madrid is an hour ahead of UTC, and the hours are 07:00 to 22:00 there.
const [night, noon, opening] = ["2026-11-21T23:30:00.000Z", "2026-11-21T11:00:00.000Z", "2026-11-22T06:00:00.000Z"]

it.effect("the next login of an assisted account comes at the opening of its hours", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* nextAt(night, { nextRunAt: utc("2026-11-21T21:05:00Z") }), opening)
    assert.strictEqual(yield* nextAt(night, {}), opening)
    assert.strictEqual(yield* nextAt("2026-11-21T20:55:00Z", { nextRunAt: utc("2026-11-21T21:05:00Z") }), opening)

    assert.isNull(yield* nextAt(night, {}, "simple"))
    assert.isNull(yield* nextAt(night, { blockedReason: "invalid_credentials" }))
    assert.isNull(yield* nextAt(noon, {}))
    const soon = "2026-11-21T11:10:00.000Z"
    assert.strictEqual(yield* nextAt(noon, { nextRunAt: utc(soon) }), soon)
  })
)

it.effect("no login comes before the end of its bank's pause", () =>
  Effect.gen(function* () {
    const pause = "2026-11-21T11:30:00.000Z"
    const paused = { nextRunAt: utc("2026-11-21T11:10:00Z"), bankPausedUntil: utc(pause) }
    assert.strictEqual(yield* nextAt(noon, paused, "simple"), pause)
    assert.strictEqual(yield* nextAt(noon, { bankPausedUntil: utc("2026-11-21T21:15:00Z") }), opening)
  })
)
