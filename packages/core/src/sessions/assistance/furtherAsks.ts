/** Questions of the bank's, and pictures that say something: asked of a person always, and answered like a code. */
import type { Ask } from "@counterfoil/domain"
import { Data, Effect } from "effect"
import { flickerPicture, isFlickerCode } from "../../codes/flickerPicture.ts"
import { furtherPromptFor } from "../../codes/otpWords.ts"
import type { PageFault } from "../../scripts/PageCall.ts"
import type { HostAnswer } from "../../scripts/ScriptRunner.ts"
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

class NoFlickerCode extends Data.TaggedError("NoFlickerCode")<{ readonly attribute: string }> {}

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

  /** Flickering bars are too fast to be taken: they are drawn from their code. */
  const pictureFor = ({
    flicker,
    motion = false,
    page: at,
    steps
  }: Image): Effect.Effect<Uint8Array, PageFault | NoFlickerCode> => {
    if (flicker === undefined) return page.picture({ page: at, steps, motion })
    if (typeof flicker === "string") return Effect.sync(() => flickerPicture(flicker))
    const { attribute } = flicker
    return page.call({ verb: "locator.getAttribute", page: at, steps, name: attribute }).pipe(
      Effect.map((value) => (typeof value === "string" ? value.replaceAll(/\s/g, "") : "")),
      Effect.flatMap((code) =>
        isFlickerCode(code) ? Effect.sync(() => flickerPicture(code)) : Effect.fail(new NoFlickerCode({ attribute }))
      )
    )
  }

  return {
    question: (given: Question): Effect.Effect<HostAnswer> => {
      const ask = questionAsk(given, page.scrub)
      return ask === undefined
        ? invalid("otp.question: choices must be different from each other, and not empty")
        : askOwner(`the answer to a question ("${ask.question}")`, obtain(next(ask, Effect.void, {}), ask.question))
    },

    image: (given: Image): Effect.Effect<HostAnswer> => {
      const take = pictureFor(given)
      // After a refusal the bank may show another one; where it shows none, the old one stays.
      const lookAgain = Effect.ignore(Effect.flatMap(take, broker.show))
      const ask = pictureAsk(given, page.scrub)
      return take.pipe(
        Effect.flatMap((picture) =>
          askOwner("what a picture shows", obtain(next(ask, lookAgain, { picture }), ask.purpose))
        ),
        Effect.catchTags({
          PageFault: (fault: PageFault) => faulty(fault),
          NoFlickerCode: ({ attribute }) => invalid(`otp.image: ${attribute} holds no flicker code`)
        })
      )
    }
  }
}
