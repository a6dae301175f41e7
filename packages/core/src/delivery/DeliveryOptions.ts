import { type FailedDelivery, nextNotificationDelay, nextResultDelay } from "@counterfoil/domain"
import { Duration, type Option } from "effect"
import { version } from "../version.ts"

export interface DeliveryOptions {
  /** Over one attempt: resolving, connecting, TLS, sending, reading. (Default: 15 s) */
  readonly deadline: Duration.Duration
  /** How long a claimed message is left to its worker; more than the deadline. (Default: 30 s) */
  readonly lease: Duration.Duration
  /** How often the table is read when no notification comes. (Default: 2 s) */
  readonly pollInterval: Duration.Duration
  /**
   * The least time between two looks for what is due, so that one look fills the room of several deliveries that ended; three
   * times as long after a look that took many, unless half of what may be in flight is free before. (Default: 5 ms)
   */
  readonly claimSpacing: Duration.Duration
  /**
   * How long after an endpoint's last failure its oldest message is sent as a probe, and how often waiting messages may be
   * brought forward. (Default: 4 min 40 s, so that a probe ends within 5 minutes)
   */
  readonly probeInterval: Duration.Duration
  /** In flight per node, without those that are answered and about to be written down. (Default: 128) */
  readonly concurrency: number
  /** In flight per endpoint, over all nodes. (Default: 4) */
  readonly perEndpoint: number
  /** In flight per host, over all nodes. (Default: 8) */
  readonly perHost: number
  /** At a stop, how long attempts in flight may go on. (Default: 10 s) */
  readonly stopGrace: Duration.Duration
  /** No other process works on the outbox: what is in flight before the first look was left by a dead one. (Default: no) */
  readonly alone: boolean
  readonly userAgent: string
  /** The wait in milliseconds after a failed attempt of a result; none when it is exhausted. (Default: the domain's) */
  readonly resultDelay: (failed: FailedDelivery) => Option.Option<number>
  /** The same of a notification. (Default: the domain's) */
  readonly notificationDelay: (failed: FailedDelivery & { readonly elapsedMs: number }) => Option.Option<number>
}

export const defaultDeliveryOptions: DeliveryOptions = {
  deadline: Duration.seconds(15),
  lease: Duration.seconds(30),
  pollInterval: Duration.seconds(2),
  claimSpacing: Duration.millis(5),
  probeInterval: Duration.seconds(280),
  concurrency: 128,
  perEndpoint: 4,
  perHost: 8,
  stopGrace: Duration.seconds(10),
  alone: false,
  userAgent: `counterfoil/${version}`,
  resultDelay: nextResultDelay,
  notificationDelay: nextNotificationDelay
}
