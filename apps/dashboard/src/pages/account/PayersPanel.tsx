/** What choosing and separating payments has taught of payers' names; forgotten one by one. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { TaughtPayer } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { AccountEnd } from "../../ui/AccountEnd.tsx"
import { Button } from "../../ui/Button.tsx"
import { Badge, Failed, Panel, Waiting } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

/** Of a shop's years there are hundreds. */
const few = 10

export const PayersPanel = ({ accountId }: { readonly accountId: string }) => {
  const words = useWords().config.payers
  const { data, error, refetch } = useQuery(queries.payers(accountId))
  const [all, setAll] = useState(false)
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p className="text-muted">{words.lead}</p>
        {data === undefined && error === null ? <Waiting rows={2} /> : null}
        {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
        {data?.length === 0 ? <p>{words.empty}</p> : null}
        {data === undefined || data.length === 0 ? null : (
          <ul aria-label={words.title} className="divide-y divide-line border-y border-line">
            {data.slice(0, all ? undefined : few).map((payer) => (
              <Taught key={payer.id} accountId={accountId} payer={payer} />
            ))}
          </ul>
        )}
        {data !== undefined && data.length > few && !all ? (
          <Button small className="justify-self-start" onClick={() => setAll(true)}>
            {words.all(data.length)}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

const Taught = ({ accountId, payer }: { readonly accountId: string; readonly payer: TaughtPayer }) => {
  const words = useWords().config.payers
  const formats = useFormats()
  const { counterparty_account: account, order_name: orderName, sender_name: name, taught_at: at, verdict } = payer
  const sender = name === "" ? words.nameless : name
  const forget = useAction({
    run: () => api.delete("/accounts/{accountId}/payers/{payerId}", { path: { accountId, payerId: payer.id } }),
    said: words.forgotten,
    stale: [["payers", accountId]]
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0">
        <span className="wrap-anywhere">
          <strong className="font-semibold">{sender}</strong> <AccountEnd account={account} /> {words.verdicts[verdict]}{" "}
          {words.forOrders(orderName)}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge tone={verdict === "confirmed" ? "good" : "warn"}>{words.badges[verdict]}</Badge>
          <time dateTime={at}>{formats.day(at)}</time>
        </span>
      </span>
      <Button
        small
        busy={forget.isPending}
        aria-label={words.forgetOne(sender, orderName)}
        onClick={() => forget.mutate()}
      >
        {words.forget}
      </Button>
    </li>
  )
}
