/** What a script says with its verbs for codes, approvals, questions and pictures. */
import { CodeVia, type FurtherAsk, longestChoice, longestQuestion, mostChoices } from "@counterfoil/domain"
import { Schema } from "effect"
import { isFlickerCode } from "../../codes/flickerPicture.ts"
import { longestPurpose, plainNumber, plainWords } from "../../codes/otpWords.ts"
import { LocatorStep } from "../../scripts/PageCall.ts"

const words = (most: number) => Schema.String.check(Schema.isMaxLength(most))
const Length = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 32 }))

export const OtpRequest = Schema.Struct({
  length: Schema.optionalKey(Length),
  type: Schema.Literals(["numeric", "alphanumeric"]),
  purpose: Schema.optionalKey(words(longestPurpose)),
  via: Schema.optionalKey(CodeVia)
})
export type OtpRequest = typeof OtpRequest.Type

export const Approval = Schema.Struct({
  message: words(200),
  /** As the page shows it, with whatever stands around. */
  number: Schema.optionalKey(words(200))
})
export type Approval = typeof Approval.Type

export const Question = Schema.Struct({
  question: words(longestQuestion),
  choices: Schema.optionalKey(Schema.Array(words(500)).check(Schema.isMinLength(1), Schema.isMaxLength(mostChoices)))
})
export type Question = typeof Question.Type

export const Image = Schema.Struct({
  page: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  steps: Schema.NonEmptyArray(LocatorStep).check(Schema.isMaxLength(24)),
  purpose: words(200),
  length: Schema.optionalKey(Length),
  /** It moves. */
  motion: Schema.optionalKey(Schema.Boolean),
  /** The flicker code in hexadecimal, from which its bars are drawn, or the attribute that has it. */
  flicker: Schema.optionalKey(
    Schema.Union([
      Schema.String.check(
        Schema.makeFilter(isFlickerCode, { message: "flicker must be hexadecimal, 4 to 256 whole bytes" })
      ),
      Schema.Struct({ attribute: Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9-]{0,60}$/i)) })
    ])
  )
})
export type Image = typeof Image.Type

export const decodeOtpRequest = Schema.decodeUnknownEffect(OtpRequest)
export const decodeApproval = Schema.decodeUnknownEffect(Approval)
export const decodeQuestion = Schema.decodeUnknownEffect(Question)
export const decodeImage = Schema.decodeUnknownEffect(Image)

type Scrub = (text: string) => string

export const approvalAsk = ({ message, number }: Approval, scrub: Scrub) => ({
  type: "approval" as const,
  message: plainWords(scrub(message), 200),
  number: number === undefined ? null : (plainNumber(scrub(number)) ?? null)
})

/** Undefined: two of the choices look the same, or one of them is empty. */
export const questionAsk = (
  { choices, question }: Question,
  scrub: Scrub
): Extract<FurtherAsk, { type: "question" }> | undefined => {
  const shown = choices?.map((choice) => plainWords(scrub(choice), longestChoice))
  if (shown !== undefined && (new Set(shown).size < shown.length || shown.includes(""))) return undefined
  return { type: "question", question: plainWords(scrub(question), longestQuestion), choices: shown ?? null }
}

export const pictureAsk = ({ length, purpose }: Image, scrub: Scrub) => ({
  type: "picture" as const,
  purpose: plainWords(scrub(purpose), 200),
  length: length ?? null
})
