/** One-time codes: asked from the account's owner through the host, typed like any other secret. */
import { call, objectAnswer } from "./bridge.ts"
import { alias, makeSecret, type Secret } from "./Secret.ts"

export interface OtpRequest {
  /** How many characters. (Default: 6) */
  readonly length?: number
  readonly type: "numeric" | "alphanumeric"
  /** What the bank says the code is for; shown to the owner. */
  readonly purpose?: string
  readonly via?: "sms" | "app" | "email" | "token"
}

/** A code to type with `fill`. Say what the bank made of it: the owner is told. */
export interface OtpAnswer extends Secret {
  /** The bank refused it. Waits for another one; a second refusal ends the login with `otp_rejected`. */
  rejected(message?: string): Promise<OtpAnswer>
  accepted(): Promise<void>
}

export interface Otp {
  /** Asks the owner and waits for the code. Without one in time the login ends with `otp_timeout`. */
  request(request: OtpRequest): Promise<OtpAnswer>
}

const answer = (code: { readonly [key: string]: unknown }): OtpAnswer => {
  const secret = makeSecret(String(code["secret"]), Number(code["length"]))
  const held: OtpAnswer = {
    length: secret.length,
    chars: (positions) => secret.chars(positions),
    toJSON: () => "[secret]",
    rejected: async (message) => {
      const args = message === undefined ? {} : { message: message.slice(0, 200) }
      return answer(await objectAnswer("otp.rejected", args, "otp.rejected()"))
    },
    accepted: async () => {
      await call("otp.accepted", {}, "otp.accepted()")
    }
  }
  alias(held, secret)
  return Object.freeze(held)
}

export const otp: Otp = {
  request: async (request) => answer(await objectAnswer("otp.request", { ...request }, "otp.request()"))
}
