/** Origins of a bank as they are typed: what is wrong with one, and what would be right. */
import { Effect } from "effect"
import { ScriptCommandFailed } from "./ScriptFolder.ts"

/** The last port of all. */
const mostPort = 65_535

/** Undefined: it is one. */
export const faultOfOrigin = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) {
    return url.origin === text ? undefined : `${text} is more than an origin: write ${url.origin}`
  }
  const [, before = "", port = ""] = /^(https?:\/\/[^/?#@\s]+):([^/?#]*)/.exec(text) ?? []
  if (URL.parse(before) !== null && !(/^\d+$/.test(port) && Number(port) <= mostPort)) {
    return `${text} has a port that can't be, ${port}: write a number from 1 to ${mostPort}, or none (${before})`
  }
  const isHost = /^[a-z\d.-]+(:\d+)?$/i.test(text) && URL.parse(`https://${text}`) !== null
  return isHost
    ? `${text} is no origin without its scheme: write https://${text}, or http://${text}`
    : `${text} is no origin: write it like https://bank.example`
}

/** What recordings went to beside the bank's own origins; none where no recording is of this bank's site. */
export const missingOrigins = (
  known: ReadonlyArray<string>,
  recorded: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const ofTheBank = recorded.filter((origins) => origins.some((origin) => known.includes(origin)))
  return [...new Set(ofTheBank.flat())].filter((origin) => !known.includes(origin))
}

export const checkOrigins = (origins: ReadonlyArray<string>): Effect.Effect<void, ScriptCommandFailed> => {
  const [fault] = origins.flatMap((text) => faultOfOrigin(text) ?? [])
  return fault === undefined ? Effect.void : Effect.fail(new ScriptCommandFailed({ message: fault }))
}
