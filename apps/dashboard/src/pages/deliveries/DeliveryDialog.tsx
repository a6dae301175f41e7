import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Delivery, DeliveryAttempt, DeliveryDetail } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button, buttonLook } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Failed, Notice, Waiting } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"
import { ServersWords } from "../../ui/ServersWords.tsx"
import { DeliveryBadge, useOutcome } from "./DeliveryBadge.tsx"
import { Says } from "./Says.tsx"
import { dotted } from "../../ui/dotted.ts"

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
): string => dotted([events[event] ?? event, order, payer])

const isUnderWay = (status: Delivery["status"] | undefined): boolean => status === "pending" || status === "delivering"

/**
 * Whether to send it again makes sense: what has not arrived, and the last word on an order or a payment. What is older, or was
 * a notice of its moment, may still be wanted; what is over is not sent any more.
 */
const useSense = (delivery: Delivery | undefined): "send" | "old" | "no" | undefined => {
  const order = delivery?.request_id ?? undefined
  const movement = order === undefined ? (delivery?.movement_id ?? undefined) : undefined
  const subject = order ?? movement
  const { data: latest } = useQuery({ ...queries.latestDelivery(order, movement), enabled: subject !== undefined })
  if (delivery === undefined) return undefined
  const { sequence, status, stopped_code: stopped } = delivery
  if (stopped === "over") return "no"
  if (status === "pending" || status === "delivering" || status === "exhausted" || status === "held") return "send"
  if (subject === undefined) return "old"
  if (latest === undefined) return undefined
  return latest <= sequence ? "send" : "old"
}

export const DeliveryDialog = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { deliveries: words, orders } = useWords()
  const { data, error, refetch } = useQuery({
    ...queries.delivery(id),
    // Nobody is told of a delivery that goes well: who looks at one that is under way sees how it ends.
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? 2_000 : false)
  })
  const formats = useFormats()
  const stopped: Readonly<Record<string, string | undefined>> = words.stopped
  const sense = useSense(data)
  const replay = useAction({
    run: () => api.post("/deliveries/{deliveryId}/replay", { path: { deliveryId: id } }),
    said: words.replayed,
    stale: [["deliveries"], ["orders"], ["endpoint"]]
  })
  return (
    <Dialog title={data === undefined ? words.title : titleOf(data, words.events)} wide onClose={onClose}>
      {data === undefined && error === null ? <Waiting /> : null}
      {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : (
        <div className="grid gap-5">
          <div className="flex flex-wrap items-center gap-3">
            <DeliveryBadge status={data.status} />
            <span className="num text-muted">{formats.moment(data.created_at)}</span>
          </div>
          {data.stopped_code === null ? null : <Notice tone="warn">{stopped[data.stopped_code]}</Notice>}
          <Says event={data.event} body={data.body} />
          <section>
            <h3 className="mb-2">{words.answer}</h3>
            <ol className="grid gap-2">
              {data.attempts.toReversed().map((attempt) => (
                <Attempt key={attempt.number} attempt={attempt} />
              ))}
            </ol>
          </section>
          <Developers delivery={data} />
          <div className="flex flex-wrap gap-2">
            {sense === "send" ? (
              <Button look="primary" icon="refresh" busy={replay.isPending} onClick={() => replay.mutate()}>
                {words.replay}
              </Button>
            ) : null}
            {data.request_id === null ? null : (
              <Link to="/orders/$orderId" params={{ orderId: data.request_id }} className={buttonLook("quiet")}>
                {orders.details}
              </Link>
            )}
          </div>
          {sense === "old" ? (
            <details>
              <summary className="text-muted">{words.moreWays}</summary>
              <div className="mt-2 grid justify-items-start gap-2">
                <p>{data.request_id === null ? words.replayNotice : words.replayOld}</p>
                <Button small icon="refresh" busy={replay.isPending} onClick={() => replay.mutate()}>
                  {words.replay}
                </Button>
              </div>
            </details>
          ) : null}
        </div>
      )}
    </Dialog>
  )
}

const Attempt = ({ attempt }: { readonly attempt: DeliveryAttempt }) => {
  const { deliveries: words } = useWords()
  const formats = useFormats()
  const outcomeOf = useOutcome()
  const { fault, http_status: status, number, outcome, started_at: at } = attempt
  const isTaken = outcome === "delivered"
  return (
    <li className="rounded-xl border border-line p-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="font-semibold">{words.try(number)}</strong>
        <span className={isTaken ? "text-good" : "text-bad"}>
          {outcomeOf(outcome)}
          {status === null || isTaken ? "" : ` · HTTP ${status}`}
        </span>
        <span className="num text-sm text-muted">{formats.moment(at)}</span>
      </p>
      {fault === null ? null : <ServersWords>{fault}</ServersWords>}
    </li>
  )
}

const code = "overflow-auto rounded-xl bg-sunken p-4 font-mono text-[0.8125rem]"

/** The bytes of both ways, for those who wrote the other end. */
const Developers = ({ delivery }: { readonly delivery: DeliveryDetail }) => {
  const { deliveries: words } = useWords()
  return (
    <details>
      <summary className="font-medium text-accent">{words.forDevelopers}</summary>
      <div className="mt-2 grid gap-2">
        <h3>{words.body}</h3>
        <pre tabIndex={0} className={`max-h-64 ${code}`}>
          {pretty(delivery.body)}
        </pre>
        <p className="font-mono text-sm break-all text-muted">{delivery.webhook_id}</p>
        {delivery.attempts.toReversed().map(({ duration_ms: took, http_status: status, number, response, url }) => (
          <div key={number} className="grid gap-1">
            <p className="font-mono text-sm break-all text-muted">
              {[words.try(number), url, status === null ? "" : `HTTP ${status}`, took === null ? "" : `${took} ms`]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {response === null || response === "" ? null : (
              <pre tabIndex={0} className={`max-h-40 whitespace-pre-wrap ${code}`}>
                {response}
              </pre>
            )}
          </div>
        ))}
      </div>
    </details>
  )
}
