/** How often, how long, how many: the durations and limits that the actors follow. Operators set them by configuration. */
import { Context, Duration } from "effect"
import type { AssistedHours, Preset } from "@counterfoil/domain"

export interface AccountPolicyShape {
  /** Between the scrapes of a one-shot account, ±20 %. (Default: 10 minutes) */
  readonly scrapeInterval: Duration.Duration
  /** Between the reads of a persistent session. (Default: 60 seconds) */
  readonly monitorInterval: Duration.Duration
  /** Between two runs of one version in review on one account whose owner agreed. (Default: 6 hours) */
  readonly shadowInterval: Duration.Duration
  /** Between polls of the pending-orders endpoint. (Default: 60 seconds) */
  readonly ordersInterval: Duration.Duration
  /** How long a request for a code lives. (Default: 5 minutes) */
  readonly otpTimeout: Duration.Duration
  /** How long a login may take beside the waiting for codes. (Default: 2 minutes) */
  readonly loginTimeout: Duration.Duration
  /** How long a read may take. (Default: 5 minutes) */
  readonly readTimeout: Duration.Duration
  /** How long resuming, keeping alive and logging out may take each. (Default: 30 seconds) */
  readonly logoutTimeout: Duration.Duration
  /**
   * How long a session that one account of a login left open for another may wait for it before it is logged out. (Default: 2
   * minutes)
   */
  readonly handOnTimeout: Duration.Duration
  /** How long a bank may take to answer a login when the service stops. (Default: 30 seconds) */
  readonly shutdownGrace: Duration.Duration
  /** How long credentials that have logged in before rest after a login that the bank did not answer. (Default: 30 minutes) */
  readonly loginRest: Duration.Duration
  /** Logins and reads in progress per bank. (Default: 4) */
  readonly bankConcurrency: number
  /** So many cycles of an account in a row may end with their node before the account is held back. */
  readonly lostCyclesTolerated: number
  /** Open browser contexts in all. (Default: 16) */
  readonly sessionConcurrency: number
  /** How far the first scrape reads back. (Default: 1 day) */
  readonly initialWindow: Duration.Duration
  /** How far later scrapes overlap. (Default: 7 days) */
  readonly overlap: Duration.Duration
  /** After how long an order without a match is expired. (Default: 5 days) */
  readonly orderExpiry: Duration.Duration
  /** When scheduled assisted logins happen, in the bank's zone. (Default: 07:00 to 22:00) */
  readonly assistedHours: AssistedHours
  /** How sure a match must be. (Default: default) */
  readonly preset: Preset
}

export const defaultAccountPolicy: AccountPolicyShape = {
  scrapeInterval: Duration.minutes(10),
  monitorInterval: Duration.seconds(60),
  shadowInterval: Duration.hours(6),
  ordersInterval: Duration.seconds(60),
  otpTimeout: Duration.minutes(5),
  loginTimeout: Duration.minutes(2),
  readTimeout: Duration.minutes(5),
  logoutTimeout: Duration.seconds(30),
  handOnTimeout: Duration.minutes(2),
  shutdownGrace: Duration.seconds(30),
  loginRest: Duration.minutes(30),
  bankConcurrency: 4,
  lostCyclesTolerated: 1,
  sessionConcurrency: 16,
  initialWindow: Duration.days(1),
  overlap: Duration.days(7),
  orderExpiry: Duration.days(5),
  assistedHours: { from: "07:00", to: "22:00" },
  preset: "default"
}

export const AccountPolicy = Context.Reference<AccountPolicyShape>("@counterfoil/core/accounts/AccountPolicy", {
  defaultValue: () => defaultAccountPolicy
})
