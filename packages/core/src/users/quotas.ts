/**
 * How much of the installation each user may have, so that one user doesn't take it all. What is there already stays; only what
 * is created from now on is refused. From what is counted in tables administrators are exempt: they set the limits.
 */
import { Context, Effect, Schema } from "effect"
import { type Counted, type Kept, type LeavesRows, UserRepository } from "./UserRepository.ts"

export interface QuotaLimitsShape {
  /** Enrolled accounts. (Default: 200) */
  readonly accounts: number
  /** Banks that the user created. (Default: 20) */
  readonly banks: number
  /** Script versions that the user published. (Default: 200) */
  readonly scriptVersions: number
  /** API keys that are not revoked. (Default: 50) */
  readonly apiKeys: number
  /** Movements that all accounts of the user keep. (Default: 5,000,000) */
  readonly movements: number
  /** Orders, open and settled ones, that all accounts of the user keep. (Default: 2,000,000) */
  readonly orders: number
  /** Realtime streams at a time, on each node. (Default: 20) */
  readonly realtimeStreams: number
  /** Statement files in an hour, on each node. (Default: 60) */
  readonly uploadsPerHour: number
  /** Requests that change something, in a minute, on each node; ten times as many in an hour. (Default: 600) */
  readonly changesPerMinute: number
}

export const defaultQuotas: QuotaLimitsShape = {
  accounts: 200,
  banks: 20,
  scriptVersions: 200,
  apiKeys: 50,
  movements: 5_000_000,
  orders: 2_000_000,
  realtimeStreams: 20,
  uploadsPerHour: 60,
  changesPerMinute: 600
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

/** So often a user may make all anew in a day: what is given up leaves a row, of which there would be ever more otherwise. */
const timesADay = 10

const leavesRows = (what: Counted): what is LeavesRows => what === "accounts" || what === "apiKeys"

const goneSentence = (what: LeavesRows, gone: number): string => {
  const { many, setting } = words[what]
  const deed = what === "accounts" ? "deleted" : "revoked"
  return `You have ${deed} ${gone} ${many} within a day: wait before you make another one, or ask the server's operator to raise ${setting}, of which ten times as many may be ${deed} in a day`
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
    if (count === null || !leavesRows(what)) return
    const gone = yield* repository.countGivenUp(userId, what)
    if (gone >= timesADay * limits[what]) return yield* new QuotaReached({ message: goneSentence(what, gone) })
  })
})

const settingOf: Readonly<Record<Kept, string>> = { movements: "MOVEMENTS_PER_USER", orders: "ORDERS_PER_USER" }

/**
 * Answers the check of what accounts gather by themselves, before so many more of it are stored. Accounts that store at the
 * same time don't wait for each other: together they may go beyond the limit by what each of them brings at once.
 */
export const keptCheck = Effect.gen(function* () {
  const repository = yield* UserRepository
  const limits = yield* QuotaLimits
  return Effect.fnUntraced(function* (accountId: string, what: Kept, more: number) {
    if (more === 0) return
    const count = yield* repository.countKept(accountId, what)
    if (count === null || count + more <= limits[what]) return
    const message =
      `The user's accounts keep ${count} ${what}, and ${more} more would be over the ${limits[what]} that each user may have: ` +
      `none of them was stored. Ask the server's operator to raise ${settingOf[what]}`
    return yield* new QuotaReached({ message })
  })
})
