/** What an account, its actor and its bank are expected to do: a plain program without time, fibers or a database. */
import { type FailureKind, isFatal } from "@counterfoil/domain"

export interface AccountModel {
  sessionType: "one-shot" | "persistent"
  credentials: { readonly version: number; readonly right: boolean }
  /** A person's restarts: each allows one more login with what is saved then. */
  grants: number
  /** `version/grant` of logins that were refused. */
  readonly spent: Set<string>
  /** The same of those that the bank didn't answer: of credentials that had logged in before, and of others. */
  readonly resting: Set<string>
  readonly unanswered: Set<string>
  /** Versions of which the last that is known is that they logged in. */
  readonly proven: Set<number>
  paused: boolean
  blocked: FailureKind | null
  deleted: boolean
  /** A run is due by itself. */
  due: boolean
  /** The session that stays open, and with which credentials. */
  held: number | null
  /** A login waits for a code: how many were rejected, and by which grant it began. */
  awaiting: { readonly attempts: number; readonly grant: number } | null
  /** Scrapes that somebody asked for: those that the cycle in progress serves, and one that waits. */
  served: number
  queued: boolean
  readonly bank: { refusal: FailureKind | null; readFailure: FailureKind | null; asksCode: boolean; loggedOut: boolean }
  /** Everything that ever happened. */
  readonly counts: {
    passwords: number
    logins: number
    reads: number
    login_failed: number
    scrape_failed: number
    started: number
    stopped: number
    done: number
    failed: number
    skipped: number
  }
}

export const newModel = (): AccountModel => ({
  sessionType: "one-shot",
  credentials: { version: 1, right: true },
  grants: 0,
  spent: new Set(),
  resting: new Set(),
  unanswered: new Set(),
  proven: new Set(),
  paused: false,
  blocked: null,
  deleted: false,
  due: true,
  held: null,
  awaiting: null,
  served: 0,
  queued: false,
  bank: { refusal: null, readFailure: null, asksCode: false, loggedOut: false },
  counts: {
    passwords: 0,
    logins: 0,
    reads: 0,
    login_failed: 0,
    scrape_failed: 0,
    started: 0,
    stopped: 0,
    done: 0,
    failed: 0,
    skipped: 0
  }
})

const keyOf = (model: AccountModel) => `${model.credentials.version}/${model.grants}`

/** No login with what is saved is sent to the bank. */
export const holdsBack = (model: AccountModel): boolean =>
  [model.spent, model.resting, model.unanswered].some((keys) => keys.has(keyOf(model)))

/** The password is out, and no word of the bank's came back. */
const goUnanswered = (model: AccountModel): FailureKind => {
  const again = model.proven.delete(model.credentials.version)
  ;(again ? model.resting : model.unanswered).add(keyOf(model))
  return again ? "bank_unavailable" : "action_required"
}

export const closeSession = (model: AccountModel): void => {
  if (model.held === null) return
  model.held = null
  model.counts.stopped += 1
}

/** The cycle in progress serves the waiting job too. */
const adopt = (model: AccountModel): void => {
  if (model.queued) model.served += 1
  model.queued = false
}

const answerServed = (model: AccountModel, how: "done" | "failed" | "skipped"): void => {
  model.counts[how] += model.served
  model.served = 0
}

const answerJobs = (model: AccountModel, how: "done" | "failed" | "skipped"): void => {
  adopt(model)
  answerServed(model, how)
}

const fail = (model: AccountModel, phase: "login" | "scrape", kind: FailureKind): void => {
  const restarted = model.awaiting !== null && model.awaiting.grant !== model.grants
  model.counts[phase === "login" ? "login_failed" : "scrape_failed"] += 1
  model.awaiting = null
  closeSession(model)
  if (restarted && phase === "login") {
    // Of the login that the restart asked for it says nothing.
    answerServed(model, "failed")
    return rest(model)
  }
  model.due = isFatal(kind)
  if (isFatal(kind)) model.blocked = kind
  answerJobs(model, "failed")
  rest(model)
}

