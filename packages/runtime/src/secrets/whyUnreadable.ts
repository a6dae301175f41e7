import type { ServerSecrets } from "../config/CounterfoilConfig.ts"
import { keyRing } from "./keyRing.ts"

/** Why what is sealed with these keys can't be read, and what to do; undefined: each key is there. */
export const whyUnreadable = (
  keyIds: ReadonlyArray<string>,
  { keyEncryptionKey }: Pick<ServerSecrets, "keyEncryptionKey">,
  remedy: string
): string | undefined => {
  const { keys } = keyRing(keyEncryptionKey)
  const unknown = keyIds.filter((id) => !keys.has(id))
  return unknown.length === 0
    ? undefined
    : `stored credentials are encrypted with another key than the one given (its id is ${unknown.join(", ")}): ${remedy}`
}

/** What to do, by where the keys come from. */
export const ofTheOperator = "add that key to KEY_ENCRYPTION_KEY, after the new one and a comma"
export const ofTheFile = (file: string): string => `restore ${file} from your copy`
