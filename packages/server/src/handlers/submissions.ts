import type { OtpSubmission } from "@counterfoil/api"
import { AccountCommands, ReceivedCodes } from "@counterfoil/core"
import type { Channel } from "@counterfoil/domain"
import { Effect, Redacted } from "effect"

/** How a code or an answer is given on both surfaces: handed to the login first, then noted, so that no message gives it again. */
export const submissions = Effect.gen(function* () {
  const commands = yield* AccountCommands
  const received = yield* ReceivedCodes

  return {
    /** For whichever request is pending, if none is named. */
    code: Effect.fnUntraced(function* (id: string, channel: Channel, submission: typeof OtpSubmission.Type) {
      const { assistance_id: named, code } = submission
      const assistanceId = named === undefined ? {} : { assistanceId: named.toLowerCase() }
      yield* commands.submitOtp(id, Redacted.make(code), { channel, ...assistanceId })
      yield* received.noteSpent(id, Redacted.make(code))
      return { submitted: true as const }
    }),

    answer: Effect.fnUntraced(function* (id: string, channel: Channel, named: string, text: string) {
      const assistanceId = named.toLowerCase()
      const answer = Redacted.make(text)
      const { pendingAssistance } = yield* commands.status(id)
      yield* commands.submitOtp(id, answer, { assistanceId, channel, answers: "all" })
      if (pendingAssistance?.id === assistanceId) yield* received.noteSpent(id, answer)
      return { submitted: true as const }
    })
  }
})
