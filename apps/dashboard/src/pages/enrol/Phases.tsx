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

/** Where a login stopped: of other failures it isn't known whether they were in the login or in the read. */
const stops: Readonly<Record<string, Phase | undefined>> = {
  invalid_credentials: "opening",
  account_locked: "opening",
  action_required: "opening",
  automation_blocked: "opening",
  session_elsewhere: "opening",
  otp_rejected: "code",
  otp_timeout: "code"
}

const stoppedAt = (account: AccountOverview): Phase | undefined =>
  isStuckAt(account) ? stops[account.block_kind ?? account.failure_kind ?? ""] : undefined

/** Whether this login, or an earlier one, asked its owner anything; undefined: that isn't known yet. */
const useWasAsked = ({ id, login_mode: mode }: AccountOverview, phase: Phase): boolean | undefined => {
  const isPast = phase === "reading" || phase === "done"
  const { data } = useInfiniteQuery({ ...queries.assistances(id), enabled: mode === "assisted" && isPast })
  return isPast ? data?.pages.some((page) => page.length > 0) : undefined
}

export const Phases = ({ account }: { readonly account: AccountOverview }) => {
  const { enrol } = useWords()
  const phase = phaseOf(account)
  const stopped = stoppedAt(account)
  const reached = phases.indexOf(stopped ?? phase)
  const isLost = useConnection().state === "lost"
  // Nothing is said to go on of which we hear nothing.
  const isStill = isLost || isStuckAt(account)
  const wasAsked = useWasAsked(account, phase)
  const shown = phases.filter(
    (each) => each !== "code" || stopped === each || (account.login_mode === "assisted" && wasAsked !== false)
  )
  const stateOf = (each: Phase): State | undefined => {
    const index = phases.indexOf(each)
    if (index < reached || phase === "done") return "done"
    if (each === stopped) return "stopped"
    return index === reached && !isStill ? "now" : undefined
  }
  return (
    <>
      <ol className="grid gap-3" aria-live="polite">
        {shown.map((each) => {
          const state = stateOf(each)
          return (
            <li
              key={each}
              className={`flex items-center gap-3 ${phases.indexOf(each) > reached ? "text-muted" : ""} ${state === "now" ? "font-semibold" : ""}`}
            >
              <Mark state={state} />
              <span>
                {enrol.phases[each]}
                {state === undefined ? null : <span className="sr-only">: {enrol.phaseStates[state]}</span>}
              </span>
            </li>
          )
        })}
      </ol>
      <Trouble account={account} />
    </>
  )
}

type State = "done" | "now" | "stopped"

const looks = { done: "bg-good-soft text-good", now: "bg-calm-soft text-calm", stopped: "bg-warn-soft text-warn" }

const Mark = ({ state }: { readonly state: State | undefined }) => (
  <span
    className={`grid size-7 place-items-center rounded-full ${state === undefined ? "bg-sunken" : looks[state]}`}
    aria-hidden="true"
  >
    {state === "done" || state === "stopped" ? (
      <Icon name={state === "done" ? "check" : "alert"} className="size-4" />
    ) : (
      <span className={`size-2 rounded-full bg-current ${state === "now" ? "beat" : "opacity-40"}`} />
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
