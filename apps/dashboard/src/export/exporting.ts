/** The export that is under way, one at a time: it goes on while one is at other pages, and ends with the log-in that reads it. */
import { session } from "../api/session.ts"
import { type Export, exportCsv } from "./exportCsv.ts"

interface Running {
  readonly controller: AbortController
  /** Read so far. */
  readonly rows: number
}

let running: Running | undefined
const listeners = new Set<() => void>()

const set = (next: Running | undefined) => {
  running = next
  for (const listener of listeners) listener()
}

interface Told {
  readonly onDone: (rows: number) => void
  readonly onFailed: (cause: unknown) => void
}

export const exporting = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** Undefined: none is under way. */
  rows: (): number | undefined => running?.rows,
  stop: () => running?.controller.abort(),
  start: <Row extends { readonly id: string }>(what: Export<Row>, { onDone, onFailed }: Told) => {
    if (running !== undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const reader = session.current()?.email
    // What is still to come would be read for whoever logs in next.
    const leave = session.subscribe(() => {
      if (reader !== session.current()?.email && reader !== session.lapsed()) controller.abort()
    })
    set({ controller, rows: 0 })
    exportCsv(what, (rows) => set({ controller, rows }), signal)
      .then(onDone)
      .catch((cause: unknown) => (signal.aborted ? undefined : onFailed(cause)))
      .finally(() => {
        leave()
        set(undefined)
      })
  }
}
