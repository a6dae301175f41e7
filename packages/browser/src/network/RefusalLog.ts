/** What a session asked for and was turned away from: it explains faults to the one who forgot an origin. */

export interface Refusal {
  /** Counts up from 1 within a session. */
  readonly number: number
  readonly host: string
  readonly reason: string
  /** The bank's own, at an address that the operator's rules close. */
  readonly isClosed: boolean
}

export interface RefusalLog {
  readonly note: (host: string, reason: string, isClosed?: boolean) => void
  /** The last ones, oldest first. */
  readonly list: () => ReadonlyArray<Refusal>
  readonly last: () => Refusal | undefined
}

const kept = 20

export const makeRefusalLog = (): RefusalLog => {
  const refusals: Array<Refusal> = []
  return {
    note: (host, reason, isClosed = false) => {
      refusals.push({ number: (refusals.at(-1)?.number ?? 0) + 1, host, reason, isClosed })
      if (refusals.length > kept) refusals.shift()
    },
    list: () => refusals,
    last: () => refusals.at(-1)
  }
}
