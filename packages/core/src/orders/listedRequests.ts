/** Requests beside the orders of a list. Pure. */
import { openRequestStatuses, type PolledOrder, type Steps } from "@counterfoil/domain"
import type { Listing } from "./fetchListing.ts"
import type { ListedRequest } from "../conciliation/OrderRows.ts"

export const isOpen = (request: ListedRequest): boolean => openRequestStatuses.includes(request.status)

/** Once it is listed again. */
export const comesBack = ({ status }: ListedRequest): boolean => status === "cancelled"

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

export interface Paired {
  readonly order: PolledOrder
  /** Undefined: it was never listed before. */
  readonly request: ListedRequest | undefined
}

/** Each order of the list with its request. */
export function* pairing(
  orders: ReadonlyArray<PolledOrder>,
  known: ReadonlyArray<ListedRequest>
): Steps<ReadonlyArray<Paired>> {
  const byExternalId = new Map<string, ListedRequest>()
  for (const request of known) {
    byExternalId.set(request.externalId, request)
    yield
  }
  const pairs: Array<Paired> = []
  for (const order of orders) {
    pairs.push({ order, request: byExternalId.get(order.externalId) })
    yield
  }
  return pairs
}

export const differs = ({ order: known }: ListedRequest, order: PolledOrder): boolean =>
  known.amountMinor !== order.amountMinor ||
  known.currency !== order.currency ||
  known.name !== order.name ||
  known.createdAt !== order.createdAt ||
  known.reference !== order.reference ||
  known.taxId !== order.taxId ||
  known.payerAccount !== order.payerAccount
