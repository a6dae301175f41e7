import { Redacted } from "effect"
import type { BankCredentials } from "../accounts/Account.ts"

/** How long the secrets are: all that a script learns of them, for prompts like "the last two characters". */
export const lengthsOf = ({ password, username }: BankCredentials) => ({
  username: { length: [...Redacted.value(username)].length },
  password: { length: [...Redacted.value(password)].length }
})
