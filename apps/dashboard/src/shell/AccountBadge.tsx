import type { AccountOverview } from "../api/types.ts"
import type { Dictionary } from "../i18n/dictionary.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { useConnection } from "../live/LiveProvider.tsx"
import { Badge } from "../ui/parts.tsx"
import { useNow } from "../ui/useNow.ts"
import { statusOf } from "./accountStatus.ts"

export const AccountBadge = ({ account }: { readonly account: AccountOverview }) => {
  const { accounts } = useWords()
  const status = statusOf(account, useConnection(), accounts.states)
  return (
    <Badge tone={status.tone} alive={status.alive}>
      {status.word}
    </Badge>
  )
}

const waitsFor = (
  { open_assistance: other, pending_assistance: code, state }: AccountOverview,
  { waitsForAnswer, waitsForCode }: Dictionary["accounts"]
): string | undefined => {
  if (code !== null) return waitsForCode
  if (other !== null) return waitsForAnswer
  return state === "awaiting-otp" ? waitsForCode : undefined
}

/** How old what we know is, and when more is to come. */
export const AccountAge = ({ account }: { readonly account: AccountOverview }) => {
  const { accounts } = useWords()
  const formats = useFormats()
  const now = useNow()
  const { last_scrape_at: last, next_run_at: next } = account
  const coming =
    account.scrape_blocked_at === null && account.status === "active" && next !== null && !account.session_running
  // Nothing comes before somebody has answered: a time would be a promise.
  const asked = waitsFor(account, accounts)
  const due = next !== null && new Date(next).getTime() <= now
  return (
    <span className="num">
      {last === null ? accounts.neverRead : accounts.read(formats.ago(last, Math.max(now, new Date(last).getTime())))}
      {asked === undefined ? "" : ` · ${asked}`}
      {coming && asked === undefined ? ` · ${due ? accounts.nextNow : accounts.next(formats.ago(next, now))}` : ""}
    </span>
  )
}
