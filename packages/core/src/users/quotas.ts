/**
 * How much of the installation each user may have, so that one user doesn't take it all. What is there already stays; only what
 * is created from now on is refused. From what is counted in tables administrators are exempt: they set the limits.
 */
import { Context, Effect, Schema } from "effect"
import { type Counted, UserRepository } from "./UserRepository.ts"

export interface QuotaLimitsShape {
  /** Enrolled accounts. (Default: 200) */
  readonly accounts: number
  /** Banks that the user created. (Default: 20) */
  readonly banks: number
  /** Script versions that the user published. (Default: 200) */
  readonly scriptVersions: number
  /** API keys that are not revoked. (Default: 50) */
  readonly apiKeys: number
  /** Realtime streams at a time, on each node. (Default: 20) */
  readonly realtimeStreams: number
  /** Statement files in an hour, on each node. (Default: 60) */
  readonly uploadsPerHour: number
}

export const defaultQuotas: QuotaLimitsShape = {
  accounts: 200,
  banks: 20,
  scriptVersions: 200,
  apiKeys: 50,
  realtimeStreams: 20,
  uploadsPerHour: 60
}

export const QuotaLimits = Context.Reference<QuotaLimitsShape>("@counterfoil/core/users/QuotaLimits", {
  defaultValue: () => defaultQuotas
})

/** The user has as many as each may; `message` says how many, and what to do. */
export class QuotaReached extends Schema.TaggedError<QuotaReached>()("QuotaReached", { message: Schema.String }) {}

const words: Readonly<Record<Counted, { readonly many: string; readonly setting: string; readonly instead: string }>> =
  {
    accounts: { many: "accounts", setting: "ACCOUNTS_PER_USER", instead: "delete one that you don't need" },
    banks: { many: "banks", setting: "BANKS_PER_USER", instead: "delete one that has no accounts" },
    scriptVersions: { many: "script versions", setting: "SCRIPT_VERSIONS_PER_USER", instead: "delete an unused bank" },
    apiKeys: { many: "API keys", setting: "API_KEYS_PER_USER", instead: "revoke one" }
  }

const sentence = (what: Counted, count: number, limit: number): string => {
  const { instead, many, setting } = words[what]
  return `You have ${count} ${many}, and each user may have ${limit}: ${instead}, or ask the server's operator to raise ${setting}`
}

/** Answers the check of a user's quota. It is to be called in the transaction of what is created, before that. */
export const quotaCheck = Effect.gen(function* () {
  const repository = yield* UserRepository
  const limits = yield* QuotaLimits
  return Effect.fnUntraced(function* (userId: string, what: Counted) {
    const count = yield* repository.countForQuota(userId, what)
    if (count === "deleted") return yield* new QuotaReached({ message: "This user has been deleted" })
    if (count !== null && count >= limits[what]) {
      return yield* new QuotaReached({ message: sentence(what, count, limits[what]) })
    }
  })
})
