import { randomUUID } from "node:crypto"

import type { Clock } from "./Clock.ts"
import type { Customer, Session } from "./Customer.ts"
import type { Journal } from "./Journal.ts"

export type ClosingReason = "logout" | "idle" | "expired" | "taken-over" | "reset"

/** The open sessions. A session's token is its cookie's value; its id is what the journal calls it. */
export class Sessions {
  readonly #clock: Clock
  readonly #journal: Journal
  readonly #idleMinutes: (customer: Customer) => number
  #open = new Map<string, Session>()
  #count = 0

  constructor(clock: Clock, journal: Journal, idleMinutes: (customer: Customer) => number) {
    this.#clock = clock
    this.#journal = journal
    this.#idleMinutes = idleMinutes
  }

  open(customer: Customer): Session {
    this.#count += 1
    const session = { id: `session-${this.#count}`, token: randomUUID(), customer, lastSeenAt: this.#clock.now() }
    this.#open.set(session.token, session)
    customer.maxOpenSessions = Math.max(customer.maxOpenSessions, this.of(customer).length)
    this.#journal.write("session-opened", { customer: customer.profile.id, sessionId: session.id })
    return session
  }

  close(session: Session, reason: ClosingReason): void {
    if (!this.#open.delete(session.token)) return
    this.#journal.write("session-closed", { customer: session.customer.profile.id, sessionId: session.id, reason })
  }

  find(token: string | undefined): Session | undefined {
    if (token === undefined) return undefined
    this.#closeIdle()
    return this.#open.get(token)
  }

  of(customer: Customer): readonly Session[] {
    this.#closeIdle()
    return [...this.#open.values()].filter((session) => session.customer === customer)
  }

  touch(session: Session): void {
    session.lastSeenAt = this.#clock.now()
  }

  all(): readonly Session[] {
    this.#closeIdle()
    return [...this.#open.values()]
  }

  #closeIdle(): void {
    const now = this.#clock.now().getTime()
    for (const session of this.#open.values()) {
      const idleMs = now - session.lastSeenAt.getTime()
      if (idleMs > this.#idleMinutes(session.customer) * 60_000) this.close(session, "idle")
    }
  }
}
