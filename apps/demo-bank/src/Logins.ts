import { randomInt, randomUUID } from "node:crypto"

import type { Clock } from "./Clock.ts"
import type { Customer, Login, Session, Sms } from "./Customer.ts"
import type { Journal } from "./Journal.ts"
import type { Sessions } from "./Sessions.ts"
import type { SwitchBoard } from "./SwitchBoard.ts"

/** What a step of a login led to. */
export type Step =
  | { readonly to: "home"; readonly session: Session }
  | { readonly to: "code" | "new-password"; readonly login: Login }
  | { readonly to: "wrong-password" | "unknown-user" | "locked" | "elsewhere" | "robot" }
  | { readonly to: "wrong-code" | "codes-used-up" | "code-expired" }

/** Takes a customer from a user name and a password to an open session, as the switches allow. */
export class Logins {
  readonly #clock: Clock
  readonly #journal: Journal
  readonly #sessions: Sessions
  readonly #switches: SwitchBoard
  readonly #text: (sms: Sms) => void
  #pending = new Map<string, Login>()
  #count = 0

  constructor(clock: Clock, journal: Journal, sessions: Sessions, switches: SwitchBoard, text: (sms: Sms) => void) {
    this.#clock = clock
    this.#journal = journal
    this.#sessions = sessions
    this.#switches = switches
    this.#text = text
  }

