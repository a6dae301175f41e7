/** What could not be read is not said to be nothing: why it could not, and the way to try again. */
export interface Unread {
  readonly cause: Error
  readonly retry: () => void
}

interface Read {
  readonly data: unknown
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** Undefined: it is read, or on its way. */
export const unreadOf = ({ data, error, refetch }: Read): Unread | undefined =>
  data !== undefined || error === null ? undefined : { cause: error, retry: () => void refetch() }
