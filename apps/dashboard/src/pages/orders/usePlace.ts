/**
 * Where one stands in a list that changes by itself: with one's order while others come and go, and where that one leaves,
 * at the place where it was. Another filter begins at its top, unless it has the same order.
 */
import { useState } from "react"

interface Listed {
  readonly id: string
}

interface Place {
  readonly filter: string
  readonly id: string | undefined
  readonly index: number
}

export const usePlace = <Row extends Listed>(rows: ReadonlyArray<Row>, filter: string, first: string | undefined) => {
  const [place, setPlace] = useState<Place>({ filter, id: first, index: 0 })
  const there = rows.findIndex(({ id }) => id === place.id)
  const left = place.filter === filter ? Math.min(place.index, Math.max(0, rows.length - 1)) : 0
  const at = there === -1 ? left : there
  const selected = rows[at]
  const isNew = selected?.id !== place.id || at !== place.index || place.filter !== filter
  if (selected !== undefined && isNew) setPlace({ filter, id: selected.id, index: at })
  return { at, selected, select: (id: string) => setPlace({ filter, id, index: at }) }
}
