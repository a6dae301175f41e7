/** Requests beside the orders of a list. Pure. */
import { openRequestStatuses, type OrderFault, type PolledOrder, type Steps } from "@counterfoil/domain"
import type { Listing } from "./fetchListing.ts"
import type { ListedRequest } from "../conciliation/OrderRows.ts"

export const isOpen = (request: ListedRequest): boolean => openRequestStatuses.includes(request.status)

/** Once it is listed again. */
const comesBack = ({ status }: ListedRequest): boolean => status === "cancelled"

/** Of every item that has one: an item that can't be read is listed all the same. */
export function* listingIds({ faults, orders }: Listing): Steps<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const { externalId } of orders) {
    ids.add(externalId)
    yield
  }
  for (const { externalId } of faults) {
    if (externalId !== undefined) ids.add(externalId)
    yield
  }
  return ids
}

/** What has changed between a shop's list and the requests that are known. */
export interface Comparison {
  /** Never listed before. */
  readonly fresh: ReadonlyArray<PolledOrder>
  /** Open or listed again, and not as they were. */
  readonly changed: ReadonlyArray<{ readonly id: string; readonly order: PolledOrder }>
  /** Ids of those that another payment may pay now. A shop that only says another time may say another one at each poll. */
  readonly corrected: ReadonlyArray<string>
  readonly back: ReadonlyArray<ListedRequest>
  /** Of orders that are settled, and listed otherwise now: most likely the shop has given their id to another order. */
  readonly reused: ReadonlyArray<OrderFault>
  /** All known requests that are open. */
  readonly open: ReadonlyArray<ListedRequest>
}

export function* comparing(orders: ReadonlyArray<PolledOrder>, known: ReadonlyArray<ListedRequest>): Steps<Comparison> {
  const byExternalId = new Map<string, ListedRequest>()
  const open: Array<ListedRequest> = []
  for (const request of known) {
    byExternalId.set(request.externalId, request)
    if (isOpen(request)) open.push(request)
    yield
  }
  const fresh: Array<PolledOrder> = []
  const changed: Array<Comparison["changed"][number]> = []
  const corrected: Array<string> = []
  const back: Array<ListedRequest> = []
  const reused: Array<OrderFault> = []
  for (const [index, order] of orders.entries()) {
    const request = byExternalId.get(order.externalId)
    if (request === undefined) fresh.push(order)
    else if (isOpen(request) || comesBack(request)) {
      const isCorrected = asksOtherwise(request, order)
      if (isCorrected) corrected.push(request.id)
      if (isCorrected || request.order.createdAt !== order.createdAt) changed.push({ id: request.id, order })
      if (comesBack(request)) back.push(request)
    } else {
      const anew = listedAnew(request, order)
      if (anew !== undefined) reused.push(reusedId(index, request, anew))
    }
    yield
  }
  return { fresh, changed, corrected, back, reused, open }
}

const isOfOneAmount = ({ order: known }: ListedRequest, order: PolledOrder): boolean =>
  known.amountMinor === order.amountMinor && known.currency === order.currency

/** A shop may say when it changed an order, and not when that was made; or list one for a while that it knows to be settled. */
const anotherDayMillis = 86_400_000

const listedAnew = (request: ListedRequest, order: PolledOrder): string | undefined => {
  if (!isOfOneAmount(request, order)) return "with another amount"
  const { createdAt: before } = request.order
  const { createdAt: now } = order
  return before !== undefined && now !== undefined && now - before >= anotherDayMillis ? "as made later" : undefined
}

const reusedId = (index: number, { externalId, status }: ListedRequest, anew: string): OrderFault => ({
  index,
  externalId,
  code: "id_settled",
  message: `Order ${externalId} is ${status} already, and is listed ${anew}: it stays as it was settled. If it is another order, give it an external_id of its own`
})

const asksOtherwise = (request: ListedRequest, order: PolledOrder): boolean => {
  const { order: known } = request
  return !isOfOneAmount(request, order) || saysOtherwise(known, order)
}

const saysOtherwise = (known: ListedRequest["order"], order: PolledOrder): boolean =>
  known.name !== order.name ||
  known.reference !== order.reference ||
  known.taxId !== order.taxId ||
  known.payerAccount !== order.payerAccount
