/** What somebody who runs the service has to know. Counted and logged always; sent to their own webhook where one is set. */
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { countNotice } from "./metrics.ts"

export const operatorNoticeKinds = [
  /** Logins of a bank pause: known-good credentials of several users were refused. */
  "bank_paused",
  "scrape_quarantined",
  /** An account has had no complete scrape for a long time. */
  "account_stale",
  /** A shop's list of pending orders can't be read for a long time. */
  "orders_unread",
  "webhook_exhausted",
  "endpoint_disabled",
  /** The last cycles of an account ended with their node. */
  "account_held_back",
  /** The active version of a bank doesn't load here. */
  "script_unusable",
  "node_lost",
  /** Something that the work needs is missing on this node: `GET /ready` says it too. */
  "not_ready"
] as const

export interface OperatorNotice {
  readonly kind: (typeof operatorNoticeKinds)[number]
  /** One sentence without secrets. */
  readonly message: string
  /** Ids and codes, such as `account` or `bank`. */
  readonly about: Readonly<Record<string, string>>
}

export interface OperatorNoticesShape {
  /** The same kind about the same is told once an hour, and counted each time. */
  readonly tell: (notice: OperatorNotice) => Effect.Effect<void>
}

const repeatAfter = Duration.toMillis(Duration.hours(1))
/** Remembered at most; the oldest are forgotten, and would be told again. */
const mostRemembered = 10_000

/** Hands on what was not told within the last hour. */
export const makeOperatorNotices = (send: (notice: OperatorNotice) => Effect.Effect<void>): OperatorNoticesShape => {
  const told = new Map<string, number>()

  const isNew = (notice: OperatorNotice, now: number): boolean => {
    const key = JSON.stringify([notice.kind, notice.about])
    const last = told.get(key)
    // One of later was told by a clock that has been set back since.
    if (last !== undefined && last <= now && now - last < repeatAfter) return false
    told.delete(key)
    const oldest = told.size < mostRemembered ? undefined : told.keys().next().value
    if (oldest !== undefined) told.delete(oldest)
    told.set(key, now)
    return true
  }

  return {
    tell: Effect.fnUntraced(function* (notice) {
      yield* countNotice({ kind: notice.kind })
      if (!isNew(notice, yield* Clock.currentTimeMillis)) return
      yield* Effect.logWarning(notice.message).pipe(Effect.annotateLogs({ notice: notice.kind, ...notice.about }))
      yield* send(notice)
    })
  }
}

/** Without a layer: counted and logged. */
export const OperatorNotices = Context.Reference<OperatorNoticesShape>("@counterfoil/core/operators/OperatorNotices", {
  defaultValue: () => makeOperatorNotices(() => Effect.void)
})

/** Counted and logged, by a service of several in one process as by one alone: each remembers what it has told itself. */
export const operatorLogLayer = Layer.sync(OperatorNotices, () => makeOperatorNotices(() => Effect.void))

export const tellOperators = (notice: OperatorNotice): Effect.Effect<void> =>
  Effect.flatMap(OperatorNotices, ({ tell }) => tell(notice))
