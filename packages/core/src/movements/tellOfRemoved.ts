/**
 * The bank took money back that seemed to have come: whoever relied on it can see what is gone, and is notified where the
 * settings ask for it. In the caller's transaction.
 */
import { DateTime, Effect } from "effect"
import { formatDecimal } from "@counterfoil/domain"
import { ActivityLog } from "../events/ActivityLog.ts"
import { EventLog } from "../events/EventLog.ts"
import { MovementRepository, type TakenBack } from "./MovementRepository.ts"

/** More are counted only: an event is read by streams, which a flood would cut off. */
const mostNamed = 100

const isoOrNull = (time: DateTime.Utc | null) => (time === null ? null : DateTime.formatIso(time))

const shown = (movement: TakenBack) => ({
  id: movement.id,
  external_id: movement.externalId,
  amount: formatDecimal(movement.amountMinor, movement.currency),
  currency: movement.currency,
  received_at: DateTime.formatIso(movement.receivedAt),
  status: movement.status,
  notified_at: isoOrNull(movement.notifiedAt),
  order: movement.orders[0] ?? null,
  orders: movement.orders
})

/** It is no longer shown, or booked back by a row of its own. */
export type HowTakenBack = "not_shown" | "reversed"

/** A return that comes with its payment, or before anybody was told of that, is no news. */
const isReliedOn = ({ amountMinor, notifiedAt, orders }: TakenBack): boolean =>
  amountMinor > 0n && (orders.length > 0 || notifiedAt !== null)

export const makeTellOfRemoved = Effect.gen(function* () {
  const activity = yield* ActivityLog
  const events = yield* EventLog
  const repository = yield* MovementRepository

  return Effect.fnUntraced(function* (accountId: string, ids: ReadonlyArray<string>, how: HowTakenBack) {
    if (ids.length === 0) return
    const all = yield* repository.takenBack(ids)
    const gone = how === "reversed" ? all.filter(isReliedOn) : all
    if (gone.length === 0) return
    const named = gone.slice(0, mostNamed)
    const orders = [...new Set(gone.flatMap((movement) => movement.orders))].sort()
    const count = gone.length === 1 ? "a movement" : `${gone.length} movements`
    const paid = orders.length === 0 ? "" : `. Still matched to what is gone: ${orders.slice(0, mostNamed).join(", ")}`
    yield* activity.add({
      accountId,
      kind: "movements.removed",
      message: `${how === "reversed" ? `The bank has booked ${count} back` : `The bank no longer shows ${count} that it showed before (two complete scrapes in a row)`}${paid}`,
      data: {
        how,
        count: gone.length,
        movement_ids: named.map(({ id }) => id),
        external_ids: named.map(({ externalId }) => externalId),
        orders: orders.slice(0, mostNamed)
      }
    })
    yield* events.append({
      accountId,
      type: "movements.removed",
      data: { count: gone.length, movements: named.map(shown) }
    })
  })
})
