/** Where messages go and what signs them, by the settings as they are at the attempt. */
import { Cache, Duration, Effect, Exit } from "effect"
import { Accounts } from "../accounts/Accounts.ts"
import type { ClaimedDelivery } from "../outbox/DeliveryRows.ts"
import { KeyErased } from "../security/Vault.ts"
import { receiverOf } from "./receiver.ts"

type Claimed = Pick<ClaimedDelivery, "accountId" | "lane" | "settingsVersion">

/** Settings that are kept in memory at most. */
const most = 1024

/**
 * Reads and decrypts an account's settings once for each version of them, which a claim answers with each message. Null: the
 * settings name no receiver any more.
 */
export const makeReceivers = Effect.gen(function* () {
  const accounts = yield* Accounts

  /**
   * The secrets first: they go with the settings, so that those that are still there after them were signed with all along. The
   * other way round a message of an account that is being deleted would leave without a signature.
   */
  const read = Effect.fnUntraced(
    function* (versionOf: string) {
      const [accountId = ""] = versionOf.split(" ")
      const secrets = yield* accounts.signingSecrets(accountId)
      const settings = yield* accounts.findSettings(accountId)
      return settings === null ? null : { settings, secrets }
    },
    Effect.catchDefect((defect) => (defect instanceof KeyErased ? Effect.succeed(null) : Effect.die(defect)))
  )
  const known = yield* Cache.makeWith(read, {
    capacity: most,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero)
  })

  return Effect.fnUntraced(function* ({ accountId, lane, settingsVersion }: Claimed) {
    const found = yield* Cache.get(known, `${accountId} ${settingsVersion}`)
    const receiver = found === null ? null : receiverOf(lane, found.settings)
    return found === null || receiver === null ? null : { receiver, secrets: found.secrets }
  })
})
