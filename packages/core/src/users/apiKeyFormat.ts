/**
 * The text of an API key: `svc_<prefix 8>_<secret 64>`, base62. The secret's last six characters are a checksum (CRC-32)
 * of all that stands before them, so that a typo is refused without a look-up.
 */
import { crc32 } from "node:zlib"

const marker = "svc"
const prefixLength = 8
const secretLength = 64
const checksumLength = 6
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const shape = new RegExp(`^${marker}_([0-9A-Za-z]{${prefixLength}})_[0-9A-Za-z]{${secretLength}}$`)

/** Random characters a new key needs. */
export const apiKeyEntropy = prefixLength + secretLength - checksumLength

const checksumOf = (text: string): string => {
  let rest = crc32(text)
  let checksum = ""
  for (let place = 0; place < checksumLength; place++) {
    checksum = digits.charAt(rest % digits.length) + checksum
    rest = Math.floor(rest / digits.length)
  }
  return checksum
}

/** Base62 characters out of random bytes; fewer than bytes, since those that would favour some digits are passed over. */
export const base62 = (bytes: Uint8Array): string =>
  Array.from(bytes)
    .filter((byte) => byte < 256 - (256 % digits.length))
    .map((byte) => digits.charAt(byte % digits.length))
    .join("")

/** The key of `apiKeyEntropy` random base62 characters. */
export const makeApiKey = (random: string): { readonly key: string; readonly prefix: string } => {
  const prefix = random.slice(0, prefixLength)
  const body = `${marker}_${prefix}_${random.slice(prefixLength, apiKeyEntropy)}`
  return { key: body + checksumOf(body), prefix }
}

/** Its prefix, if the text has the form of a key and its checksum is right. */
export const prefixOfApiKey = (text: string): string | undefined => {
  const prefix = shape.exec(text)?.[1]
  const body = text.slice(0, -checksumLength)
  return prefix !== undefined && text.slice(-checksumLength) === checksumOf(body) ? prefix : undefined
}
