/** Requests beside the orders of a list. Pure. */
import type { PolledOrder } from "@counterfoil/domain"
import type { Listing } from "./fetchListing.ts"
import type { ListedRequest } from "./OrderRepository.ts"

const openStatuses: ReadonlySet<string> = new Set(["pending", "processing", "ambiguous", "not_found", "failed"])
export const isOpen = (request: ListedRequest): boolean => openStatuses.has(request.status)

/** Once it is listed again. */
export const comesBack = ({ status }: ListedRequest): boolean => status === "cancelled"

/** Of every item that has one: an item that can't be read is listed all the same. */
export const externalIdsOf = ({ faults, orders }: Listing): ReadonlySet<string> =>
  new Set([
    ...orders.map(({ externalId }) => externalId),
    ...faults.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId]))
  ])

export const differs = ({ order: known }: ListedRequest, order: PolledOrder): boolean =>
  known.amountMinor !== order.amountMinor ||
  known.currency !== order.currency ||
  known.name !== order.name ||
  known.createdAt !== order.createdAt ||
  known.reference !== order.reference ||
  known.taxId !== order.taxId ||
  known.payerAccount !== order.payerAccount
