/** What a bank asks its customer while it logs them in, and which answers fit. */
import { Schema } from "effect"
import { codeFits, OtpDescriptor } from "../otp.ts"

export const longestQuestion = 500
export const mostChoices = 20
export const longestChoice = 100
const longestAnswer = 200

const words = (most: number) => Schema.String.check(Schema.isMaxLength(most))

export const CodeVia = Schema.Literals(["sms", "app", "email", "token"])
export type CodeVia = typeof CodeVia.Type

/** The contract's request, and the only one that its clients know. */
const CodeAsk = Schema.Struct({
  type: Schema.Literal("otp"),
  descriptor: OtpDescriptor,
  /** How the bank sends it, where the script says so; the contract doesn't know it. */
  via: Schema.optionalKey(CodeVia)
})

/** In the bank's app: nothing is typed, and the bank's page shows what came of it. */
export const ApprovalAsk = Schema.Struct({
  type: Schema.Literal("approval"),
  message: words(200),
  /** What has to be chosen or compared in the app. */
  number: Schema.NullOr(words(20))
})

const QuestionAsk = Schema.Struct({
  type: Schema.Literal("question"),
  question: words(longestQuestion),
  /** Null: any words. */
  choices: Schema.NullOr(Schema.Array(words(longestChoice)).check(Schema.isMaxLength(mostChoices)))
})

/** A code to be read from a picture, or made with it by a device: QR, photoTAN, flicker. */
const PictureAsk = Schema.Struct({
  type: Schema.Literal("picture"),
  purpose: words(200),
  /** Null: any. */
  length: Schema.NullOr(Schema.Int)
})

/** What only those hear of who know more than the contract. */
export const FurtherAsk = Schema.Union([ApprovalAsk, QuestionAsk, PictureAsk])
export type FurtherAsk = typeof FurtherAsk.Type

export type Ask = typeof CodeAsk.Type | FurtherAsk

const askTypes = ["otp", "approval", "question", "picture"] as const
export const AskType = Schema.Literals(askTypes)
export type AskType = typeof AskType.Type

/** Why an answer can't be the one, in a sentence that names the field; undefined: it can. */
export const misfit = (ask: Ask, answer: string): string | undefined => {
  switch (ask.type) {
    case "otp":
      return codeFits(ask.descriptor, answer)
        ? undefined
        : `code must be ${ask.descriptor.length} ${ask.descriptor.type === "numeric" ? "digits" : "letters or digits"}`
    case "approval":
      return "this is approved in the bank's app: there is nothing to answer here"
    case "question":
      return misfitOfWords(answer) ?? misfitOfChoice(ask.choices, answer)
    case "picture":
      return misfitOfWords(answer) ?? misfitOfLength(ask.length, answer)
  }
}

const misfitOfWords = (answer: string): string | undefined =>
  /^[^\p{Cc}]+$/u.test(answer) && answer.trim() === answer && answer.length <= longestAnswer
    ? undefined
    : `answer must be 1 to ${longestAnswer} characters, without line breaks or spaces around it`

const misfitOfChoice = (choices: ReadonlyArray<string> | null, answer: string): string | undefined =>
  choices === null || choices.includes(answer) ? undefined : "answer must be one of the choices"

const misfitOfLength = (length: number | null, answer: string): string | undefined =>
  length === null || answer.length === length ? undefined : `answer must be ${length} characters`
