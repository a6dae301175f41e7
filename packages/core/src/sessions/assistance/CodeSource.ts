/** Where a login's codes come from: a person (or what answers for one) through the broker, or the account's machine. */
import { Effect, type Redacted } from "effect"
import type { AssistanceOutcome } from "@counterfoil/domain"
import { CodeNotObtained, type OtpBroker } from "./OtpBroker.ts"
import type { Answered } from "../../codes/Channel.ts"
import type { CodeMachine } from "../../codes/CodeMachines.ts"

export interface GivenCode {
  readonly code: Redacted.Redacted<string>
  readonly answered: Answered | null
}

export interface CodeSource {
  readonly obtain: Effect.Effect<GivenCode, CodeNotObtained>
  /** Another code, after the bank has refused one. */
  readonly again: Effect.Effect<GivenCode, CodeNotObtained>
  /** Records whether the bank took a code, for sources whose codes nobody else records. */
  readonly record: (answered: Answered, outcome: AssistanceOutcome) => Effect.Effect<void>
}

export const byPerson = (
  broker: OtpBroker,
  ask: Effect.Effect<Redacted.Redacted<string>, CodeNotObtained> = broker.rejected
): CodeSource => {
  const given = (code: Redacted.Redacted<string>) =>
    Effect.map(broker.answered, (answered): GivenCode => ({ code, answered }))
  return {
    obtain: Effect.flatMap(ask, given),
    again: Effect.flatMap(broker.rejected, given),
    record: () => Effect.void
  }
}

/** As with a person's codes, the second one that the bank refuses ends the login. */
export const byMachine = (
  machine: CodeMachine,
  request: Omit<Parameters<CodeMachine["record"]>[0], "outcome" | "answered">,
  rejections: Effect.Effect<number>
): CodeSource => ({
  obtain: machine.next,
  again: Effect.flatMap(rejections, (count) =>
    count > 1 ? Effect.fail(new CodeNotObtained({ kind: "otp_rejected" })) : machine.next
  ),
  record: (answered, outcome) => machine.record({ ...request, answered, outcome })
})
