/**
 * What becomes of an account when a session lane action ends: one pure function of how it ended, what the account was when it
 * began, and what it is now. What a person did meanwhile is never overwritten.
 */
import { type FailureKind, isFatal } from "../failure.ts"
import { nextRun, regularDelay } from "../policy.ts"

/** What a later change of the account's row can contradict. */
export interface AccountStamp {
  /** Bumped by each restart. */
  readonly loginGrant: number
  /** Bumped by each change of the bank credentials. */
  readonly credentialsVersion: number
  /** The bank's active version. */
  readonly scriptId: string | null
  readonly failureKind: string | null
  readonly failureCount: number
}

export type SessionOutcome =
  /** Read, taken in. */
  | { readonly _tag: "Read" }
  /** The login or the read failed, for a reason that the failure policy knows. */
  | {
      readonly _tag: "Failed"
      readonly phase: "login" | "scrape"
      readonly kind: FailureKind
      /** No login for so long, in milliseconds: the bank did not answer the last one. */
      readonly restMs?: number
    }
  /** Nothing was asked of the bank, which did not answer the last login: that is tried once more after so many milliseconds. */
  | { readonly _tag: "Rests"; readonly kind: FailureKind; readonly restMs: number }

export interface Pace {
  readonly intervalMs: number
  /** −1 to 1. */
  readonly jitter: number
  readonly assisted: boolean
}

export interface NextRun {
  /** Null: only a restart leads on. */
  readonly delayMs: number | null
  readonly failureKind: string | null
  readonly failureCount: number
}

export interface SessionConsequence {
  /** Only a person's restart leads on. */
  readonly block: boolean
  /** Null: the row's schedule stays as it is, for somebody has set it meanwhile. */
  readonly schedule: NextRun | null
  /** Whether the failure begins a spell, and is notified. */
  readonly notify: boolean
  /** Whether those who asked while it ran have their answer too. */
  readonly answersWaiting: boolean
}

/** Failures that no other version of the script would mend: the owner is logged in elsewhere, or sent no code. */
const notOfTheScript: ReadonlyArray<FailureKind> = ["session_elsewhere", "otp_timeout"]

export const afterSession = (
  outcome: SessionOutcome,
  begun: AccountStamp,
  present: AccountStamp,
  pace: Pace
): SessionConsequence => {
  if (outcome._tag === "Read") {
    const delayMs = regularDelay(pace.intervalMs, pace.jitter)
    const schedule = { delayMs, failureKind: null, failureCount: 0 }
    return { block: false, schedule, notify: false, answersWaiting: false }
  }
  const restarted = present.loginGrant !== begun.loginGrant || present.credentialsVersion !== begun.credentialsVersion
  if (outcome._tag === "Rests") return whileResting(outcome, present, restarted)
  const { kind, phase } = outcome
  const promoted = present.scriptId !== begun.scriptId && !notOfTheScript.includes(kind)
  const isNews = present.failureKind !== kind
  if (isFatal(kind)) {
    // Other credentials than the refused ones would be sent now.
    if (restarted) return { block: false, schedule: null, notify: isNews, answersWaiting: false }
    const schedule = { delayMs: null, failureKind: kind, failureCount: present.failureCount + 1 }
    return { block: true, schedule, notify: true, answersWaiting: true }
  }
  // The failure was of other credentials, or of another version, and says nothing of the present ones. A failed read counts
  // even if somebody restarted the account meanwhile.
  if ((restarted && phase === "login") || promoted) {
    return { block: false, schedule: null, notify: isNews, answersWaiting: false }
  }
  const failureCount = present.failureCount + 1
  const plan = nextRun({
    kind,
    consecutiveFailures: failureCount,
    intervalMs: pace.intervalMs,
    jitter: pace.jitter,
    assisted: pace.assisted
  })
  const delayMs = plan._tag === "Block" ? null : Math.max(plan.delayMs, outcome.restMs ?? 0)
  return {
    block: plan._tag === "Block",
    schedule: { delayMs, failureKind: kind, failureCount },
    notify: isNews,
    answersWaiting: !restarted
  }
}

/** No further failure of the spell: whoever asks before the rest is over puts nothing off. */
const whileResting = (
  { kind, restMs }: Extract<SessionOutcome, { readonly _tag: "Rests" }>,
  present: AccountStamp,
  restarted: boolean
): SessionConsequence => {
  if (restarted) return { block: false, schedule: null, notify: false, answersWaiting: false }
  const failureKind = present.failureKind ?? kind
  return {
    block: false,
    schedule: { delayMs: restMs, failureKind, failureCount: Math.max(1, present.failureCount) },
    notify: present.failureKind === null,
    answersWaiting: true
  }
}
