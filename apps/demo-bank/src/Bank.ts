import { addDays, localDateOf, localTimeOf, type LocalDate } from "./calendar.ts"
import { Clock } from "./Clock.ts"
import type { Customer, Profile, Sms } from "./Customer.ts"
import { InputError } from "./Fields.ts"
import { Journal } from "./Journal.ts"
import type { Letter } from "./Mailer.ts"
import { type Kind, Ledger, type Movement } from "./Ledger.ts"
import { Logins } from "./Logins.ts"
import type { Cents } from "./money.ts"
import { type History, seeds } from "./seeds.ts"
import { Sessions } from "./Sessions.ts"
import { SwitchBoard } from "./SwitchBoard.ts"

export type NewMovement = {
  readonly kind: Kind
  readonly description: string
  readonly amount: Cents
  readonly date?: LocalDate | undefined
  /** Null: the bank prints no time. Absent: now. */
  readonly time?: string | null | undefined
  readonly pending?: boolean | undefined
}

/** The whole bank in memory: its customers with their movements, its sessions, its phones, its switches. */
export class Bank {
  readonly clock: Clock
  readonly journal: Journal
  readonly switches: SwitchBoard
  readonly sessions: Sessions
  readonly logins: Logins
  #customers = new Map<string, Customer>()
  #messages: Sms[] = []
  #sequence = 0
  readonly #mailer: ((letter: Letter) => Promise<void>) | undefined

  constructor(options: {
    readonly now?: (() => Date) | undefined
    readonly journalFile?: string | undefined
    readonly mailer?: ((letter: Letter) => Promise<void>) | undefined
  }) {
    this.clock = new Clock(options.now)
    this.journal = new Journal(this.clock, options.journalFile)
    this.switches = new SwitchBoard()
    this.sessions = new Sessions(this.clock, this.journal, (customer) => this.switches.of(customer).idleMinutes)
    this.logins = new Logins(this.clock, this.journal, this.sessions, this.switches, (sms) => this.#send(sms))
    this.#mailer = options.mailer
    this.#seed()
  }

  /** Everything as it was at the start. What the journal file holds stays. */
  reset(): void {
    for (const session of this.sessions.all()) this.sessions.close(session, "reset")
    this.logins.forget()
    this.switches.reset()
    this.clock.reset()
    this.#customers.clear()
    this.#messages = []
    this.#sequence = 0
    this.journal.clear()
    this.#seed()
  }

  today(): LocalDate {
    return localDateOf(this.clock.now())
  }

  customers(): readonly Customer[] {
    return [...this.#customers.values()]
  }

  customer(id: string): Customer {
    const customer = this.#customers.get(id)
    if (customer === undefined) throw new InputError(`there is no customer ${id}`, 404)
    return customer
  }

  customerByUsername(username: string): Customer | undefined {
    const wanted = username.trim().toLowerCase()
    return this.customers().find((customer) => customer.profile.username.toLowerCase() === wanted)
  }

  addCustomer(profile: Profile, opening: Cents, history: History): Customer {
    if (this.#customers.has(profile.id)) throw new InputError(`customer ${profile.id} already exists`, 409)
    if (this.customerByUsername(profile.username) !== undefined) {
      throw new InputError(`user name ${profile.username} is taken`, 409)
    }
    const customer: Customer = {
      profile,
      ledger: new Ledger(opening),
      switches: {},
      locked: false,
      wrongPasswords: 0,
      trustedDevices: new Set(),
      maxOpenSessions: 0,
      refusedElsewhere: 0
    }
    this.#customers.set(profile.id, customer)
    const today = this.today()
    for (const [daysAgo, time, kind, amount, description] of history) {
      this.#append(customer, { kind, amount, description, time, date: addDays(today, -daysAgo) })
    }
    return customer
  }

  removeCustomer(customer: Customer): void {
    for (const session of this.sessions.of(customer)) this.sessions.close(session, "reset")
    this.logins.forget(customer)
    this.#customers.delete(customer.profile.id)
  }

  /** Puts a movement on a customer's list, today unless it says otherwise. */
  addMovement(customer: Customer, movement: NewMovement): Movement {
    const added = this.#append(customer, movement)
    this.#note("movement-added", customer, added)
    return added
  }

  /** Books a pending movement, today unless told otherwise; the bank may change its text at that. */
  bookMovement(
    id: string,
    change: {
      readonly date?: LocalDate | undefined
      readonly time?: string | null | undefined
      readonly description?: string | undefined
    }
  ): Movement {
    const [customer, movement] = this.#find(id)
    if (movement.status === "booked") throw new InputError(`movement ${id} is already booked`, 409)
    const booked: Movement = {
      ...movement,
      status: "booked",
      date: change.date ?? this.today(),
      time: change.time === undefined ? movement.time : change.time,
      description: change.description ?? movement.description,
      sequence: this.#next()
    }
    customer.ledger.replace(booked)
    this.#note("movement-booked", customer, booked)
    return booked
  }

  removeMovement(id: string): void {
    const [customer, movement] = this.#find(id)
    customer.ledger.remove(id)
    this.#note("movement-removed", customer, movement)
  }

  /** The messages that have arrived on a customer's phone, newest first. */
  inbox(customer: Customer): readonly Sms[] {
    const now = this.clock.now()
    return this.#messages
      .filter((sms) => sms.customer === customer.profile.id && sms.arrivesAt <= now)
      .toSorted((a, b) => a.arrivesAt.getTime() - b.arrivesAt.getTime())
      .toReversed()
  }

  /** To the phone, or by e-mail. */
  #send(sms: Sms): void {
    const { email } = this.customer(sms.customer).profile
    if (email === "") {
      this.#messages.push(sms)
      return
    }
    const note = (event: string) => this.journal.write(event, { customer: sms.customer })
    const send = () =>
      this.#mailer?.({ to: email, code: sms.code }).then(
        () => note("mail-sent"),
        () => note("mail-failed")
      )
    setTimeout(send, sms.arrivesAt.getTime() - sms.sentAt.getTime()).unref()
  }

  #append(customer: Customer, movement: NewMovement): Movement {
    const sequence = this.#next()
    const added: Movement = {
      id: `mv-${sequence}`,
      sequence,
      kind: movement.kind,
      description: movement.description,
      amount: movement.amount,
      date: movement.date ?? this.today(),
      time: movement.time === undefined ? localTimeOf(this.clock.now()) : movement.time,
      status: movement.pending === true ? "pending" : "booked"
    }
    customer.ledger.add(added)
    return added
  }

  #next(): number {
    this.#sequence += 1
    return this.#sequence
  }

  #find(id: string): readonly [Customer, Movement] {
    for (const customer of this.customers()) {
      const movement = customer.ledger.find(id)
      if (movement !== undefined) return [customer, movement]
    }
    throw new InputError(`there is no movement ${id}`, 404)
  }

  #note(event: string, customer: Customer, { id, kind, date, status }: Movement): void {
    this.journal.write(event, { customer: customer.profile.id, movement: id, kind, date, status })
  }

  #seed(): void {
    for (const { profile, opening, history } of seeds) this.addCustomer(profile, opening, history)
  }
}
