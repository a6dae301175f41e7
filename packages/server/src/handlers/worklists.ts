/** How searches are read from a query string, and how what they find is shown. */
import {
  areFewDays,
  BadRequest,
  type FoundMovement,
  type PaidOrder,
  statusesIn,
  timesReversed,
  tooManyDays
} from "@counterfoil/api"
import type {
  Days,
  FoundMovement as FoundMovementRecord,
  FoundRequest,
  MoneyOfDay,
  MovementFilter,
  OrdersOfDay,
  PaidOrder as PaidOrderRow,
  PaymentInBrief,
  RequestFilter,
  SearchFilter,
  TimelineRow
} from "@counterfoil/core"
import { formatDecimal } from "@counterfoil/domain"
import { DateTime, Effect } from "effect"
import { presentMovement } from "./presentMovement.ts"
import { amountOf, wordsAsAmounts } from "./wordsAsAmounts.ts"

interface SearchQuery {
  readonly limit: number
  readonly before?: string
  readonly account_id?: string
  readonly from?: DateTime.Utc
  readonly to?: DateTime.Utc
  readonly q?: string
  readonly amount?: string
}

const searchOf = ({ account_id, amount, before, from, limit, q, to }: SearchQuery): SearchFilter => ({
  limit,
  ...(before === undefined ? {} : { before: before.toLowerCase() }),
  ...(account_id === undefined ? {} : { accountId: account_id.toLowerCase() }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
  ...(q === undefined ? {} : { words: q, asAmounts: wordsAsAmounts(q) }),
  ...(amount === undefined ? {} : { amount: amountOf(amount) })
})

/** Nothing lies between reversed times: who asks so has mistaken one for the other, and is told. */
export const inOrder = ({ from, to }: Pick<SearchQuery, "from" | "to">): Effect.Effect<void, BadRequest> =>
  from === undefined || to === undefined || DateTime.isLessThanOrEqualTo(from, to)
    ? Effect.void
    : Effect.fail(new BadRequest({ error: timesReversed }))

export const movementFilter = (
  query: SearchQuery & {
    readonly direction?: "in" | "out"
    readonly pays?: "yes" | "no"
    readonly sent?: "yes" | "no"
    readonly held?: "yes"
  }
): MovementFilter => ({
  ...searchOf(query),
  ...(query.direction === undefined ? {} : { direction: query.direction }),
  ...(query.pays === undefined ? {} : { pays: query.pays === "yes" }),
  ...(query.sent === undefined ? {} : { sent: query.sent === "yes" }),
  ...(query.held === undefined ? {} : { isHeld: true })
})

export const requestFilter = (
  query: SearchQuery & {
    readonly status?: string
    readonly id?: string
    readonly needs_person?: "yes" | "no"
    readonly unmatched?: "yes" | "decided"
    readonly closed?: "yes" | "no"
  }
): RequestFilter => ({
  ...searchOf(query),
  ...(query.id === undefined ? {} : { id: query.id.toLowerCase() }),
  ...(query.needs_person === undefined ? {} : { needsPerson: query.needs_person === "yes" }),
  ...(query.closed === undefined ? {} : { isClosed: query.closed === "yes" }),
  ...(query.unmatched === "yes" ? { isSeparated: true } : {}),
  ...(query.unmatched === "decided" ? { isDecided: true } : {}),
  ...(query.status === undefined ? {} : { statuses: [...new Set(statusesIn(query.status))] })
})

export const daysOf = (query: {
  readonly from: string
  readonly to: string
  readonly account_id?: string
}): Effect.Effect<Days, BadRequest> =>
  areFewDays(query)
    ? Effect.succeed({
        from: query.from,
        to: query.to,
        ...(query.account_id === undefined ? {} : { accountId: query.account_id.toLowerCase() })
      })
    : Effect.fail(new BadRequest({ error: tooManyDays }))

export const presentFoundMovement = (movement: FoundMovementRecord): typeof FoundMovement.Type => ({
  ...presentMovement(movement),
  account_id: movement.accountId,
  account_name: movement.accountName,
  bank: movement.bank,
  pays: movement.pays === null ? null : { request_id: movement.pays.requestId, external_id: movement.pays.externalId }
})

export const presentMore = ({ lastAttempt, lastDelivery, match, unmatched, ...request }: FoundRequest) => ({
  reference: request.reference,
  ordered_at: request.orderedAt,
  first_seen_at: request.firstSeenAt,
  updated_at: request.updatedAt,
  attempts_made: request.attemptsMade,
  separated_at: request.separatedAt,
  reversed_at: request.reversedAt,
  listed: request.listed,
  unmatched: unmatched === null ? null : { ...unmatched, payments: unmatched.payments.map(presentPaymentTakenBack) },
  left: request.left,
  cancelled_at: request.cancelledAt,
  cancelled_because: request.cancelledBecause,
  last_attempt:
    lastAttempt === null
      ? null
      : {
          number: lastAttempt.number,
          result: lastAttempt.result,
          code: lastAttempt.code,
          reason: lastAttempt.reason,
          created_at: lastAttempt.createdAt,
          coverage: lastAttempt.coverage,
          comes_close: lastAttempt.comesClose
        },
  match:
    match === null
      ? null
      : {
          movement_id: match.movementId,
          received_at: match.receivedAt,
          sender_name: match.senderName,
          by_person: match.byPerson,
          at: match.at,
          by: match.by
        },
  last_delivery:
    lastDelivery === null
      ? null
      : {
          id: lastDelivery.id,
          event: lastDelivery.event,
          status: lastDelivery.status,
          delivered_at: lastDelivery.deliveredAt
        }
})

export const presentMoney = (day: MoneyOfDay) => ({
  date: day.date,
  currency: day.currency,
  in_count: day.inCount,
  in_sum: formatDecimal(day.inMinor, day.currency),
  out_count: day.outCount,
  out_sum: formatDecimal(day.outMinor, day.currency)
})

export const presentPaidOrder = (order: PaidOrderRow): typeof PaidOrder.Type => ({
  request_id: order.requestId,
  external_id: order.externalId,
  sender_name: order.senderName,
  amount: formatDecimal(order.amountMinor, order.currency),
  currency: order.currency,
  at: order.at,
  by: order.by,
  ended_at: order.endedAt,
  ended_by: order.endedBy
})

export const presentOrders = ({ minor, needsPerson, ...day }: OrdersOfDay) => ({
  ...day,
  needs_person: needsPerson,
  sum: formatDecimal(minor, day.currency)
})

const presentPayment = ({ amountMinor, bookedDate, currency, senderName }: PaymentInBrief) => ({
  amount: formatDecimal(amountMinor, currency),
  currency,
  sender_name: senderName,
  booked_date: bookedDate
})

const presentPaymentTakenBack = ({ movementId, ...payment }: PaymentInBrief & { readonly movementId: string }) => ({
  movement_id: movementId,
  ...presentPayment(payment)
})

export const presentTimeline = (entry: TimelineRow) => ({
  at: entry.at,
  kind: entry.kind,
  movement_id: entry.movementId,
  movement: entry.movement === null ? null : presentPayment(entry.movement),
  by_person: entry.byPerson,
  number: entry.number,
  result: entry.result,
  code: entry.code,
  reason: entry.reason,
  delivery_id: entry.deliveryId,
  event: entry.event,
  status: entry.status,
  http_status: entry.httpStatus
})
