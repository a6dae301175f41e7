import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../api/client.ts"
import { clock } from "../api/clock.ts"
import { isLong, queries } from "../api/queries.ts"
import type { Delivery } from "../api/types.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { Button } from "../ui/Button.tsx"
import { MoreRows } from "../ui/MoreRows.tsx"
import { NoAccount } from "../ui/NoAccount.tsx"
import { oneOf } from "../ui/oneOf.ts"
import { Empty, Failed, PageHead, Waiting } from "../ui/parts.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { useToasts } from "../ui/toasts.tsx"
import { useAction } from "../ui/useAction.ts"
import { useNow } from "../ui/useNow.ts"
import { useTitle } from "../ui/useTitle.ts"
import { DeliveryBadge, useOutcome } from "./deliveries/DeliveryBadge.tsx"
import { DeliveryDialog } from "./deliveries/DeliveryDialog.tsx"
import { EndpointList, useEndpoints } from "./deliveries/EndpointList.tsx"
import { dotted } from "../ui/dotted.ts"

const filtered = ["pending", "delivered", "exhausted", "held", "cancelled"] as const
const statuses = ["", ...filtered] as const

const patience = 10_000

/** A try that waits for its hour isn't. */
const isUnderWay = ({ next_attempt_at: next, status }: Delivery): boolean =>
  status === "delivering" || (status === "pending" && next !== null && Date.parse(next) < clock.now() + patience)

export const DeliveriesPage = () => {
  const { deliveries: words } = useWords()
  useTitle(words.title)
  const { account, delivery, status = "" } = useSearch({ from: "/deliveries" })
  const navigate = useNavigate({ from: "/deliveries" })
  const list = useInfiniteQuery({
    ...queries.deliveries({ status: oneOf(filtered, status), account_id: account }),
    // Nobody is told of a delivery that goes well: what is sent while one looks is seen to end.
    refetchInterval: (query) =>
      !isLong(query) && query.state.data?.pages.flat().some(isUnderWay) === true ? 2_000 : false
  })
  const { data, error, isPending, refetch } = list
  const { data: accounts = [], isPending: isAccountsPending } = useQuery(queries.accounts())
  const endpoints = useEndpoints(accounts)
  // Nothing is offered for pressing that is about to move away from under the pointer.
  const moves = isAccountsPending || endpoints.isPending
  const rows = data?.pages.flat() ?? []
  const statusWords: Readonly<Record<string, string | undefined>> = words.statuses
  const change = (next: { readonly status?: string | undefined; readonly delivery?: string | undefined }) =>
    void navigate({ search: (prev) => ({ ...prev, ...next }), replace: true, resetScroll: false })
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="mb-5 empty:hidden">
        <EndpointList rows={endpoints.rows} further={endpoints.further} />
      </div>
      <div className={`mb-4 flex flex-wrap items-center justify-between gap-3 ${moves ? "invisible" : ""}`}>
        <Tabs
          label={words.title}
          value={status}
          options={statuses.map((each) => [each, each === "" ? words.all : (statusWords[each] ?? each)] as const)}
          onChange={(next) => change({ status: next || undefined })}
        />
        {status === "exhausted" || status === "held" ? <ReplayAll status={status} account={account} /> : null}
      </div>
      <div className="panel overflow-hidden">
        {isPending || moves ? <Waiting rows={7} /> : null}
        {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
        {!moves && data !== undefined && rows.length === 0 ? (
          accounts.length === 0 ? (
            <NoAccount />
          ) : status === "" && account === undefined ? (
            <Empty icon="deliveries" title={words.empty}>
              {words.emptyLong}
            </Empty>
          ) : (
            <Empty icon="deliveries" title={words.emptyHere} />
          )
        ) : null}
        <ul className="divide-y divide-line">
          {(moves ? [] : rows).map((row) => (
            <Row
              key={row.id}
              delivery={row}
              account={accounts.find(({ id }) => id === row.account_id)?.name ?? ""}
              onOpen={() => change({ delivery: row.id })}
            />
          ))}
        </ul>
        <MoreRows list={list} className="border-t border-line p-4" />
      </div>
      {delivery === undefined ? null : <DeliveryDialog id={delivery} onClose={() => change({ delivery: undefined })} />}
    </>
  )
}

/** A server that is newer than this page may tell of more. */
type EventWords = Readonly<Record<string, string | undefined>>

interface RowProps {
  readonly delivery: Delivery
  readonly account: string
  readonly onOpen: () => void
}

const Row = ({ account, delivery, onOpen }: RowProps) => {
  const { deliveries } = useWords()
  const words: typeof deliveries & { readonly events: EventWords } = deliveries
  const formats = useFormats()
  const outcomeOf = useOutcome()
  const now = useNow()
  const { attempts_made: made, created_at: at, event, last_outcome: last, next_attempt_at: next, status } = delivery
  const about = dotted([delivery.external_id, delivery.sender_name])
  const details = [
    formats.moment(at),
    account,
    made > 0 ? words.attempts(made) : "",
    status !== "delivered" && last !== null ? outcomeOf(last) : "",
    status === "pending" && next !== null && made > 0 ? words.nextTry(formats.ago(next, now)) : ""
  ]
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-left hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-medium">
            {words.events[event] ?? event}
            {about === "" ? null : <span className="font-normal"> · {about}</span>}
          </span>
          <span className="num block text-sm text-muted">{dotted(details)}</span>
        </span>
        <DeliveryBadge status={status} />
      </button>
    </li>
  )
}

const ReplayAll = ({
  account,
  status
}: {
  readonly status: "exhausted" | "held"
  readonly account: string | undefined
}) => {
  const { deliveries: words } = useWords()
  const { say } = useToasts()
  const [since, setSince] = useState("")
  const replay = useAction({
    run: () =>
      api.post("/deliveries/replay", {
        body: {
          status,
          ...(account === undefined ? {} : { account_id: account }),
          ...(since === "" ? {} : { since: new Date(since).toISOString() })
        }
      }),
    stale: [["deliveries"], ["endpoint"]],
    done: ({ queued }) => say(words.replayedAll(queued))
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label className="flex items-center gap-2 text-sm text-muted">
        {words.since}
        <input
          type="datetime-local"
          className="field w-auto!"
          value={since}
          onChange={({ target }) => setSince(target.value)}
        />
      </label>
      <Button icon="refresh" busy={replay.isPending} onClick={() => replay.mutate()}>
        {words.replayAll}
      </Button>
    </div>
  )
}
