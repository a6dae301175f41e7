/** For runs of scripts without a service around them. */
import { CodeNotObtained, NoPendingAssistance, type OtpBroker } from "@counterfoil/core"
import { Duration, Effect } from "effect"

const cancelled = Effect.fail(new CodeNotObtained({ kind: "otp_cancelled" }))

/** An owner who is never there: whatever a login asks for is cancelled at once. */
export const noOwner: OtpBroker = {
  timeout: Duration.minutes(5),
  request: () => cancelled,
  rejected: cancelled,
  approval: () => Effect.succeed(Effect.succeed("cancelled" as const)),
  show: () => Effect.void,
  accepted: Effect.void,
  refused: Effect.void,
  withdraw: () => Effect.void,
  pendingFurther: Effect.succeed(null),
  isOpen: Effect.succeed(false),
  picture: () => Effect.fail(new NoPendingAssistance()),
  close: Effect.void,
  submit: () => Effect.void,
  cancel: Effect.void,
  pending: Effect.succeed(null),
  answered: Effect.succeed(null)
}
