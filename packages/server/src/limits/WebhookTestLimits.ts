/** Webhook tests per user: each makes us call an address of the user's at once. */
import { type Limiter, makeLimiter } from "@counterfoil/core"
import { Context, Duration, Layer } from "effect"

const testsPerMinute = 10

export class WebhookTestLimits extends Context.Service<WebhookTestLimits, Pick<Limiter, "take">>()(
  "@counterfoil/server/limits/WebhookTestLimits"
) {
  static readonly layer = Layer.sync(WebhookTestLimits, () =>
    makeLimiter([{ limit: testsPerMinute, window: Duration.minutes(1) }])
  )
}
