/**
 * The realtime stream, for as long as somebody is logged in: a ticket, a socket, and again after every end, a little later
 * each time. A stream tells only what happens while it is open, so each opening says that all has to be read anew.
 */
import { ask } from "../api/http.ts"

export interface LiveMessage {
  readonly type: string
  readonly accountId: string
  readonly data: Readonly<Record<string, unknown>>
  readonly occurredAt: string
}

export type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "open" }
  /** Since when nothing is heard: what the page shows is as old as that. */
  | { readonly state: "lost"; readonly since: number }

export interface Listener {
  readonly onMessage: (message: LiveMessage) => void
  readonly onOpen: () => void
  readonly onChange: (connection: Connection) => void
}

const isMessage = (found: unknown): found is LiveMessage =>
  typeof found === "object" && found !== null && "type" in found && "accountId" in found && "data" in found

const longestWait = 20_000
/** After so long without a word the server is asked whether it is still there: a connection half gone says nothing. */
const quietFor = 40_000
const patience = 8_000
/** The stream's end when the password was changed; the page that changed it gets its new token a moment later. */
const passwordChanged = 4401

export const keepConnected = ({ onChange, onMessage, onOpen }: Listener): (() => void) => {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let lostSince: number | undefined
  let ended = false
  let quiet: ReturnType<typeof setTimeout> | undefined

  const watch = (watched: WebSocket) => {
    clearTimeout(quiet)
    quiet = setTimeout(() => {
      ask("/health", { signal: AbortSignal.timeout(patience) }).then(
        () => socket === watched && watch(watched),
        () => socket === watched && lost()
      )
    }, quietFor)
  }

  const lost = (atLeast = 0) => {
    if (ended) return
    const gone = socket
    socket = undefined
    gone?.close()
    clearTimeout(quiet)
    lostSince ??= Date.now()
    onChange({ state: "lost", since: lostSince })
    failures += 1
    // Not all pages at the same moment.
    const wait = Math.min(longestWait, 500 * 2 ** Math.min(failures, 6)) * (0.7 + Math.random() * 0.6)
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), Math.max(atLeast, failures === 1 ? 200 : wait))
  }

  const connect = async () => {
    clearTimeout(timer)
    timer = undefined
    try {
      const { ticket } = await ask<{ ticket: string }>("/realtime/ticket", { method: "POST", body: { types: "all" } })
      if (ended) return
      const url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/realtime`
      const opening = new WebSocket(url, ["realtime.v1", ticket])
      socket = opening
      opening.addEventListener("open", () => {
        failures = 0
        lostSince = undefined
        watch(opening)
        onChange({ state: "open" })
        onOpen()
      })
      opening.addEventListener("message", ({ data }) => {
        watch(opening)
        const found: unknown = JSON.parse(String(data))
        if (isMessage(found)) onMessage(found)
      })
      opening.addEventListener("close", ({ code }) => {
        if (socket === opening) lost(code === passwordChanged ? 2_000 : 0)
      })
    } catch {
      lost()
    }
  }

  /** The machine woke up, or the network is back: no reason to wait on. */
  const atOnce = () => {
    if (timer !== undefined) void connect()
  }
  const offline = () => lost()
  window.addEventListener("online", atOnce)
  window.addEventListener("offline", offline)
  document.addEventListener("visibilitychange", atOnce)
  onChange({ state: "connecting" })
  void connect()

  return () => {
    ended = true
    clearTimeout(timer)
    clearTimeout(quiet)
    window.removeEventListener("online", atOnce)
    window.removeEventListener("offline", offline)
    document.removeEventListener("visibilitychange", atOnce)
    socket?.close()
  }
}
