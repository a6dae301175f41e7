/** What a key may do. */
import { Schema } from "effect"

export const apiKeyScopes = ["otp:write", "status:read"] as const
export const ApiKeyScope = Schema.Literals(apiKeyScopes)
export type ApiKeyScope = typeof ApiKeyScope.Type
