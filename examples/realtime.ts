/**
 * Follows a user's events with any WebSocket of the standard's form: a browser's, Node's, or that of `ws`.
 *
 * A stream tells what happens while it is open, and nothing else. So after each break: a new ticket (each opens one
 * stream), a new stream, and only then a look at what was missed, over the other endpoints.
 */
interface Socket {
  addEventListener(type: "open" | "close" | "error", listener: () => void): void
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

export interface Event {
  readonly type: string
  readonly accountId: string
  readonly data: Readonly<Record<string, unknown>>
  readonly occurredAt: string
}

export interface Following {
  /** ws://127.0.0.1:8080/realtime */
  readonly url: string
  readonly ticket: () => Promise<string>
  /** Whether no waiting will mend why there is no ticket: the token has expired. */
  readonly isFinal: (error: unknown) => boolean
  readonly open: (url: string, protocols: Array<string>) => Socket
  /** Reads what may have changed while no stream was open. Called whenever one has opened. */
  readonly catchUp: () => Promise<void>
  /** True ends it. */
  readonly onEvent: (event: Event) => boolean
}

type End = "wanted" | "broken"

/** One stream, until it ends. */
const once = ({ catchUp, onEvent, open, url }: Following, ticket: string, onOpen: () => void): Promise<End> =>
  new Promise((resolve) => {
    const socket = open(url, ["realtime.v1", ticket])
    socket.addEventListener("open", () => {
      onOpen()
      // What could not be caught up with is caught up with after the next try.
      catchUp().catch(() => socket.close())
    })
    socket.addEventListener("message", ({ data }) => {
      if (!onEvent(JSON.parse(String(data)))) return
      resolve("wanted")
      socket.close()
    })
    // An error is always followed by a close.
    socket.addEventListener("error", () => {})
    socket.addEventListener("close", () => resolve("broken"))
  })

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export const follow = async (following: Following): Promise<void> => {
  let failures = 0
  for (;;) {
    try {
      const ticket = await following.ticket()
      if ((await once(following, ticket, () => (failures = 0))) === "wanted") return
    } catch (error) {
      if (following.isFinal(error)) throw error
    }
    // Longer each time, and not all clients at the same moment: the server may just have been started again.
    await pause(Math.min(250 * 2 ** failures++, 30_000) * (0.5 + Math.random()))
  }
}
