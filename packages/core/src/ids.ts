/** Fresh ids. UUID version 7: rows made later sort later. */
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"

export const uuid: Effect.Effect<string> = Effect.sync(() => SecureRandom.uuidV7Unsafe())
