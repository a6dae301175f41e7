/** Tells the owner why nothing happens though the account is due. */
import { DateTime, Effect } from "effect"
import type { WaitReason } from "@counterfoil/domain"
import { ActivityLog } from "../events/ActivityLog.ts"

const sentences: Partial<Record<WaitReason, (until: string) => string>> = {
  assisted_hours: (until) =>
    `The next login waits until ${until}: logins that call a person are made within the account's hours (or ASSISTED_HOURS) only, or whenever somebody asks for a read`,
  snoozed: (until) => `The next login waits until ${until}: its owner doesn't want to be asked before`,
  asked_enough: (until) => `The next login waits until ${until}: its owner was asked as often in a day as they allow`,
  bank_pause: (until) => `The next login waits until ${until}: logins of the bank pause`
}

/** Told once, when the account begins to wait for it. */
export const tellOfWaiting = Effect.fnUntraced(function* (
  accountId: string,
  waiting: { readonly because: WaitReason; readonly before: WaitReason | null; readonly until: number | null }
) {
  const { because, before, until } = waiting
  const sentence = sentences[because]
  if (sentence === undefined || because === before || until === null) return
  const activity = yield* ActivityLog
  const at = DateTime.formatIso(DateTime.makeUnsafe(until))
  yield* activity.add({ accountId, kind: "login.waits", message: sentence(at), data: { because, until: at } })
})
