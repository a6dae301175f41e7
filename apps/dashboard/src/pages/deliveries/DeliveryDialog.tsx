import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Delivery, DeliveryAttempt } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button, buttonLook } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Failed, Notice, Waiting } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"
import { DeliveryBadge, useOutcome } from "./DeliveryBadge.tsx"

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** What it tells, and of what. */
const titleOf = (
  { event, external_id: order, sender_name: payer }: Pick<Delivery, "event" | "external_id" | "sender_name">,
  events: Readonly<Record<string, string | undefined>>
): string => [events[event] ?? event, order, payer].filter(Boolean).join(" · ")

const isUnderWay = (status: Delivery["status"] | undefined): boolean => status === "pending" || status === "delivering"

export const DeliveryDialog = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { deliveries: words, orders } = useWords()
  const { data, error, refetch } = useQuery({
    ...queries.delivery(id),
    // Nobody is told of a delivery that goes well: who looks at one that is under way sees how it ends.
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? 2_000 : false)
  })
  const replay = useAction({
    run: () => api.post("/deliveries/{deliveryId}/replay", { path: { deliveryId: id } }),
    said: words.replayed,
    stale: [["deliveries"], ["orders"]]
  })
  return (
    <Dialog title={data === undefined ? words.title : titleOf(data, words.events)} wide onClose={onClose}>
      {data === undefined && error === null ? <Waiting /> : null}
      {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : (
        <div className="grid gap-5">
          <div className="flex flex-wrap items-center gap-3">
            <DeliveryBadge status={data.status} />
            <span className="font-mono text-sm break-all text-muted">{data.webhook_id}</span>
          </div>
          {data.stopped_because === null ? null : <Notice tone="warn">{data.stopped_because}</Notice>}
          <section>
            <h3 className="mb-2">{words.body}</h3>
            <pre tabIndex={0} className="max-h-64 overflow-auto rounded-xl bg-sunken p-4 font-mono text-[0.8125rem]">
              {pretty(data.body)}
            </pre>
          </section>
          <section>
            <h3 className="mb-2">{words.answer}</h3>
            <ol className="grid gap-2">
              {data.attempts.toReversed().map((attempt) => (
                <Attempt key={attempt.number} attempt={attempt} />
              ))}
            </ol>
          </section>
          <div className="flex flex-wrap gap-2">
            <Button look="primary" icon="refresh" busy={replay.isPending} onClick={() => replay.mutate()}>
              {words.replay}
            </Button>
            {data.request_id === null ? null : (
              <Link to="/orders/$orderId" params={{ orderId: data.request_id }} className={buttonLook("quiet")}>
                {orders.details}
              </Link>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

const Attempt = ({ attempt }: { readonly attempt: DeliveryAttempt }) => {
  const { deliveries: words } = useWords()
  const formats = useFormats()
  const outcomeOf = useOutcome()
  const { duration_ms: took, fault, http_status: status, number, outcome, response, started_at: at, url } = attempt
  return (
    <li className="rounded-xl border border-line p-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="font-semibold">{words.try(number)}</strong>
        <span className={outcome === "delivered" ? "text-good" : "text-bad"}>
          {outcomeOf(outcome)}
          {status === null ? "" : ` · HTTP ${status}`}
        </span>
        <span className="num text-sm text-muted">
          {formats.moment(at)}
          {took === null ? "" : ` · ${took} ms`}
        </span>
      </p>
      <p className="font-mono text-sm break-all text-muted">{url}</p>
      {fault === null ? null : <p className="text-sm">{fault}</p>}
      {response === null || response === "" ? null : (
        <pre
          tabIndex={0}
          className="mt-2 max-h-40 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs whitespace-pre-wrap"
        >
          {response}
        </pre>
      )}
    </li>
  )
}
