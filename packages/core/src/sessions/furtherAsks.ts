/** Questions of the bank's, and pictures that say something: asked of a person always, and answered like a code. */
import type { Ask } from "@counterfoil/domain"
import { Effect } from "effect"
import { flickerPicture } from "../codes/flickerPicture.ts"
import { furtherPromptFor } from "../codes/otpWords.ts"
import type { PageFault } from "../scripts/PageCall.ts"
import type { HostAnswer } from "../scripts/ScriptRunner.ts"
import { type Image, pictureAsk, type Question, questionAsk } from "./askArgs.ts"
import type { CodeVerbsOptions } from "./CodeVerbsOptions.ts"
import { byPerson, type CodeSource } from "./CodeSource.ts"
import type { Asked } from "./OpenQuestion.ts"

type Further = Extract<Ask, { type: "question" | "picture" }>

/** Where the answer comes from, how it is asked for, and what is shown anew after a refusal. */
export interface NextAsk {
  readonly ask: Ask
  readonly source: CodeSource
  readonly lookAgain: Effect.Effect<void>
}

interface Around {
  readonly askOwner: (what: string, ask: Effect.Effect<HostAnswer>) => Effect.Effect<HostAnswer>
  /** Obtains the answer, as a handle. */
  readonly obtain: (next: NextAsk, purpose: string) => Effect.Effect<HostAnswer>
  readonly invalid: (message: string) => Effect.Effect<HostAnswer>
}

export const makeFurtherAsks = (
  { bankName, broker, faulty, page, sessionId }: CodeVerbsOptions,
  { askOwner, invalid, obtain }: Around
) => {
  const next = (ask: Further, lookAgain: Effect.Effect<void>, shown: Pick<Asked, "picture">): NextAsk => {
    const asked = { ask, prompt: furtherPromptFor(bankName, ask), ...shown }
    return { ask, source: byPerson(broker, broker.request(sessionId, asked)), lookAgain }
  }

  return {
    question: (given: Question): Effect.Effect<HostAnswer> => {
      const ask = questionAsk(given, page.scrub)
      return ask === undefined
        ? invalid("otp.question: choices must be different from each other, and not empty")
        : askOwner(`the answer to a question ("${ask.question}")`, obtain(next(ask, Effect.void, {}), ask.question))
    },

    image: (given: Image): Effect.Effect<HostAnswer> => {
      const { flicker, motion = false, page: at, steps } = given
      const taken = page.picture({ page: at, steps, motion })
      // What flickers too fast to be taken is drawn from its code.
      const take: typeof taken = flicker === undefined ? taken : Effect.sync(() => flickerPicture(flicker))
      // After a refusal the bank may show another one; where it shows none, the old one stays.
      const lookAgain = Effect.ignore(Effect.flatMap(take, broker.show))
      const ask = pictureAsk(given, page.scrub)
      return take.pipe(
        Effect.flatMap((picture) =>
          askOwner("what a picture shows", obtain(next(ask, lookAgain, { picture }), ask.purpose))
        ),
        Effect.catchTag("PageFault", (fault: PageFault) => faulty(fault))
      )
    }
  }
}
