/** Two accounts that read one bank account take each of its payments in twice: their owner hears of it when they save settings. */
import { Effect } from "effect"
import type { NamedAccount } from "../accounts/Account.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { ActivityLog } from "./ActivityLog.ts"

interface Saved extends NamedAccount {
  readonly userId: string
}

/** In the activity of each of them, once. Answers the others. */
export const tellSameBankAccount = Effect.fn("tellSameBankAccount")(function* (saved: Saved) {
  const accounts = yield* Accounts
  const activity = yield* ActivityLog
  const others = yield* accounts.sameBankAccount(saved.userId, saved.id)
  const tell = (accountId: string, { id, name }: NamedAccount) =>
    activity.add({
      accountId,
      kind: "settings.same_bank_account",
      message: `This account and "${name}" read, by their bank_account, the same bank account: each of its payments is taken in, matched and told twice. Give one of them the bank_account that it is to read, or delete it`,
      data: { account_id: id, account_name: name },
      once: true
    })
  for (const other of others) {
    yield* tell(saved.id, other)
    yield* tell(other.id, saved)
  }
  return others
})
