/**
 * The realtime stream of all types, over lost connections: after each one a new ticket, a new socket, and what was missed
 * meanwhile, told in its order before what is new. Nothing is told twice.
 */
import type { Api } from "./createClient.ts"
import { CounterfoilError } from "./CounterfoilError.ts"
import type { Schemas } from "./generated.ts"
import { History } from "./History.ts"

export type StreamMessage = Schemas["NumberedRealtimeMessage"]

/** `ended`: by `close()`, or for good: the token is not accepted any more, the password has changed, or the call was wrong. */
export type StreamState = "connecting" | "open" | "waiting" | "ended"

export interface StreamOptions {
  readonly onMessage: (message: StreamMessage) => void
  /** `cause`: why it waits, or has ended by itself, as far as that is known: what a call of the client rejects with. */
  readonly onState?: (state: StreamState, cause?: unknown) => void
  /** More was missed than is worth telling one by one: read everything anew. */
  readonly onGap?: () => void
  /** The id of the last message that is known; what came after it is told first. (Default: only what comes from now on) */
  readonly after?: string
  /** (Default: the browser's) */
  readonly openSocket?: (url: string, protocols: Array<string>) => WebSocket
  /** The server is asked whether it is still there when nothing was heard for so long, in milliseconds. (Default: 45,000) */
  readonly quietFor?: number
}

/** A stream that was opened; `close` ends it for good. */
export interface Stream {
  /** The greatest id that was told; undefined before there is any. */
  readonly position: string | undefined
  /** Doesn't wait for the next try: the network is back, or the page is looked at again. */
  readonly retryNow: () => void
  /** Asks at once whether the server is still there: the network is said to be gone. */
  readonly checkNow: () => void
  readonly close: () => void
}

/** Of the average pause: a code that a bank asks for waits for minutes only, so whoever comes back is told within ten seconds. */
const longestPause = 6_000
const patience = 10_000

const isRefused = (error: unknown): boolean => error instanceof CounterfoilError && error.status === 401
/** What the caller did wrong is as wrong the next time. */
const isFinal = (error: unknown): boolean => isRefused(error) || error instanceof TypeError
const passwordChanged = 4401

/** Of a page that names no other server: where it came from. */
const streamUrl = (baseUrl: string): string => {
  const page: unknown = Reflect.get(globalThis, "location")
  return new URL(`${baseUrl}/realtime`, page === undefined ? undefined : String(page)).href.replace(/^http/, "ws")
}

/**
 * Opens the realtime stream of the token's user. It connects again by itself, and hands over each message once; it
 * ends by `close()`, or when the token is refused (`onState`).
 */
export const openStream = (api: Api, options: StreamOptions): Stream => {
  const { onGap = () => {}, onMessage, onState = () => {}, quietFor = 45_000 } = options
  const openSocket = options.openSocket ?? ((url, protocols) => new WebSocket(url, protocols))
  const history = new History(api, options.after)
  let failures = 0
  let ended = false
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let quiet: ReturnType<typeof setTimeout> | undefined

  const tell = (messages: ReadonlyArray<StreamMessage>) => {
    for (const message of messages) if (!ended && history.isNew(message)) onMessage(message)
  }

  const end = (cause?: unknown) => {
    ended = true
    clearTimeout(timer)
    clearTimeout(quiet)
    socket?.close()
    onState("ended", cause)
  }

  const tryLater = (cause?: unknown) => {
    if (ended || timer !== undefined) return
    clearTimeout(quiet)
    onState("waiting", cause)
    // Longer each time, and not all pages at the same moment: the server may just have been started again.
    const pause = Math.min(250 * 2 ** failures++, longestPause) * (0.5 + Math.random())
    timer = setTimeout(() => void connect(), pause)
  }

  /** A connection that is half gone says nothing of itself. */
  const watch = (watched: WebSocket) => {
    clearTimeout(quiet)
    if (ended || watched !== socket) return
    quiet = setTimeout(() => check(watched), quietFor)
  }

  const check = (watched: WebSocket) => {
    api.get("/health", { signal: AbortSignal.timeout(patience) }).then(
      () => watch(watched),
      (error: unknown) => lost(watched, error)
    )
  }

  /** Its close may take minutes to be noticed. */
  const lost = (gone: WebSocket, cause?: unknown) => {
    if (gone !== socket) return
    socket = undefined
    gone.close()
    tryLater(cause)
  }

  const open = (ticket: string): WebSocket => {
    const url = streamUrl(api.baseUrl)
    try {
      return openSocket(url, ["realtime.v1", ticket])
    } catch (cause) {
      throw new TypeError("no WebSocket can be opened here: give openSocket", { cause })
    }
  }

  const follow = (mine: WebSocket) => {
    // What comes while it is caught up waits for what came before it.
    let waiting: Array<StreamMessage> | undefined = []
    // Something on the way may take the connection and say nothing; browsers wait for minutes then.
    clearTimeout(quiet)
    quiet = setTimeout(() => lost(mine), patience)
    mine.addEventListener("message", ({ data }) => {
      watch(mine)
      const message: StreamMessage = JSON.parse(String(data))
      if (waiting === undefined) tell([message])
      else waiting.push(message)
    })
    mine.addEventListener("open", () => {
      watch(mine)
      history.catchUp(tell, onGap).then(
        () => {
          if (mine !== socket) return
          tell(waiting ?? [])
          waiting = undefined
          failures = 0
          onState("open")
        },
        (error: unknown) => (isRefused(error) ? end(error) : lost(mine, error))
      )
    })
    // An error is always followed by a close.
    mine.addEventListener("error", () => {})
    mine.addEventListener("close", ({ code }) => {
      if (code === passwordChanged && !ended) end()
      else lost(mine)
    })
  }

  const connect = async (): Promise<void> => {
    timer = undefined
    if (ended) return
    onState("connecting")
    try {
      const { ticket } = await api.post("/realtime/ticket", {
        body: { types: "all" },
        signal: AbortSignal.timeout(patience)
      })
      if (ended) return
      socket = open(ticket)
      follow(socket)
    } catch (error) {
      if (isFinal(error)) end(error)
      else tryLater(error)
    }
  }

  void connect()
  return {
    get position() {
      return history.position
    },
    retryNow: () => {
      if (timer === undefined) return
      clearTimeout(timer)
      failures = 0
      void connect()
    },
    checkNow: () => {
      if (socket !== undefined) check(socket)
    },
    close: () => void (ended || end())
  }
}
