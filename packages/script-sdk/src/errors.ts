/** How a bank script says that it can't go on. */

/** Trying again could only do harm: a person has to act first. */
export type TerminalKind = "invalid_credentials" | "account_locked" | "action_required"

/** It may work later. */
export type RetryableKind =
  | "otp_rejected"
  | "otp_timeout"
  | "bank_unavailable"
  | "automation_blocked"
  | "session_elsewhere"
  | "layout_changed"

export type FailureKind = TerminalKind | RetryableKind

/** Ends the phase and blocks the account until its owner restarts it. */
export class Terminal extends Error {
  override readonly name = "Terminal"
  readonly kind: TerminalKind

  constructor(kind: TerminalKind, message: string = kind) {
    super(message)
    this.kind = kind
  }
}

/** Ends the phase; it is tried again later. */
export class Retryable extends Error {
  override readonly name = "Retryable"
  readonly kind: RetryableKind

  constructor(kind: RetryableKind, message: string = kind) {
    super(message)
    this.kind = kind
  }
}

const terminalKinds: ReadonlySet<string> = new Set<TerminalKind>([
  "invalid_credentials",
  "account_locked",
  "action_required"
])

const isTerminalKind = (kind: FailureKind): kind is TerminalKind => terminalKinds.has(kind)

/** The error of a kind. */
export const failureOf = (kind: FailureKind, message?: string): Terminal | Retryable =>
  isTerminalKind(kind) ? new Terminal(kind, message) : new Retryable(kind, message)

/**
 * A call to the page that did not work. `code`: `Timeout`, `StrictMode`, `NavigationRefused`, `NavigationFailed`,
 * `SecretRead`, `SecretOrigin`, `SecretRefused`, `SecretTooShort`, `KeypadMiss`, `PageClosed`, `InvalidCall`, `TooLarge`, `TooManyCalls`, `PhaseOver`,
 * `NotAwaited`, `LoginEnded` or `Failed`.
 */
export class BankPageError extends Error {
  override readonly name = "BankPageError"
  readonly code: string
  /** What was called, as it would be written: `page.getByLabel('Password').fill(…)`. */
  readonly call: string

  constructor(code: string, call: string, message: string) {
    super(`${call}: ${code}: ${message}`)
    this.code = code
    this.call = call
  }
}

/** The `Terminal` or `Retryable` behind an error, also where it was wrapped as a cause. */
export const declaredFailure = (error: unknown): Terminal | Retryable | undefined => {
  let at = error
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    if (at instanceof Terminal || at instanceof Retryable) return at
    at = at.cause
  }
  return undefined
}
