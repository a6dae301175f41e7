/** One activation of an account's actor: everything that it holds while it is awake, in one value. */
import { Clock, Effect, Exit, type Ref, Scope } from "effect"
import type { ActorFence } from "../accounts/ActorFence.ts"
import type { OtpBroker } from "../sessions/assistance/OtpBroker.ts"
import type { BankSession, SessionContext } from "../sessions/BankSession.ts"
import type { RunnableScript } from "../scripts/Script.ts"

/** What the session lane is doing, for those who ask. */
export type SessionPhase = "idle" | "opening" | "awaiting-otp" | "reading" | "monitoring" | "closing"

/** A session that is open at the bank. */
export interface HeldSession {
  readonly session: BankSession
  /** Closes the browser's page. */
  readonly page: Scope.Closeable
  /** Gives back the permit for an open browser context. */
  readonly permit: Scope.Closeable
  /** What the session was opened with. It is logged out with the same, even if the settings have changed since. */
  readonly context: SessionContext
  readonly script: RunnableScript
}

/** Something of ours failed: the lane waits longer each time. `until`: by the monotonic clock. */
export interface LaneFault {
  readonly count: number
  readonly until: number
}

export interface Lane {
  busy: boolean
  /** Somebody asked for what this lane does: it goes first in every queue. */
  asked: boolean
  fault: LaneFault | null
}

export interface Awake {
  readonly accountId: string
  readonly fence: ActorFence
  readonly broker: OtpBroker
  readonly held: Ref.Ref<HeldSession | null>
  /** The session whose end was told since the cycle began. */
  readonly told: Ref.Ref<string | null>
  /** Who deletes the account was told that its session is held here: so it is logged out when it ends, and not left open. */
  readonly mustLeave: Ref.Ref<boolean>
  readonly phase: Ref.Ref<SessionPhase>
  readonly session: Lane
  readonly orders: Lane
  /** The loop looks at the tables again. */
  readonly lookAgain: Effect.Effect<void>
}

/** Gives page and permit back. */
export const closeHeld = ({ page, permit }: Pick<HeldSession, "page" | "permit">) =>
  Effect.ensuring(Scope.close(page, Exit.void), Scope.close(permit, Exit.void))

const firstWaitMs = 1_000
const longestWaitMs = 60_000

/** Reads milliseconds that never go back, whatever becomes of the wall clock. */
export const monotonicClock = Effect.map(
  Clock.Clock,
  (clock) => () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000
)

export const faultAfter = (before: LaneFault | null, now: number): LaneFault => {
  const count = (before?.count ?? 0) + 1
  return { count, until: now + Math.min(longestWaitMs, firstWaitMs * 2 ** (count - 1)) }
}
