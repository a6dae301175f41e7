/** Where messages go and what signs them, by the settings as they are at the attempt. */
import { Effect, type Redacted } from "effect"
import { Accounts } from "../accounts/Accounts.ts"
import type { ClaimedDelivery } from "./DeliveryRepository.ts"
import { type Receiver, receiverOf } from "./receiver.ts"
import type { AccountSettings } from "../accounts/Account.ts"

interface Known {
  readonly version: string
  readonly settings: AccountSettings
  readonly secrets: ReadonlyArray<Redacted.Redacted<string>>
}

/** Accounts whose settings are kept in memory at most. */
const most = 1024

/**
 * Reads and decrypts an account's settings once, and again when they change: a claim answers their version with each
 * message. Null: the settings name no receiver any more.
 */
export const makeReceivers = Effect.gen(function* () {
  const accounts = yield* Accounts
  const known = new Map<string, Known>()

  const keep = (accountId: string, found: Known) => {
    known.delete(accountId)
    const oldest = known.size < most ? undefined : known.keys().next().value
    if (oldest !== undefined) known.delete(oldest)
    known.set(accountId, found)
    return found
  }

  const read = Effect.fnUntraced(function* ({ accountId, settingsVersion }: ClaimedDelivery) {
    const settings = yield* accounts.findSettings(accountId)
    if (settings === null) return null
    const secrets = yield* accounts.signingSecrets(accountId)
    return keep(accountId, { version: settingsVersion, settings, secrets })
  })

  return Effect.fnUntraced(function* (delivery: ClaimedDelivery) {
    const held = known.get(delivery.accountId)
    const found = held?.version === delivery.settingsVersion ? held : yield* read(delivery)
    const receiver: Receiver | null = found === null ? null : receiverOf(delivery.lane, found.settings)
    return found === null || receiver === null ? null : { receiver, secrets: found.secrets }
  })
})
