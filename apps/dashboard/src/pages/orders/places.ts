/** The numbers of what is offered for an order: each keeps its own, whatever is chosen, undone or found since. */

/** By order, for as long as the page is open. */
const places = new Map<string, ReadonlyArray<string>>()

/** At the places where they were seen first; what comes to an order later comes after them. */
export const atTheirPlaces = <Offer extends { readonly id: string }>(
  orderId: string,
  offers: ReadonlyArray<Offer>
): ReadonlyArray<Offer> => {
  const before = places.get(orderId) ?? []
  const now = [...before, ...offers.map(({ id }) => id).filter((id) => !before.includes(id))]
  places.set(orderId, now)
  return offers.toSorted((one, other) => now.indexOf(one.id) - now.indexOf(other.id))
}