  /** Judges a user name and a password. The third wrong password in a row locks the customer out. */
  enter(customer: Customer | undefined, username: string, password: string, device: string | undefined): Step {
    const step = customer === undefined ? { to: "unknown-user" as const } : this.#judge(customer, password, device)
    this.#journal.write("login-attempt", {
      username: username.slice(0, 64),
      customer: customer?.profile.id ?? null,
      passwordCorrect: customer !== undefined && customer.profile.password === password,
      outcome: step.to === "home" ? "session-opened" : step.to === "code" ? "code-asked" : step.to,
      sessionId: step.to === "home" ? step.session.id : null,
      loginId: "login" in step ? step.login.id : null
    })
    if (step.to === "code") this.#sendCode(step.login)
    return step
  }

  /** An attempt that met a closed bank: it is written down, but nothing was judged. */
  turnAway(customer: Customer | undefined, username: string, password: string, outcome: string): void {
    this.#journal.write("login-attempt", {
      username: username.slice(0, 64),
      customer: customer?.profile.id ?? null,
      passwordCorrect: customer !== undefined && customer.profile.password === password,
      outcome,
      sessionId: null,
      loginId: null
    })
  }

  find(token: string | undefined): Login | undefined {
    return token === undefined ? undefined : this.#pending.get(token)
  }

  /** Judges a one-time code. The second wrong one ends the login, and so does one that comes too late. */
  submitCode(login: Login, code: string): Step {
    const step = this.#judgeCode(login, code.replaceAll(/\s/g, ""))
    this.#journal.write("code-submitted", {
      customer: login.customer.profile.id,
      loginId: login.id,
      outcome:
        step.to === "wrong-code" || step.to === "codes-used-up"
          ? "wrong"
          : step.to === "code-expired"
            ? "expired"
            : "accepted",
      next: step.to,
      sessionId: step.to === "home" ? step.session.id : null
    })
    return step
  }

  /** The customer's answer in the bank's app to every login of theirs that waits. Gives how many there were. */
  answerInApp(customer: Customer, answer: "approved" | "refused"): number {
    const waiting = [...this.#pending.values()].filter((login) => login.customer === customer && login.stage === "code")
    for (const login of waiting) login.answeredInApp = answer
    this.#journal.write("answered-in-app", { customer: customer.profile.id, answer, logins: waiting.length })
    return waiting.length
  }

  isApproved(login: Login): boolean {
    return login.answeredInApp === "approved"
  }

  isRefused(login: Login): boolean {
    return login.answeredInApp === "refused"
  }

  sendNewCode(login: Login): void {
    login.code = newCode()
    this.#sendCode(login)
  }

  /** Saves the new password that the bank asked for; the customer then logs in with it. */
  changePassword(login: Login, password: string): void {
    login.customer.profile = { ...login.customer.profile, password }
    delete login.customer.switches.actionRequired
    this.#pending.delete(login.token)
    this.#journal.write("password-changed", { customer: login.customer.profile.id, loginId: login.id })
  }

  forget(customer?: Customer): void {
    for (const login of this.#pending.values()) {
      if (customer === undefined || login.customer === customer) this.#pending.delete(login.token)
    }
  }

  #judge(customer: Customer, password: string, device: string | undefined): Step {
    if (customer.locked) return { to: "locked" }
    if (customer.profile.password !== password) return this.#countWrongPassword(customer)
    customer.wrongPasswords = 0
    if (this.#switches.of(customer).suspectsRobots) return { to: "robot" }
    if (this.#turnsAwayAsElsewhere(customer)) return { to: "elsewhere" }
    const { asksSmsCode, trustsDevices } = customer.profile
    const trusted = trustsDevices && device !== undefined && customer.trustedDevices.has(device)
    return asksSmsCode && !trusted ? { to: "code", login: this.#begin(customer, "code") } : this.#admit(customer)
  }

  #countWrongPassword(customer: Customer): Step {
    customer.wrongPasswords += 1
    if (customer.wrongPasswords < 3) return { to: "wrong-password" }
    customer.locked = true
    this.#journal.write("customer-locked", { customer: customer.profile.id })
    return { to: "locked" }
  }

  #judgeCode(login: Login, code: string): Step {
    if (this.#clock.now() > login.codeExpiresAt) {
      this.#pending.delete(login.token)
      return { to: "code-expired" }
    }
    const refused = this.#switches.tick(login.customer, "rejectNextCodes")
    const isRight = code === login.code || code === login.refusedCode
    if (!refused && isRight) {
      this.#pending.delete(login.token)
      return this.#admit(login.customer)
    }
    login.wrongCodes += 1
    if (login.wrongCodes < 2) {
      if (isRight) {
        login.refusedCode = login.code
        this.sendNewCode(login)
      }
      return { to: "wrong-code" }
    }
    this.#pending.delete(login.token)
    return { to: "codes-used-up" }
  }

  #admit(customer: Customer): Step {
    const switches = this.#switches.of(customer)
    if (switches.actionRequired) return { to: "new-password", login: this.#begin(customer, "new-password") }
    if (this.#turnsAwayAsElsewhere(customer)) return { to: "elsewhere" }
    if (switches.secondLogin === "takeover") {
      for (const session of this.#sessions.of(customer)) this.#sessions.close(session, "taken-over")
    }
    return { to: "home", session: this.#sessions.open(customer) }
  }

  #turnsAwayAsElsewhere(customer: Customer): boolean {
    const switches = this.#switches.of(customer)
    const another = switches.secondLogin === "refuse" && this.#sessions.of(customer).length > 0
    if (!switches.loggedInElsewhere && !another) return false
    customer.refusedElsewhere += 1
    return true
  }

  #begin(customer: Customer, stage: Login["stage"]): Login {
    this.#count += 1
    const login: Login = {
      id: `login-${this.#count}`,
      token: randomUUID(),
      customer,
      stage,
      code: newCode(),
      refusedCode: undefined,
      codeExpiresAt: this.#clock.now(),
      wrongCodes: 0
    }
    this.#pending.set(login.token, login)
    return login
  }

  #sendCode(login: Login): void {
    const { codeTtlSeconds, codeDelaySeconds, codeNeverSent } = this.#switches.of(login.customer)
    const sentAt = this.#clock.now()
    login.codeExpiresAt = new Date(sentAt.getTime() + codeTtlSeconds * 1000)
    const customer = login.customer.profile.id
    const sending = codeNeverSent ? "never-sent" : codeDelaySeconds > 0 ? "delayed" : "sent"
    this.#journal.write("code-prompted", { customer, loginId: login.id, sending, ttlSeconds: codeTtlSeconds })
    if (codeNeverSent) return
    const text = `BANCO DEMO: ${login.code} is your code to log in. Do not share it with anyone.`
    const arrivesAt = new Date(sentAt.getTime() + codeDelaySeconds * 1000)
    this.#text({ customer, text, code: login.code, sentAt, arrivesAt })
  }
}

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0")
