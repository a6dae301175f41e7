/** Tokens such as the service signs them, made by hand: with another life, another key, another body. */
import { createHmac } from "node:crypto"
import { signingKey } from "./Service.ts"

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url")

const decoded = (part: string | undefined): object =>
  Object(JSON.parse(Buffer.from(part ?? "", "base64url").toString()))

/** The token with other claims, signed with the service's own key. */
export const withClaims = (token: string, claims: object, key: string = signingKey): string => {
  const [head, payload] = token.split(".")
  const signed = `${head}.${encoded({ ...decoded(payload), ...claims })}`
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`
}

export const claimsOf = (token: string): Readonly<Record<string, unknown>> => ({ ...decoded(token.split(".")[1]) })

/** One that was good until a moment ago. */
export const expired = (token: string): string => {
  const now = Math.floor(Date.now() / 1000)
  return withClaims(token, { iat: now - 7 * 24 * 3600 - 1, exp: now - 1 })
}
