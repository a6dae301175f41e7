/** The way from the login to the first read, and how far it is. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { queries } from "../../api/queries.ts"
import type { AccountOverview } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { useConnection } from "../../live/LiveProvider.tsx"
import { buttonLook } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/parts.tsx"

const phases = ["opening", "code", "reading", "done"] as const
export type Phase = (typeof phases)[number]

export const phaseOf = (account: AccountOverview): Phase => {
  if (account.last_scrape_at !== null) return "done"
  if (account.pending_assistance !== null || account.open_assistance !== null) return "code"
  if (account.state === "awaiting-otp") return "code"
  return account.state === "reading" || account.state === "monitoring" || account.state === "closing"
    ? "reading"
    : "opening"
}

/** Nothing goes on before somebody does something about it. */
export const isStuckAt = ({ failures, scrape_blocked_at: blocked, script_version: script }: AccountOverview): boolean =>
  blocked !== null || failures > 0 || script === null

/** Whether this login, or an earlier one, asked its owner anything; undefined: that isn't known yet. */
const useWasAsked = ({ id, login_mode: mode }: AccountOverview, phase: Phase): boolean | undefined => {
  const isPast = phase === "reading" || phase === "done"
  const { data } = useInfiniteQuery({ ...queries.assistances(id), enabled: mode === "assisted" && isPast })
  return isPast ? data?.pages.some((page) => page.length > 0) : undefined
}

export const Phases = ({ account }: { readonly account: AccountOverview }) => {
  const { enrol } = useWords()
  const phase = phaseOf(account)
  const reached = phases.indexOf(phase)
  const isLost = useConnection().state === "lost"
  // Nothing is said to go on of which we hear nothing.
  const isStill = isLost || isStuckAt(account)
  const wasAsked = useWasAsked(account, phase)
  const shown = phases.filter((each) => each !== "code" || (account.login_mode === "assisted" && wasAsked !== false))
  return (
    <>
      <ol className="grid gap-3" aria-live="polite">
        {shown.map((each) => {
          const index = phases.indexOf(each)
          return (
            <li key={each} className={`flex items-center gap-3 ${index > reached ? "text-muted" : ""}`}>
              <Mark isDone={index < reached || phase === "done"} isNow={index === reached && !isStill} />
              <span className={index === reached && !isStill ? "font-semibold" : ""}>{enrol.phases[each]}</span>
            </li>
          )
        })}
      </ol>
      <Trouble account={account} />
    </>
  )
}

const Mark = ({ isDone, isNow }: { readonly isDone: boolean; readonly isNow: boolean }) => (
  <span
    className={`grid size-7 place-items-center rounded-full ${isDone ? "bg-good-soft text-good" : isNow ? "bg-calm-soft text-calm" : "bg-sunken"}`}
  >
    {isDone ? (
      <Icon name="check" className="size-4" />
    ) : (
      <span className={`size-2 rounded-full bg-current ${isNow ? "beat" : "opacity-40"}`} />
    )}
  </span>
)

const Trouble = ({ account }: { readonly account: AccountOverview }) => {
  const { accounts, enrol } = useWords()
  if (!isStuckAt(account)) return null
  const kinds: Readonly<Record<string, string | undefined>> = accounts.kinds
  return (
    <div className="mt-5">
      <Notice tone="warn" role="alert" title={kinds[account.block_kind ?? account.failure_kind ?? ""]}>
        <p className="mb-3">{account.scrape_blocked_at === null ? enrol.nothing : enrol.blocked}</p>
        <ToAccount accountId={account.id} />
      </Notice>
    </div>
  )
}

export const ToAccount = ({ accountId }: { readonly accountId: string }) => {
  const { enrol } = useWords()
  return (
    <Link to="/accounts/$accountId" params={{ accountId }} className={buttonLook("quiet")}>
      {enrol.toAccount}
    </Link>
  )
}
