import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { queries } from "../../api/queries.ts"
import type { AccountOverview, Mode } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { buttonLook } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice, Panel, Waiting } from "../../ui/parts.tsx"
import { TestButton } from "../account/EndpointPanel.tsx"

const phases = ["opening", "code", "reading", "done"] as const
type Phase = (typeof phases)[number]

const phaseOf = (account: AccountOverview): Phase => {
  if (account.last_scrape_at !== null) return "done"
  if (account.pending_assistance !== null || account.state === "awaiting-otp") return "code"
  return account.state === "reading" || account.state === "monitoring" || account.state === "closing"
    ? "reading"
    : "opening"
}

export const WatchStep = ({ accountId, mode }: { readonly accountId: string; readonly mode: Mode }) => {
  const { enrol } = useWords()
  const { data } = useQuery(queries.accounts())
  const account = data?.find(({ id }) => id === accountId)
  if (account === undefined) return <Waiting />
  const phase = phaseOf(account)
  const reached = phases.indexOf(phase)
  const shown = account.login_mode === "assisted" ? phases : phases.filter((each) => each !== "code")
  const toAccount = (
    <Link to="/accounts/$accountId" params={{ accountId }} className={buttonLook("quiet")}>
      {enrol.toAccount}
    </Link>
  )
  return (
    <div className="grid gap-5">
      <Panel title={phase === "done" ? enrol.ready : enrol.watchLead}>
        <ol className="grid gap-3" aria-live="polite">
          {shown.map((each) => {
            const index = phases.indexOf(each)
            const isDone = index < reached || phase === "done"
            return (
              <li key={each} className={`flex items-center gap-3 ${index > reached ? "text-muted" : ""}`}>
                <span
                  className={`grid size-7 place-items-center rounded-full ${isDone ? "bg-good-soft text-good" : index === reached ? "bg-calm-soft text-calm" : "bg-sunken"}`}
                >
                  {isDone ? (
                    <Icon name="check" className="size-4" />
                  ) : (
                    <span className={`size-2 rounded-full bg-current ${index === reached ? "beat" : "opacity-40"}`} />
                  )}
                </span>
                <span className={index === reached ? "font-semibold" : ""}>{enrol.phases[each]}</span>
              </li>
            )
          })}
        </ol>
        {phase === "done" ? (
          <div className="mt-5 grid gap-4">
            <p className="text-muted">{enrol.readyLong}</p>
            <div className="flex flex-wrap gap-3">
              {mode === "reconcile" ? (
                <Link to="/orders" search={{ show: "all" }} className={buttonLook("primary")}>
                  {enrol.toOrders}
                </Link>
              ) : null}
              <Link to="/movements" className={buttonLook(mode === "reconcile" ? "quiet" : "primary")}>
                {enrol.toMovements}
              </Link>
              {toAccount}
            </div>
          </div>
        ) : null}
        {account.scrape_blocked_at !== null || account.failures > 0 || account.script_version === null ? (
          <div className="mt-5">
            <Notice tone="warn" role="alert">
              <p className="mb-3">{account.scrape_blocked_at === null ? enrol.nothing : enrol.blocked}</p>
              {toAccount}
            </Notice>
          </div>
        ) : null}
      </Panel>
      <Panel>
        <TestButton accountId={accountId} />
      </Panel>
    </div>
  )
}
