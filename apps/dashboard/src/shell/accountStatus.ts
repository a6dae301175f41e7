/** What an account does, in one word and one colour. What can't be known is not said: nothing runs while we are offline. */
import type { AccountOverview } from "../api/types.ts"
import type { Dictionary } from "../i18n/dictionary.ts"
import type { Connection } from "../live/LiveProvider.tsx"
import type { Tone } from "../ui/parts.tsx"

export interface AccountStatus {
  readonly tone: Tone
  readonly word: string
  readonly alive: boolean
}

const doing = ({ state }: AccountOverview, words: Dictionary["accounts"]["states"]): AccountStatus | undefined => {
  switch (state) {
    case "opening":
      return { tone: "calm", word: words.opening, alive: true }
    case "reading":
      return { tone: "calm", word: words.reading, alive: true }
    case "monitoring":
      return { tone: "good", word: words.monitoring, alive: true }
    case "closing":
      return { tone: "calm", word: words.closing, alive: true }
    default:
      return undefined
  }
}

/** A login waits for its owner, or has just been given what it waited for. */
export const isAsking = ({ open_assistance: other, pending_assistance: code, state }: AccountOverview): boolean =>
  code !== null || other !== null || state === "awaiting-otp"

const waiting = (account: AccountOverview, words: Dictionary["accounts"]["states"]): AccountStatus | undefined => {
  if (account.open_assistance !== null) return { tone: "warn", word: words.asked, alive: true }
  if (!isAsking(account)) return undefined
  return { tone: "warn", word: words.code, alive: true }
}

/** Nobody's user name and password are kept for it: there is nothing to read but its statement files. */
export const lacksLogin = ({ impediment_code: impediment }: AccountOverview): boolean => impediment === "no_credentials"

/** Read from these, so that nothing of it is amiss. */
export const isByFile = (account: AccountOverview): boolean => lacksLogin(account) && account.last_scrape_at !== null

const atRest = (account: AccountOverview, words: Dictionary["accounts"]["states"]): AccountStatus => {
  const still = (tone: Tone, word: string) => ({ tone, word, alive: false })
  if (!account.has_settings) return still("plain", words.unset)
  if (isByFile(account)) return still("good", words.byFile)
  if (account.script_version === null) return still("warn", words.noScript)
  // Nothing is read before its owner does something: that is what to say, however the last read ended.
  if (account.waits_for === "impediment") return still("warn", words.asked)
  if (account.failures > 0) return still("warn", words.failing)
  return account.last_scrape_at === null ? still("plain", words.unread) : still("good", words.good)
}

export const statusOf = (
  account: AccountOverview,
  connection: Connection,
  words: Dictionary["accounts"]["states"]
): AccountStatus => {
  if (account.scrape_blocked_at !== null) return { tone: "bad", word: words.blocked, alive: false }
  if (account.status === "paused") return { tone: "plain", word: words.paused, alive: false }
  const busy = waiting(account, words) ?? doing(account, words)
  if (busy !== undefined && connection.state === "lost") return { tone: "plain", word: words.unknown, alive: false }
  const status = busy ?? atRest(account, words)
  // Nothing is good while there is nothing that payments could be matched with.
  return status.tone === "good" && account.orders_failing !== null
    ? { ...status, tone: "warn", word: words.unreadOrders }
    : status
}
