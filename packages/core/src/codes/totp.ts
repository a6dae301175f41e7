/** Authenticator secrets (RFC 6238), as banks and authenticators hand them out. */
import { Secret, TOTP, URI } from "otpauth"
import type { Place } from "../security/Vault.ts"

export interface TotpSecret {
  readonly digits: number
  /** Seconds. */
  readonly period: number
  readonly algorithm: string
  readonly issuer: string
  /** The canonical `otpauth://totp/…`. */
  readonly uri: string
  /** The code of the time step that begins then, in milliseconds. */
  readonly codeAt: (stepBegins: number) => string
}

export const totpPlace = (accountId: string): Place => ({
  accountId,
  table: "code_settings",
  column: "totp",
  row: accountId
})

const algorithms: ReadonlySet<string> = new Set(["SHA1", "SHA256", "SHA512"])

/** RFC 4226 wants 128 bits; banks hand out 80 too, and fewer are no secret. */
const fewestBytes = 10

const problemOf = ({ algorithm, digits, period, secret }: TOTP): string | undefined => {
  if (secret.bytes.length < fewestBytes)
    return "secret is too short: an authenticator secret has at least 16 characters"
  if (secret.bytes.length > 128) return "secret is too long"
  if (!algorithms.has(algorithm)) return "secret must name the algorithm SHA1, SHA256 or SHA512"
  if (!Number.isInteger(digits) || digits < 4 || digits > 10) return "secret must make codes of 4 to 10 digits"
  return Number.isInteger(period) && period >= 10 && period <= 300
    ? undefined
    : "secret must have a period of 10 to 300 s"
}

const parse = (text: string): TOTP | string => {
  try {
    if (!text.startsWith("otpauth://")) {
      const base32 = text.replaceAll(/[\s-]/g, "").toUpperCase()
      return new TOTP({ label: "account", secret: Secret.fromBase32(base32) })
    }
    const read = URI.parse(text)
    return read instanceof TOTP
      ? read
      : "secret must be of the kind totp: codes that count up (hotp) can't be made here"
  } catch {
    return "secret must be an otpauth://totp/… address or a secret in base32"
  }
}

/** A text: why it can't be used, without any of it. */
export const readTotp = (given: string): TotpSecret | string => {
  const read = parse(given.trim())
  if (typeof read === "string") return read
  const problem = problemOf(read)
  if (problem !== undefined) return problem
  return {
    digits: read.digits,
    period: read.period,
    algorithm: read.algorithm,
    issuer: read.issuer,
    uri: read.toString(),
    codeAt: (stepBegins) => read.generate({ timestamp: stepBegins })
  }
}
