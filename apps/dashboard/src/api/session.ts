/**
 * Who is logged in. The token lives in `sessionStorage`, so it ends with the tab, or in `localStorage` for who asks to
 * stay logged in on the device. No cookie carries it: no other site can make a browser send it.
 */
export interface Session {
  readonly token: string
  readonly email: string
}

const key = "counterfoil.session"
const goodbye = "counterfoil.goodbye"
const listeners = new Set<() => void>()
let known: Session | undefined
/** Whose log-in has ended by itself, until somebody logs in. */
let lapsed: string | undefined

const parse = (text: string | null): Session | undefined => {
  if (text === null) return undefined
  try {
    const found: unknown = JSON.parse(text)
    if (typeof found !== "object" || found === null || !("token" in found) || !("email" in found)) return undefined
    return typeof found.token === "string" && typeof found.email === "string"
      ? { token: found.token, email: found.email }
      : undefined
  } catch {
    return undefined
  }
}

const storages = (): ReadonlyArray<Storage> => {
  try {
    return [sessionStorage, localStorage]
  } catch {
    return []
  }
}

const load = () => {
  known = undefined
  for (const storage of storages()) known ??= parse(storage.getItem(key))
  if (known !== undefined) lapsed = undefined
}
load()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Another tab logged out, also one whose own session ends with the tab: this one follows; and where it logged in to stay so. */
window.addEventListener("storage", ({ key: changed, newValue }) => {
  if (changed === goodbye) return forget()
  if (changed !== key || newValue === null) return
  load()
  tell()
})

const forget = () => {
  for (const storage of storages()) storage.removeItem(key)
  known = undefined
  lapsed = undefined
  tell()
}

export const session = {
  current: (): Session | undefined => known,
  lapsed: (): string | undefined => lapsed,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  begin: (next: Session, { lasting }: { readonly lasting: boolean }) => {
    for (const storage of storages()) storage.removeItem(key)
    storages()[lasting ? 1 : 0]?.setItem(key, JSON.stringify(next))
    known = next
    lapsed = undefined
    tell()
  },
  /** A changed password makes a new token; it stays where the earlier one was. */
  renew: (token: string) => {
    if (known === undefined) return
    session.begin({ ...known, token }, { lasting: session.isLasting() })
  },
  /** The server refused the token: it is given up, and only it. Another tab may have got a newer one meanwhile. */
  refused: (token: string) => {
    if (known?.token !== token) return
    lapsed = known.email
    for (const storage of storages()) {
      if (parse(storage.getItem(key))?.token === token) storage.removeItem(key)
    }
    load()
    tell()
  },
  /** Whether it outlives the tab. */
  isLasting: (): boolean => storages()[1]?.getItem(key) != null,
  /** In every tab of this browser. */
  end: () => {
    forget()
    storages()[1]?.setItem(goodbye, String(Date.now()))
  }
}
