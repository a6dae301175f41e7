/** Which requests may leave one session now, by the phase that its script is in; and what was kept back. */
import {
  type DeclaredRequest,
  isReading,
  mayLeave,
  maySockets,
  type RefusedRequest,
  type ScriptPhase
} from "@counterfoil/core"

/** A request that does more than read, or an opened socket, as a rehearsal saw it. */
export interface SeenWrite extends RefusedRequest {
  /** A page's word to its bank that nobody waits for: `sendBeacon`, `<a ping>`, reports. */
  readonly isPing: boolean
  readonly isDeclared: boolean
}

export interface RequestRules {
  readonly enter: (phase: ScriptPhase, declared: ReadonlyArray<DeclaredRequest>) => void
  /** Whether it may leave; notes it where not. */
  readonly admits: (method: string, url: string, isPing?: boolean) => boolean
  /** Whether a socket to this origin (`wss://host`) may be open; notes it where not. */
  readonly admitsSocket: (origin: string) => boolean
  /** Calls back whenever a phase begins. */
  readonly onEnter: (listener: () => void) => void
  /** Refused since the phase began. */
  readonly refused: () => ReadonlyArray<RefusedRequest>
  /** Refused and not taken yet; each place once. */
  readonly take: () => ReadonlyArray<RefusedRequest>
  /** Everything that was more than reading, admitted or not. */
  readonly seen: () => ReadonlyArray<SeenWrite>
}

/** Refused requests that are remembered, each place once: a page that tries more is broken or hostile. */
const kept = 40

const keyOf = ({ method, origin, path, phase }: RefusedRequest): string => `${phase} ${method} ${origin}${path}`

/** The path as a person may be shown it: what follows a `;` may name a session. */
const shownPath = (pathname: string): string => pathname.replaceAll(/;[^/]*/g, "").slice(0, 200)

/** `isEnforced`: false while an author records what a bank's page does. */
export const makeRequestRules = ({ isEnforced }: { readonly isEnforced: boolean }): RequestRules => {
  // Nothing but reading until somebody says what is being done.
  let phase: ScriptPhase = "extract"
  let declared: ReadonlyArray<DeclaredRequest> = []
  let ofPhase: Array<RefusedRequest> = []
  const seen = new Map<string, SeenWrite>()
  const untaken: Array<RefusedRequest> = []
  const listeners: Array<() => void> = []

  const note = (write: SeenWrite): boolean => {
    const key = keyOf(write)
    const isNew = !seen.has(key) && seen.size < kept
    if (isNew) seen.set(key, write)
    if (write.isDeclared || !isEnforced) return true
    const { isDeclared: _, isPing: __, ...refused } = write
    if (isNew) untaken.push(refused)
    if (!ofPhase.some((each) => keyOf(each) === key) && ofPhase.length < kept) ofPhase.push(refused)
    return false
  }

  return {
    enter: (next, requests) => {
      phase = next
      declared = requests
      ofPhase = []
      for (const listener of listeners) listener()
    },
    admits: (method, address, isPing = false) => {
      if (isReading(method)) return true
      const { origin, pathname } = new URL(address)
      const isDeclared = mayLeave(phase, declared, method, pathname)
      return note({ phase, method: method.toUpperCase(), origin, path: shownPath(pathname), isPing, isDeclared })
    },
    admitsSocket: (origin) => {
      const isDeclared = maySockets(phase, declared)
      return note({ phase, method: "WEBSOCKET", origin, path: "/", isPing: false, isDeclared })
    },
    onEnter: (listener) => void listeners.push(listener),
    refused: () => ofPhase,
    take: () => untaken.splice(0),
    seen: () => [...seen.values()]
  }
}
