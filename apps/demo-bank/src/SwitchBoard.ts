import type { Customer } from "./Customer.ts"
import { defaultSwitches, readSwitches, type Switches } from "./switches.ts"

type Ticking = "rejectNextCodes" | "shiftWhilePaging"

/** The switches in force. A customer's own win over everybody's. */
export class SwitchBoard {
  #everybody: Partial<Switches> = {}

  of(customer?: Customer): Switches {
    return { ...defaultSwitches, ...this.#everybody, ...customer?.switches }
  }

  set(body: unknown): void {
    this.#everybody = readSwitches(body, this.#everybody)
  }

  setFor(customer: Customer, body: unknown): void {
    customer.switches = readSwitches(body, customer.switches)
  }

  reset(): void {
    this.#everybody = {}
  }

  /** Uses up one turn of a switch that counts down; false when there is none left. */
  tick(customer: Customer, name: Ticking): boolean {
    const left = this.of(customer)[name]
    if (left <= 0) return false
    this.#holder(customer, name)[name] = left - 1
    return true
  }

  /** Counts a page of the session's life; true when the session is to end now. */
  endsSessionNow(customer: Customer): boolean {
    const left = this.of(customer).expireAfterPages
    if (left === null) return false
    const holder = this.#holder(customer, "expireAfterPages")
    if (left === 0) delete holder.expireAfterPages
    else holder.expireAfterPages = left - 1
    return left === 0
  }

  #holder(customer: Customer, name: keyof Switches): Partial<Switches> {
    return customer.switches[name] === undefined ? this.#everybody : customer.switches
  }
}
