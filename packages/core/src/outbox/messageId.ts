/** `msg_` and 26 characters of Crockford's base 32: 128 bits of a UUID version 7, so that later ids sort later. No dots. */
import { Effect } from "effect"
import { uuid } from "../ids.ts"

/** What JavaScript writes in base 32, and what Crockford does: the digits are the same. */
const letters = new Map(
  Array.from("abcdefghijklmnopqrstuv", (letter, index) => [letter, "ABCDEFGHJKMNPQRSTVWXYZ"[index] ?? ""])
)

const crockfords = (letter: string): string => letters.get(letter) ?? ""

const base32 = (bits: bigint): string => bits.toString(32).padStart(26, "0").replace(/[a-v]/g, crockfords)

export const messageIdOf = (id: string): string => `msg_${base32(BigInt(`0x${id.replaceAll("-", "")}`))}`

export const messageId: Effect.Effect<string> = Effect.map(uuid, messageIdOf)
