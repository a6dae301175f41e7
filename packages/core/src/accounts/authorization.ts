/** The outgoing Authorization header: `Bearer T` or `Api-Key T` by the saved type; none without a token. */
import { Redacted } from "effect"
import type { AuthType } from "@counterfoil/domain"

export const authorization = (
  type: AuthType | null,
  token: Redacted.Redacted<string> | null
): Redacted.Redacted<string> | null => {
  if (token === null || Redacted.value(token) === "") return null
  return Redacted.make(`${type === "api_key" ? "Api-Key" : "Bearer"} ${Redacted.value(token)}`)
}
