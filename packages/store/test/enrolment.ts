/** Accounts with all they need, and what tests say of settings. */
import { Accounts, type SettingsInput } from "@counterfoil/core"
import { settingDefaults } from "@counterfoil/domain"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { Effect, Layer, Redacted, Struct } from "effect"
import { RecordingOutbox } from "./outbox.ts"
import { seedBank, seedUser } from "./seed.ts"
import { TestVault } from "./vault.ts"

const Base = Layer.provideMerge(StoreLayers, TestDatabase.layer)
export const AccountsLayer = Accounts.layer.pipe(
  Layer.provideMerge(Layer.merge(TestVault, RecordingOutbox)),
  Layer.provideMerge(Base)
)

export const secret = (text: string) => Redacted.make(text)
export const plain = (value: Redacted.Redacted<string> | null) => (value === null ? null : Redacted.value(value))

export const settings = (more: Partial<SettingsInput> = {}): SettingsInput => ({
  ...Struct.omit(settingDefaults, ["bankUsername", "bankAccount"]),
  pendingOrdersEndpoint: "https://shop.test/orders",
  webhookUrl: "https://shop.test/hook",
  authType: "bearer",
  authToken: secret("shop-token"),
  ...more
})

export const credentials = { bankUsername: secret("ana"), bankPassword: secret("pa55word!") }

export const newAccount = Effect.fnUntraced(function* (mode: "reconcile" | "passthrough" | null = null) {
  const accounts = yield* Accounts
  const user = yield* seedUser(mode)
  const bank = yield* seedBank()
  const account = yield* accounts.create(user.id, { bankId: bank.id, name: "Main" })
  return { user, bank, account }
})

export const absent = "01990000-0000-7000-8000-000000000000"
