/** Settings, credentials and webhook secrets between their plain form and their sealed cells. */
import { Effect, Redacted, Struct } from "effect"
import { recordOf, settingNames, settingsOf } from "@counterfoil/domain"
import { randomBytes } from "node:crypto"
import { uuid } from "../ids.ts"
import type { Vault } from "../security/Vault.ts"
import { openPrivate, sealPrivate } from "./privateCells.ts"
import { credentialsChange, type TidySettings } from "./settingsRules.ts"
import type { Place } from "../security/sealing.ts"
import { InvalidInput } from "../refusals.ts"
import type { AccountSettings, BankCredentials } from "./Account.ts"
import type { SealedSecret, SealedSettings, SecretField, StoredSettings } from "./AccountRepository.ts"

type Vaulted = Vault["Service"]

interface Owner {
  readonly id: string
  readonly accountId: string
}

const placeOf = (owner: Owner, field: SecretField): Place => ({
  accountId: owner.accountId,
  table: "account_settings",
  column: settingNames[field],
  row: owner.id
})

const sealField = (
  vault: Vaulted,
  owner: Owner,
  field: SecretField,
  value: Redacted.Redacted<string> | null
): Effect.Effect<Uint8Array | null> =>
  value === null ? Effect.succeed(null) : vault.encrypt(placeOf(owner, field), value)

const openField = (vault: Vaulted, owner: Owner, field: SecretField, cell: Uint8Array | null) =>
  cell === null ? Effect.succeed(null) : vault.decrypt(placeOf(owner, field), cell)

const tokenFields = settingsOf("token")
/** All but the bank password. */
const shownSecrets = [...tokenFields, "bankUsername", "bankAccount"] as const

export const openSettings = Effect.fnUntraced(function* (vault: Vaulted, sealed: StoredSettings) {
  const secrets = yield* recordOf(shownSecrets, (field) => openField(vault, sealed, field, sealed[field]))
  const settings: AccountSettings = {
    ...Struct.omit(sealed, ["bankPassword", "webhookHost", "notificationHost"]),
    ...(yield* openPrivate(vault, sealed)),
    ...secrets
  }
  return settings
}, Effect.orDie)

type Pair = Pick<BankCredentials, "username" | "password">
type PairCells = Owner & { readonly bankUsername: Uint8Array; readonly bankPassword: Uint8Array }

export const openPair = Effect.fnUntraced(function* (vault: Vaulted, cells: PairCells) {
  const pair: Pair = {
    username: yield* vault.decrypt(placeOf(cells, "bankUsername"), cells.bankUsername),
    password: yield* vault.decrypt(placeOf(cells, "bankPassword"), cells.bankPassword)
  }
  return pair
})

export const sealPair = Effect.fnUntraced(function* (vault: Vaulted, owner: Owner, { password, username }: Pair) {
  return {
    bankUsername: yield* vault.encrypt(placeOf(owner, "bankUsername"), username),
    bankPassword: yield* vault.encrypt(placeOf(owner, "bankPassword"), password)
  }
})

/** Which of the login's accounts is read; null: its only one. */
export const openBankAccount = Effect.fnUntraced(function* (
  vault: Vaulted,
  { bankAccount, ...owner }: Owner & { readonly bankAccount: Uint8Array | null }
) {
  return yield* openField(vault, owner, "bankAccount", bankAccount)
})

/** Null when none are saved. */
export const openCredentials = Effect.fnUntraced(function* (vault: Vaulted, sealed: StoredSettings) {
  const { bankPassword, bankUsername } = sealed
  if (bankUsername === null || bankPassword === null) return null
  const pair = yield* openPair(vault, { ...sealed, bankUsername, bankPassword })
  const credentials: BankCredentials = { version: sealed.credentialsVersion, ...pair }
  return credentials
})

/** The cells of the bank credentials and their version: as they are stored, or of a new pair. */
const sealedCredentials = Effect.fnUntraced(function* (
  vault: Vaulted,
  row: Owner,
  wanted: TidySettings,
  before: StoredSettings | null
) {
  // What can't be read any more can be replaced.
  const stored =
    before === null ? null : yield* Effect.catch(openCredentials(vault, before), () => Effect.succeed(null))
  const change = credentialsChange(wanted, stored)
  if ("problem" in change) return yield* new InvalidInput({ message: change.problem })
  const version = before?.credentialsVersion ?? 0
  return "keep" in change
    ? {
        bankUsername: before?.bankUsername ?? null,
        bankPassword: before?.bankPassword ?? null,
        credentialsVersion: version
      }
    : {
        ...(yield* sealPair(vault, row, change.replace)),
        credentialsVersion: version + 1
      }
})

/** All that is secret of the settings sealed anew; unchanged credentials keep their cells and their version. */
export const sealSettings = Effect.fnUntraced(function* (
  vault: Vaulted,
  accountId: string,
  wanted: TidySettings,
  before: StoredSettings | null
) {
  const row = { id: before?.id ?? (yield* uuid), accountId }
  const sealed: SealedSettings = {
    ...wanted,
    ...row,
    ...(yield* sealPrivate(vault, row, wanted)),
    ...(yield* sealedCredentials(vault, row, wanted, before)),
    ...(yield* recordOf(tokenFields, (field) => sealField(vault, row, field, wanted[field]))),
    bankAccount:
      wanted.bankAccount === undefined
        ? (before?.bankAccount ?? null)
        : yield* sealField(vault, row, "bankAccount", wanted.bankAccount)
  }
  return sealed
})

const secretPlace = ({ accountId, id }: Owner): Place => ({
  accountId,
  table: "webhook_secrets",
  column: "secret",
  row: id
})

export const openSecret = (vault: Vaulted, secret: SealedSecret): Effect.Effect<Redacted.Redacted<string>> =>
  Effect.orDie(vault.decrypt(secretPlace(secret), secret.cell))

/** `whsec_` and the base64 of 32 random bytes, as Standard Webhooks has it. */
export const makeSecret = Effect.fnUntraced(function* (vault: Vaulted, accountId: string) {
  const id = yield* uuid
  const plain = Redacted.make(`whsec_${randomBytes(32).toString("base64")}`, { label: "webhook secret" })
  const cell = yield* vault.encrypt(secretPlace({ id, accountId }), plain)
  const sealed: SealedSecret = { id, accountId, cell }
  return { plain, sealed }
})
