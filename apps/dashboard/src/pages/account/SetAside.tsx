/** What was read and not taken in: why, what it says, and taking it in all the same. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Scrape } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { AccountEnd } from "../../ui/AccountEnd.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Failed, Notice, useSentence, Waiting } from "../../ui/parts.tsx"
import { ServersWords } from "../../ui/ServersWords.tsx"
import { useAction } from "../../ui/useAction.ts"

export const SetAside = ({ accountId }: { readonly accountId: string }) => {
  const words = useWords().accounts.setAside
  const formats = useFormats()
  const { data = [] } = useQuery(queries.setAside(accountId))
  const [open, setOpen] = useState<Scrape>()
  if (data.length === 0) return null
  return (
    <Notice tone="warn" title={words.title(data.length)}>
      <p>{words.lead}</p>
      <ul className="mt-2 grid gap-2">
        {data.map((scrape) => (
          <li key={scrape.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="num min-w-0">
              {formats.moment(scrape.finished_at)} · {words.rows(scrape.rows_read)}
            </span>
            <Button small onClick={() => setOpen(scrape)}>
              {words.look}
            </Button>
          </li>
        ))}
      </ul>
      {open === undefined ? null : (
        <Aside
          accountId={accountId}
          scrape={open}
          // What was asked for in one closes no other one that is open when its answer comes.
          onClose={() => setOpen((now) => (now === open ? undefined : now))}
        />
      )}
    </Notice>
  )
}

interface AsideProps {
  readonly accountId: string
  readonly scrape: Scrape
  readonly onClose: () => void
}

const Aside = ({ accountId, onClose, scrape }: AsideProps) => {
  const { accounts, actions } = useWords()
  const words = accounts.setAside
  const sentence = useSentence()
  const { data, error, refetch } = useQuery(queries.scrape(accountId, scrape.id))
  const accept = useAction({
    run: () =>
      api.post("/accounts/{accountId}/scrapes/{scrapeId}/accept", { path: { accountId, scrapeId: scrape.id } }),
    said: words.taken,
    stale: [["set-aside", accountId], ["scrape", scrape.id], ["movements"], ["orders"], ["accounts"], ["activity"]],
    done: onClose,
    silent: true
  })
  return (
    <Dialog title={words.rows(scrape.rows_read)} onClose={onClose} wide>
      <div className="grid gap-4">
        <Notice tone="warn" title={words.why}>
          <ServersWords>{scrape.fault ?? ""}</ServersWords>
        </Notice>
        {data === undefined && error === null ? <Waiting rows={4} /> : null}
        {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
        {data?.rows == null ? null : <Rows rows={data.rows} />}
        {accept.isError ? (
          <Notice role="alert" tone="bad">
            {sentence(accept.error)}
          </Notice>
        ) : null}
        <p className="text-muted">{words.sure}</p>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
            {words.accept}
          </Button>
          <Button onClick={onClose}>{actions.cancel}</Button>
        </div>
      </div>
    </Dialog>
  )
}

interface Row {
  readonly date: string
  readonly amount: string
  readonly currency: string
  readonly description: string
  readonly counterparty: string | null
  readonly counterparty_account: string | null
}

const Rows = ({ rows }: { readonly rows: ReadonlyArray<Row> }) => {
  const words = useWords().accounts.setAside
  const formats = useFormats()
  return (
    <div
      className="max-h-80 overflow-y-auto rounded-xl border border-line"
      tabIndex={0}
      role="region"
      aria-label={words.shown}
    >
      <ul className="divide-y divide-line">
        {rows.map(({ amount, counterparty, counterparty_account: account, currency, date, description }, index) => (
          // A row has no id, and none moves.
          <li key={`${index} ${date}`} className="flex items-baseline justify-between gap-4 px-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              {counterparty ?? description} <AccountEnd account={account} />
              <span className="num block text-sm text-muted">
                {formats.shortDay(date)}
                {counterparty === null ? "" : ` · ${description}`}
              </span>
            </span>
            <span className="num font-medium whitespace-nowrap">{formats.money(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
