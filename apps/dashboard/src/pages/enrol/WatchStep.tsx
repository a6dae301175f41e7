import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { queries } from "../../api/queries.ts"
import type { Mode } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { useConnection } from "../../live/LiveProvider.tsx"
import { UnreadOrders } from "../../shell/UnreadOrders.tsx"
import { buttonLook } from "../../ui/Button.tsx"
import { Failed, Panel, Waiting } from "../../ui/parts.tsx"
import { Missing } from "../Missing.tsx"
import { TestButton } from "../account/EndpointPanel.tsx"
import { SameBankAccount } from "../account/SameBankAccount.tsx"
import { isStuckAt, phaseOf, Phases, ToAccount } from "./Phases.tsx"

export const WatchStep = ({ accountId, mode }: { readonly accountId: string; readonly mode: Mode }) => {
  const { enrol } = useWords()
  // Nobody is told of a poll that fails, and the first one may take longer than the first read.
  const { data, error, refetch } = useQuery({
    ...queries.accounts(),
    ...(mode === "reconcile" ? { refetchInterval: 5_000 } : {})
  })
  const isLost = useConnection().state === "lost"
  if (data === undefined) return error === null ? <Waiting /> : <Failed cause={error} onRetry={() => void refetch()} />
  const account = data.find(({ id }) => id === accountId)
  if (account === undefined) return <Missing />
  const isDone = phaseOf(account) === "done"
  const ready = account.orders_failing === null ? enrol.ready : enrol.readyButOrders
  return (
    <div className="grid gap-5">
      <Panel title={isDone ? ready : isLost || isStuckAt(account) ? undefined : enrol.watchLead}>
        <Phases account={account} />
        {isDone ? (
          <div className="mt-5 grid gap-4">
            {account.orders_failing === null ? (
              <p className="text-muted">{enrol.readyLong}</p>
            ) : (
              <UnreadOrders account={account} />
            )}
            <div className="flex flex-wrap gap-3">
              {mode === "reconcile" ? (
                <Link to="/orders" search={{ show: "all" }} className={buttonLook("primary")}>
                  {enrol.toOrders}
                </Link>
              ) : null}
              <Link to="/movements" className={buttonLook(mode === "reconcile" ? "quiet" : "primary")}>
                {enrol.toMovements}
              </Link>
              <ToAccount accountId={accountId} />
            </div>
          </div>
        ) : null}
      </Panel>
      <SameBankAccount accountId={accountId} />
      <Panel>
        <TestButton accountId={accountId} />
      </Panel>
    </div>
  )
}
