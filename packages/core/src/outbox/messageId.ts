/** `msg_` and 26 characters of Crockford's base 32: 128 bits of a UUID version 7, so that later ids sort later. No dots. */
import { Effect } from "effect"
import { uuid } from "../ids.ts"

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const base32 = (bits: bigint): string =>
  Array.from({ length: 26 }, (_, index) => alphabet[Number((bits >> BigInt(5 * (25 - index))) & 31n)]).join("")

export const messageId: Effect.Effect<string> = Effect.map(
  uuid,
  (id) => `msg_${base32(BigInt(`0x${id.replaceAll("-", "")}`))}`
)
