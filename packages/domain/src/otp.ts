/** The question for a one-time code. The code itself is handed through and never kept. */
import { Schema } from "effect"

/** What the code must look like; `length` in characters. */
export const OtpDescriptor = Schema.Struct({
  length: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 32 })),
  type: Schema.Literals(["numeric", "alphanumeric"]),
  purpose: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200)))
})
export type OtpDescriptor = typeof OtpDescriptor.Type

/** Whether the code has the length and the kind of characters that the descriptor asks for. */
export const codeFits = (descriptor: OtpDescriptor, code: string): boolean =>
  code.length === descriptor.length && (descriptor.type === "numeric" ? /^[0-9]+$/ : /^[0-9A-Za-z]+$/).test(code)

/** Two codes refused by the bank end the login. */
export const otpRejectionLimit = 2
