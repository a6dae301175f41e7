/** Tests of webhooks, channels and mailboxes: each makes us call an address of the user's at once. */
import { type Limiter, type LimitReached, makeLimiter } from "@counterfoil/core"
import { Context, Duration, Effect, Layer } from "effect"

const perMinute = (limit: number) => makeLimiter([{ limit, window: Duration.minutes(1) }])

export class WebhookTestLimits extends Context.Service<
  WebhookTestLimits,
  {
    /** Of webhooks and channels. */
    readonly take: Limiter["take"]
    /** Of an account's mailbox: who has many accounts tries one after the other. */
    readonly takeMailbox: (user: string, account: string) => Effect.Effect<void, LimitReached>
  }
>()("@counterfoil/server/limits/WebhookTestLimits") {
  static readonly layer = Layer.sync(WebhookTestLimits, () => {
    const [tests, ofAccount, ofUser] = [perMinute(10), perMinute(10), perMinute(60)]
    return {
      take: tests.take,
      takeMailbox: (user, account) => Effect.andThen(ofAccount.take(account), ofUser.take(user))
    }
  })
}
