/** Submissions of codes per account, over both surfaces together. */
import { makeLimiter, type Limiter, type Rule } from "@counterfoil/core"
import { Context, Duration, Layer } from "effect"

export interface OtpLimitOptions {
  readonly submissionsPerMinute: number
  readonly submissionsPerHour: number
}

export class OtpLimits extends Context.Service<OtpLimits, Pick<Limiter, "take">>()(
  "@counterfoil/server/limits/OtpLimits"
) {
  static readonly layer = (options: OtpLimitOptions) =>
    Layer.sync(OtpLimits, () =>
      makeLimiter([
        { limit: options.submissionsPerMinute, window: Duration.minutes(1) },
        { limit: options.submissionsPerHour, window: Duration.hours(1) }
      ])
    )
}

/** "at most 5 codes a minute for one account" */
export const otpLimitInWords = ({ limit, window }: Rule): string =>
  `at most ${limit} ${limit === 1 ? "code" : "codes"} ${Duration.toMinutes(window) === 1 ? "a minute" : "an hour"} for one account`
