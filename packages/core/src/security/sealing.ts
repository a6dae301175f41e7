/**
 * Sealed bytes (AES-256-GCM), and the two uses that the vault makes of them: cells and wrapped keys.
 *
 * A cell: version (1 byte), fingerprint of its data key (8), nonce (12), tag (16), ciphertext. The additional data binds
 * account, table, column, row, the fingerprint and the version. A wrapped key: version (1), nonce (12), tag (16),
 * ciphertext; its additional data binds the account and the id of the key-encryption key.
 */
import { rememberedOf } from "@counterfoil/domain"
import { createCipheriv, createDecipheriv, createHash, createHmac, randomFillSync } from "node:crypto"

export const keyLength = 32
const version = 1
const fingerprintLength = 8
const nonceLength = 12
const tagLength = 16

/** Why a sealed text can't be opened; never what is in it. */
export class SealBroken {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

/** Random bytes for so many nonces are asked for at once: by itself each would cost as much as the cipher. */
const noncesAtOnce = 256
const nonces = Buffer.alloc(noncesAtOnce * nonceLength)
let noncesUsed = noncesAtOnce

const newNonce = (): Uint8Array => {
  if (noncesUsed === noncesAtOnce) {
    randomFillSync(nonces)
    noncesUsed = 0
  }
  const at = nonceLength * noncesUsed++
  return nonces.subarray(at, at + nonceLength)
}

/** The nonce is copied before another one can take its bytes. */
const seal = (key: Uint8Array, plain: Uint8Array, bound: string): Uint8Array => {
  const nonce = newNonce()
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(bound))
  const secret = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), secret])
}

const open = (key: Uint8Array, sealed: Uint8Array, bound: string): Uint8Array | SealBroken => {
  if (sealed.length < nonceLength + tagLength) return new SealBroken("it is cut short")
  const nonce = sealed.subarray(0, nonceLength)
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength)
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength })
    .setAAD(Buffer.from(bound))
    .setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()])
  } catch {
    return new SealBroken("it was altered or belongs to another place")
  }
}

/** Tells data keys apart without telling anything of them. */
const fingerprintOf = rememberedOf((dataKey: Uint8Array): Uint8Array =>
  createHash("sha256").update("counterfoil data key").update(dataKey).digest().subarray(0, fingerprintLength)
)

/** 128 bits in hexadecimal digits. */
export const fingerprintText = (dataKey: Uint8Array, text: string): string =>
  createHmac("sha256", dataKey).update("counterfoil fingerprint").update(text).digest("hex").slice(0, 32)

const boundOf = (place: Place, fingerprint: Uint8Array): string =>
  JSON.stringify([
    "cell",
    version,
    place.accountId,
    place.table,
    place.column,
    place.row,
    Buffer.from(fingerprint).toString("hex")
  ])

/** Seals many cells of one key. */
export const cellSealer = (dataKey: Uint8Array): ((place: Place, text: string) => Uint8Array) => {
  const fingerprint = fingerprintOf(dataKey)
  return (place, text) => {
    const sealed = seal(dataKey, Buffer.from(text, "utf8"), boundOf(place, fingerprint))
    return Buffer.concat([Uint8Array.of(version), fingerprint, sealed])
  }
}

export const sealCell = (dataKey: Uint8Array, place: Place, text: string): Uint8Array =>
  cellSealer(dataKey)(place, text)

export const openCell = (dataKey: Uint8Array, place: Place, cell: Uint8Array): string | SealBroken => {
  if (cell[0] !== version) return new SealBroken("its format is not known")
  const fingerprint = cell.subarray(1, 1 + fingerprintLength)
  if (Buffer.compare(fingerprint, fingerprintOf(dataKey)) !== 0) {
    return new SealBroken("it was written with another key of the account")
  }
  const opened = open(dataKey, cell.subarray(1 + fingerprintLength), boundOf(place, fingerprint))
  return opened instanceof SealBroken ? opened : Buffer.from(opened).toString("utf8")
}

const wrapBound = (accountId: string, keyId: string): string => JSON.stringify(["data key", version, accountId, keyId])

export const wrapKey = (kek: Uint8Array, keyId: string, accountId: string, dataKey: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of(version), seal(kek, dataKey, wrapBound(accountId, keyId))])

export const unwrapKey = (
  kek: Uint8Array,
  keyId: string,
  accountId: string,
  wrapped: Uint8Array
): Uint8Array | SealBroken =>
  wrapped[0] === version
    ? open(kek, wrapped.subarray(1), wrapBound(accountId, keyId))
    : new SealBroken("its format is not known")

/** Where a value lives. */
export interface Place {
  readonly accountId: string
  readonly table: string
  readonly column: string
  readonly row: string
}
