/**
 * Encryption at rest: one data key per account, wrapped by a key-encryption key with a key id; AES-256-GCM; the additional
 * data binds account, table, column and row, so that a swapped cell doesn't decrypt.
 */
import { Context, Data, Effect, Layer, Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { spanned } from "../tracing.ts"
import { Transactor } from "../Transactor.ts"
import { KeyRepository, type WrappedKey } from "./KeyRepository.ts"
import {
  fingerprintText,
  keyLength,
  openCell,
  type Place,
  SealBroken,
  cellSealer,
  sealCell,
  unwrapKey,
  wrapKey
} from "./sealing.ts"

export type { Place } from "./sealing.ts"

/** The cell was altered, swapped, or its key is not among the known ones. Says which place, never what. */
export class Undecipherable extends Schema.TaggedError<Undecipherable>()("Undecipherable", {
  place: Schema.String,
  message: Schema.String
}) {}

/** Nothing of the account can be read any more: it was deleted, maybe while somebody was about to read it. */
export class KeyErased extends Schema.TaggedError<KeyErased>()("KeyErased", { place: Schema.String }) {
  override get message(): string {
    return `The key of ${this.place} was erased: its account was deleted`
  }
}

/** The key ring can't be used; the message says what is wrong with it. */
export class InvalidKeyRing extends Data.TaggedError("InvalidKeyRing")<{ readonly message: string }> {}

export interface KeyRing {
  /** The id of the key that wraps new data keys. */
  readonly current: string
  /** Key-encryption keys of 32 bytes by their ids: the current one, and earlier ones that still open. */
  readonly keys: ReadonlyMap<string, Redacted.Redacted<Uint8Array>>
}

export class Vault extends Context.Service<
  Vault,
  {
    readonly encrypt: (place: Place, value: Redacted.Redacted<string>) => Effect.Effect<Uint8Array>
    /** What seals many cells of one account: its key is looked up once. */
    readonly sealer: (accountId: string) => Effect.Effect<(place: Place, value: string) => Uint8Array>
    /**
     * A keyed hash of a text: equal for equal texts of the account, and useless without the account's key to somebody who
     * guesses the text.
     */
    readonly fingerprint: (accountId: string, text: string) => Effect.Effect<string>
    readonly decrypt: (
      place: Place,
      cell: Uint8Array
    ) => Effect.Effect<Redacted.Redacted<string>, Undecipherable | KeyErased>
    /** Forgets the account's data key, so that nothing of it can be read any more. */
    readonly erase: (accountId: string) => Effect.Effect<void>
    /**
     * Wraps the data keys that an earlier key-encryption key wraps with the current one; cells stay as they are. Works
     * while the service runs and may be started again after an interruption. Answers how many it wrapped.
     */
    readonly rewrap: Effect.Effect<number, Undecipherable>
  }
>()("@counterfoil/core/security/Vault") {
  static readonly layer = (ring: KeyRing): Layer.Layer<Vault, InvalidKeyRing, KeyRepository | Transactor> =>
    Layer.effect(Vault, makeVault(ring, "accounts"))
}

/** Data keys kept unwrapped in memory at most. */
const cacheSize = 1024
const rewrapBatch = 100

const fault = (ring: KeyRing): string | undefined => {
  if (!ring.keys.has(ring.current)) return `the current key-encryption key ${ring.current} is not in the key ring`
  const odd = [...ring.keys].find(([, key]) => Redacted.value(key).length !== keyLength)
  return odd === undefined ? undefined : `the key-encryption key ${odd[0]} is not ${keyLength} bytes long`
}

export const makeVault = Effect.fnUntraced(function* (ring: KeyRing, owners: "accounts" | "users") {
  const problem = fault(ring)
  if (problem !== undefined) return yield* new InvalidKeyRing({ message: problem })
  const repository = (yield* KeyRepository)[owners]
  const transactor = yield* Transactor
  const dataKeys = new Map<string, Redacted.Redacted<Uint8Array>>()

  const kek = (keyId: string, place: string) => {
    const key = ring.keys.get(keyId)
    return key === undefined
      ? Effect.fail(new Undecipherable({ place, message: `the key-encryption key ${keyId} is not in the key ring` }))
      : Effect.succeed(Redacted.value(key))
  }

  const unwrap = Effect.fnUntraced(function* (accountId: string, key: WrappedKey) {
    const place = `data key of account ${accountId}`
    const opened = unwrapKey(yield* kek(key.keyId, place), key.keyId, accountId, key.wrapped)
    return opened instanceof SealBroken ? yield* new Undecipherable({ place, message: opened.why }) : opened
  })

  /** Only committed keys are remembered: one of a transaction that rolls back must not encrypt anything later. */
  const remember = (accountId: string, dataKey: Uint8Array) =>
    transactor.afterCommit(
      Effect.sync(() => {
        const oldest = dataKeys.size < cacheSize ? undefined : dataKeys.keys().next().value
        if (oldest !== undefined) dataKeys.delete(oldest)
        dataKeys.set(accountId, Redacted.make(dataKey))
      })
    )

  const forget = (accountId: string) => Effect.sync(() => dataKeys.delete(accountId))

  const findDataKey = Effect.fnUntraced(function* (accountId: string) {
    const known = dataKeys.get(accountId)
    if (known !== undefined) return Redacted.value(known)
    const row = yield* repository.find(accountId)
    if (row === null) return null
    const dataKey = yield* unwrap(accountId, row)
    yield* remember(accountId, dataKey)
    return dataKey
  })

  const makeDataKey = Effect.fnUntraced(function* (accountId: string) {
    const wrapped = wrapKey(yield* kek(ring.current, "key ring"), ring.current, accountId, randomBytes(keyLength))
    yield* repository.addIfAbsent(accountId, { keyId: ring.current, wrapped })
    const dataKey = yield* findDataKey(accountId)
    return dataKey ?? (yield* Effect.die(new Error(`account ${accountId} can't have a data key`)))
  })

  const dataKeyOf = (accountId: string) =>
    Effect.flatMap(findDataKey(accountId), (known) => (known === null ? makeDataKey(accountId) : Effect.succeed(known)))

  const rewrapOne = Effect.fnUntraced(function* (accountId: string) {
    const row = yield* repository.find(accountId)
    if (row === null || row.keyId === ring.current) return
    const dataKey = yield* unwrap(accountId, row)
    const wrapped = wrapKey(yield* kek(ring.current, "key ring"), ring.current, accountId, dataKey)
    yield* repository.replace(accountId, row.keyId, { keyId: ring.current, wrapped })
  })

  const decrypt = Effect.fnUntraced(function* (place: Place, cell: Uint8Array) {
    const name = `${place.table}.${place.column} of ${place.row}`
    const dataKey = yield* findDataKey(place.accountId)
    if (dataKey === null) return yield* new KeyErased({ place: name })
    const opened = openCell(dataKey, place, cell)
    if (opened instanceof SealBroken) return yield* new Undecipherable({ place: name, message: opened.why })
    return Redacted.make(opened, { label: `${place.table}.${place.column}` })
  })

  return Vault.of({
    encrypt: Effect.fn("Vault.encrypt")(function* (place, value) {
      return sealCell(yield* dataKeyOf(place.accountId), place, Redacted.value(value))
    }, Effect.orDie),
    sealer: Effect.fn("Vault.sealer")(function* (accountId) {
      return cellSealer(yield* dataKeyOf(accountId))
    }, Effect.orDie),
    fingerprint: Effect.fn("Vault.fingerprint")(function* (accountId, text) {
      return fingerprintText(yield* dataKeyOf(accountId), text)
    }, Effect.orDie),
    decrypt: (place, cell) => spanned("Vault.decrypt")(decrypt(place, cell)),
    erase: Effect.fn("Vault.erase")(function* (accountId) {
      yield* repository.remove(accountId)
      yield* forget(accountId)
      // Once more: a reader may have remembered the key again before this commit.
      yield* transactor.afterCommit(forget(accountId))
    }),
    rewrap: Effect.gen(function* () {
      let count = 0
      for (;;) {
        const accountIds = yield* repository.notWrappedBy(ring.current, rewrapBatch)
        if (accountIds.length === 0) return count
        yield* Effect.forEach(accountIds, rewrapOne, { discard: true })
        count += accountIds.length
      }
    }).pipe(Effect.withSpan("Vault.rewrap"))
  })
})
