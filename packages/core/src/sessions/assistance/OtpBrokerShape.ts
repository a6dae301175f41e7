/** What logins and those who answer them may ask of the broker. */
import type { ApprovalAsk } from "@counterfoil/domain"
import type { Duration, Effect, Redacted } from "effect"
import type { CodeAnswer, CodeDoesNotFit, NoPendingAssistance } from "../../accounts/AccountCommands.ts"
import type { Assistance, FurtherAssistance } from "../../accounts/AccountStatus.ts"
import type { Answered } from "../../codes/Channel.ts"
import type { Asked, CodeNotObtained, Ending } from "./OpenQuestion.ts"

export interface OtpBroker {
  /** How long a person is given. */
  readonly timeout: Duration.Duration
  /** Opens the request and waits for an answer. At most one request is open at a time. */
  readonly request: (sessionId: string, asked: Asked) => Effect.Effect<Redacted.Redacted<string>, CodeNotObtained>
  /** Opens the request; the inner effect waits for its end, which the bank's page shows or `timeout` brings about. */
  readonly approval: (sessionId: string, asked: Asked<typeof ApprovalAsk.Type>) => Effect.Effect<Effect.Effect<Ending>>
  /** The bank rejected the answer: asks once more under the same request; a second rejection ends it. */
  readonly rejected: Effect.Effect<Redacted.Redacted<string>, CodeNotObtained>
  /** What the bank shows for its next answer. */
  readonly show: (picture: Uint8Array) => Effect.Effect<void>
  /** The bank has accepted the answer: the login goes on. */
  readonly accepted: Effect.Effect<void>
  /** The owner has said no in the bank's app: the login ends. */
  readonly refused: Effect.Effect<void>
  /** Ends whatever is still open as cancelled. */
  readonly close: Effect.Effect<void>
  readonly submit: (
    code: Redacted.Redacted<string>,
    how?: CodeAnswer
  ) => Effect.Effect<void, NoPendingAssistance | CodeDoesNotFit>
  /** Ends the question. An answer that was handed over already can't be taken back: then nothing is pending. */
  readonly cancel: Effect.Effect<void, NoPendingAssistance>
  /** The same, if the open question is this request. */
  readonly withdraw: (assistanceId: string) => Effect.Effect<void, NoPendingAssistance>
  /** The open question if it asks for a code, as the contract shows it. */
  readonly pending: Effect.Effect<Assistance | null>
  /** The open question if it is an approval, a question or a picture. */
  readonly pendingFurther: Effect.Effect<FurtherAssistance | null>
  /** Whether a question is open. */
  readonly isOpen: Effect.Effect<boolean>
  /** What the pending request shows. */
  readonly picture: (assistanceId: string) => Effect.Effect<Uint8Array, NoPendingAssistance>
  /** By which channel the login's latest answer came; null: it has none. */
  readonly answered: Effect.Effect<Answered | null>
}
