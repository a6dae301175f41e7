import type { Ledger } from "./Ledger.ts"
import type { Switches } from "./switches.ts"

export type Profile = {
  readonly id: string
  readonly username: string
  readonly password: string
  readonly name: string
  readonly phone: string
  /** Where its codes go instead of to the phone; "": nowhere. */
  readonly email: string
  readonly iban: string
  /** The bank texts a one-time code at login. */
  readonly asksSmsCode: boolean
  /** A browser that has given a code once is not asked again. */
  readonly trustsDevices: boolean
  /** The list of movements has a column with a unique reference. */
  readonly showsReference: boolean
  /** The list of movements has a column with the booking time. */
  readonly showsTime: boolean
}

export type Customer = {
  profile: Profile
  ledger: Ledger
  switches: Partial<Switches>
  locked: boolean
  /** Wrong passwords since the last right one. The third locks. */
  wrongPasswords: number
  readonly trustedDevices: Set<string>
  maxOpenSessions: number
  /** Logins that were turned away because a session was open. */
  refusedElsewhere: number
}

export type Sms = {
  readonly customer: string
  readonly text: string
  readonly code: string
  readonly sentAt: Date
  readonly arrivesAt: Date
}

export type Session = {
  readonly id: string
  readonly token: string
  readonly customer: Customer
  lastSeenAt: Date
}

/** A login between the right password and an open session. */
export type Login = {
  readonly id: string
  readonly token: string
  readonly customer: Customer
  stage: "code" | "new-password"
  code: string
  /** A right one that a switch had refused: it is good still. */
  refusedCode: string | undefined
  codeExpiresAt: Date
  wrongCodes: number
  /** What the customer said in the bank's app, where a brand asks there instead of by SMS. */
  answeredInApp?: "approved" | "refused"
}