const read = (model: AccountModel): void => {
  if (model.held === null) {
    model.held = model.credentials.version
    model.counts.started += 1
  }
  if (model.bank.readFailure !== null) return fail(model, "scrape", model.bank.readFailure)
  model.counts.reads += 1
  model.due = false
  answerJobs(model, "done")
  if (model.sessionType === "one-shot") closeSession(model)
  rest(model)
}

/** A wrong code is asked for once more; a second one ends the login. */
export const giveCode = (model: AccountModel, right: boolean): void => {
  const { awaiting } = model
  if (awaiting === null) return
  if (right) {
    model.awaiting = null
    model.proven.add(model.credentials.version)
    return read(model)
  }
  if (awaiting.attempts > 0) return fail(model, "login", "otp_rejected")
  model.awaiting = { ...awaiting, attempts: 1 }
}

export const cancelCode = (model: AccountModel): void => fail(model, "login", "otp_timeout")

const logIn = (model: AccountModel): void => {
  const { bank, counts, grants } = model
  const key = keyOf(model)
  if (model.spent.has(key)) return fail(model, "login", "invalid_credentials")
  if (model.unanswered.has(key)) return fail(model, "login", "action_required")
  if (model.resting.has(key)) return fail(model, "login", "bank_unavailable")
  counts.logins += 1
  counts.passwords += 1
  bank.loggedOut = false
  const refusal = model.credentials.right ? bank.refusal : "invalid_credentials"
  if (refusal === "bank_unavailable") return fail(model, "login", goUnanswered(model))
  if (refusal !== null) {
    if (isFatal(refusal)) model.spent.add(key)
    return fail(model, "login", refusal)
  }
  if (bank.asksCode) {
    model.awaiting = { attempts: 0, grant: grants }
    return
  }
  model.proven.add(model.credentials.version)
  read(model)
}

/** A cycle: the session that is held, or a new one, and a read. */
const cycle = (model: AccountModel): void => {
  adopt(model)
  if (model.held !== null && model.held === model.credentials.version && !model.bank.loggedOut) return read(model)
  closeSession(model)
  logIn(model)
}

/** What the actor does whenever it looks: skip, run what is due or asked for, or nothing. */
export const rest = (model: AccountModel): void => {
  if (model.deleted || model.awaiting !== null) return
  if (model.blocked !== null || model.paused) {
    closeSession(model)
    return answerJobs(model, "skipped")
  }
  if (model.queued || model.due) cycle(model)
}

export const askForScrape = (model: AccountModel): void => {
  model.queued = true
  rest(model)
}

/** The newest job that is served goes back into the queue, unless one waits there. */
const giveJobsBack = (model: AccountModel): void => {
  if (model.served === 0) return
  model.counts.failed += model.queued ? model.served : model.served - 1
  model.served = 0
  model.queued = true
}

/** A request for a code is withdrawn: nothing is to be read any more. */
export const pause = (model: AccountModel): void => {
  model.paused = true
  model.awaiting = null
  giveJobsBack(model)
  rest(model)
}

/** The process has ended and another one begins: sessions and logins are lost, what was asked for is done again. */
export const startAgain = (model: AccountModel): void => {
  // That it asked for a code is the bank's word on the password.
  if (model.awaiting !== null) model.proven.add(model.credentials.version)
  model.awaiting = null
  closeSession(model)
  giveJobsBack(model)
  rest(model)
}

/** A login whose password is out, and whose answer never came. */
export const loseLogin = (model: AccountModel): void => {
  model.counts.logins += 1
  model.counts.passwords += 1
  goUnanswered(model)
}

export const stateOf = (model: AccountModel): string => {
  if (model.awaiting !== null) return "awaiting-otp"
  if (model.blocked !== null) return "blocked"
  if (model.paused) return "paused"
  return model.held === null ? "idle" : "monitoring"
}
