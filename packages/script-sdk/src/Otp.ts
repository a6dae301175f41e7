/** What only the account's owner can give a login: a code, an approval in the bank's app, an answer. Typed like any secret. */
import { call, objectAnswer } from "./bridge.ts"
import { BankPageError, Retryable } from "./errors.ts"
import type { Locator } from "./locators.ts"
import { alias, makeSecret, type Secret } from "./Secret.ts"
import { placeOf } from "./StepLocator.ts"
import { StepPage } from "./StepPage.ts"

/** A one-time code that the bank asks for. */
export interface OtpRequest {
  /** How many characters. (Default: 6) */
  readonly length?: number
  readonly type: "numeric" | "alphanumeric"
  /** What the bank says the code is for; shown to the owner. */
  readonly purpose?: string
  readonly via?: "sms" | "app" | "email" | "token"
}

/** A code or an answer to type with `fill`. Say what the bank made of it: the owner is told. */
export interface OtpAnswer extends Secret {
  /** Of a question with choices: which one it is, from 0, for a bank where it is clicked. */
  readonly choice?: number | undefined
  /**
   * The bank refused it. Waits for another one; a second refusal ends the login with `otp_rejected`. `last`: the bank takes no
   * other, and the login ends now: say so where you throw, so that nobody is asked in vain while you try it (`dev`, `record`).
   */
  rejected(message?: string, options?: { readonly last?: boolean }): Promise<OtpAnswer>
  accepted(): Promise<void>
}

/** The bank waits until its customer approves the login in its app: nothing is typed. */
export interface ApprovalRequest {
  /** What the bank asks to do, in its words; shown to the owner as such: "Open Banco Demo on your phone". */
  readonly message: string
  /** The number that the customer has to choose there, as the bank shows it: the owner must know which one is this login's. */
  readonly number?: string | undefined
  /** Seen once it is approved. */
  readonly done: Locator
  /** Seen once it is refused, or the bank has given up. */
  readonly refused?: Locator
}

/** A question of the bank's that only the owner can answer. */
export interface QuestionRequest {
  /** In the bank's words. */
  readonly question: string
  /** Where the bank gives answers to choose from, at most 20; the owner's is then one of them. */
  readonly choices?: ReadonlyArray<string>
}

/** A picture that the owner reads or scans to have the code. */
export interface ImageRequest {
  /** The picture to be read: a code to scan, a photoTAN. At most 1,200 by 1,200 pixels. */
  readonly picture: Locator
  readonly purpose: string
  /** How many characters the answer has, where that is known. */
  readonly length?: number
  /** It moves (a flicker code): the owner sees some seconds of it, at about ten pictures a second at best. */
  readonly motion?: boolean
  /**
   * Of chipTAN's flickering bars: their code, in hexadecimal, as the bank's page has it for its own drawing (`0E84…`). The
   * owner gets them drawn anew, in an even pace that can be changed; `picture` is where they stand. Named by the attribute of
   * `picture` that has it, it is read again after `rejected`, when the bank shows other bars.
   */
  readonly flicker?: string | { readonly attribute: string }
}

/** Asks the account's owner, while a login waits. Only in the phase `login`, one thing at a time. */
export interface Otp {
  /**
   * Asks the owner and waits for the code. Without one in time the login ends with `otp_timeout`; with the login mode
   * `simple` it ends with `action_required`.
   */
  request(request: OtpRequest): Promise<OtpAnswer>
  /**
   * Waits for the owner to approve, as long as for a code: `otp_timeout` after that, `action_required` with the login
   * mode `simple`.
   */
  approval(request: ApprovalRequest): Promise<"done" | "refused">
  /** Asks the owner a question, and waits as for a code. */
  question(request: QuestionRequest): Promise<OtpAnswer>
  /** Shows the owner a picture, and waits for what it says. After `rejected` a new one is taken. */
  image(request: ImageRequest): Promise<OtpAnswer>
}

const answer = (code: { readonly [key: string]: unknown }): OtpAnswer => {
  const secret = makeSecret(String(code["secret"]), Number(code["length"]))
  const held: OtpAnswer = {
    length: secret.length,
    ...(typeof code["choice"] === "number" ? { choice: code["choice"] } : {}),
    chars: (positions) => secret.chars(positions),
    toJSON: () => "[secret]",
    rejected: async (message, { last = false } = {}) => {
      const args = {
        ...(message === undefined ? {} : { message: message.slice(0, 200) }),
        ...(last ? { last } : {})
      }
      return answer(await objectAnswer("otp.rejected", args, "otp.rejected()"))
    },
    accepted: async () => {
      await call("otp.accepted", {}, "otp.accepted()")
    }
  }
  alias(held, secret)
  return Object.freeze(held)
}

/** The longest that one call to the host may wait. */
const longestLook = 60_000

const untilApproved = async ({ done, refused }: ApprovalRequest, end: number): Promise<"done" | "refused"> => {
  const page = new StepPage(placeOf(done).page)
  for (;;) {
    const left = end - Date.now()
    if (left <= 0) throw new Retryable("otp_timeout", "nobody approved the login in the bank's app in time")
    try {
      const timeout = Math.min(left, longestLook)
      return refused === undefined
        ? await page.waitForAny({ done }, { timeout })
        : await page.waitForAny({ done, refused }, { timeout })
    } catch (error) {
      if (!(error instanceof BankPageError) || error.code !== "Timeout") throw error
    }
  }
}

/** The owner hears of it. A host of before knows no refusals. */
const tellOutcome = (outcome: "done" | "refused"): Promise<unknown> =>
  outcome === "done"
    ? call("otp.accepted", {}, "otp.accepted()")
    : call("otp.refused", {}, "otp.refused()").catch((error: unknown) => {
        if (!(error instanceof BankPageError) || error.code !== "InvalidCall") throw error
      })

export const otp: Otp = {
  request: async (request) => answer(await objectAnswer("otp.request", { ...request }, "otp.request()")),
  approval: async (request) => {
    const { message, number } = request
    const asked = { message: message.slice(0, 200), ...(number === undefined ? {} : { number: number.slice(0, 200) }) }
    const { ms } = await objectAnswer("otp.approval", asked, "otp.approval()")
    const outcome = await untilApproved(request, Date.now() + Number(ms))
    await tellOutcome(outcome)
    return outcome
  },
  question: async ({ choices, question }) => {
    const asked = {
      question: question.slice(0, 500),
      ...(choices === undefined ? {} : { choices: [...choices] })
    }
    return answer(await objectAnswer("otp.question", asked, "otp.question()"))
  },
  image: async ({ flicker, length, motion, picture, purpose }) => {
    const { page, steps } = placeOf(picture)
    const asked = {
      page,
      steps,
      purpose: purpose.slice(0, 200),
      ...(length === undefined ? {} : { length }),
      ...(motion === undefined ? {} : { motion }),
      ...(flicker === undefined
        ? {}
        : { flicker: typeof flicker === "string" ? flicker.replaceAll(/\s/g, "") : { attribute: flicker.attribute } })
    }
    return answer(await objectAnswer("otp.image", asked, "otp.image()"))
  }
}
