/** Short words at the edge: what was done, and a way back where there is one. */
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState
} from "react"
import type { Order } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { Button } from "./Button.tsx"
import { Icon } from "./Icon.tsx"
import { goOnAt } from "./place.ts"
import { isBusyElsewhere } from "./useKeys.ts"

/** What is told of orders, for as long as it holds of each of them. */
interface About {
  readonly orders: ReadonlyArray<string>
  readonly holds: (order: Order) => boolean
}

interface Action {
  readonly label: string
  readonly run: () => void
  /** The page that it was done on undoes it by the same key, and goes to it. */
  readonly isOfPage?: boolean
  readonly about?: About
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly bad: boolean
  readonly at: number
  /** Whether its key is good still: it is not once something else was opened. */
  readonly hasKey: boolean
  readonly action?: Action | undefined
  /** The dialog that was open then. */
  readonly place: string | undefined
}

interface Say {
  readonly say: (text: string, action?: Toast["action"]) => void
  readonly complain: (text: string) => void
  /** The way back that is offered now. */
  readonly offered: Action | undefined
  readonly told: (About & { readonly at: number }) | undefined
  /** The way back loses its key, and keeps its button. */
  readonly letGo: () => void
  /** What was said holds no longer. */
  readonly withdraw: () => void
}

const nothing = () => {}
const Context = createContext<Say>({
  say: nothing,
  complain: nothing,
  offered: undefined,
  told: undefined,
  letGo: nothing,
  withdraw: nothing
})
export const useToasts = () => use(Context)

/**
 * What is told while a dialog is open is told in it: behind it nobody sees it on a phone, and a reader says nothing of what is
 * there. Once the dialog is closed it stands at the page's edge.
 */
interface Telling {
  readonly toasts: ReadonlyArray<Toast>
  readonly open: (place: string) => () => void
  readonly drop: (id: number) => void
  readonly undo: (() => void) | undefined
}

const TellingContext = createContext<Telling>({ toasts: [], open: () => nothing, drop: nothing, undo: undefined })

const life = 7_000
/** What is wrong is read longer. */
const longLife = 20_000
/** Between it and what is above, in pixels. */
const gap = 16
let count = 0

/** The way back has a key wherever its toast stands, unless the page has done something with it already. */
const useUndoKey = (undo: (() => void) | undefined) => {
  useEffect(() => {
    if (undo === undefined) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== "u" || isBusyElsewhere(event, "u")) return
      // The page's own keys come after these.
      setTimeout(() => (event.defaultPrevented ? undefined : undo()))
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [undo])
}

/** What is told stays while one works on: the page keeps so much room for it below (`--told`), and nothing lies under it for good. */
const useRoom = (told: RefObject<HTMLDivElement | null>, isTold: boolean) => {
  useLayoutEffect(() => {
    const { current } = told
    if (current === null || !isTold) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty("--told", `${current.offsetHeight + gap}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty("--told")
    }
  }, [told, isTold])
}

export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([])
  const [dialogs, setDialogs] = useState<ReadonlyArray<string>>([])
  const last = useRef<string>(undefined)
  const told = useRef<HTMLDivElement>(null)
  const atEdge = toasts.filter(({ place }) => place === undefined || !dialogs.includes(place))
  useRoom(told, atEdge.length > 0)
  const open = useCallback((place: string) => {
    const before = last.current
    last.current = place
    setDialogs((all) => [...all, place])
    return () => {
      last.current = before
      setDialogs((all) => all.filter((each) => each !== place))
    }
  }, [])
  const drop = useCallback((id: number) => {
    setToasts((all) => all.filter((each) => each.id !== id))
    if (document.activeElement?.closest("[aria-live]") != null) goOnAt()
  }, [])
  const add = useCallback(
    (toast: Pick<Toast, "text" | "bad" | "action">) => {
      count += 1
      const id = count
      // The last word only: what came before may be undone by it.
      setToasts([{ ...toast, id, at: Date.now(), hasKey: toast.action !== undefined, place: last.current }])
      // A way back stays until something else is done, or it is closed: nobody has to be quick.
      if (toast.action === undefined) setTimeout(() => drop(id), toast.bad ? longLife : life)
    },
    [drop]
  )
  const letGo = useCallback(
    () =>
      setToasts((all) => (all.some(({ hasKey }) => hasKey) ? all.map((each) => ({ ...each, hasKey: false })) : all)),
    []
  )
  const withdraw = useCallback(() => setToasts([]), [])
  const undoable = toasts.find(({ action }) => action !== undefined)
  const value = useMemo<Say>(
    () => ({
      say: (text, action) => add({ text, bad: false, action }),
      complain: (text) => add({ text, bad: true }),
      offered: undoable?.action,
      told: undoable?.action?.about === undefined ? undefined : { ...undoable.action.about, at: undoable.at },
      letGo,
      withdraw
    }),
    [add, undoable, letGo, withdraw]
  )
  const undo = useMemo(
    () =>
      undoable === undefined
        ? undefined
        : () => {
            drop(undoable.id)
            undoable.action?.run()
          },
    [undoable, drop]
  )
  useUndoKey(undoable?.hasKey === true ? undo : undefined)
  const telling = useMemo<Telling>(() => ({ toasts, open, drop, undo }), [toasts, open, drop, undo])
  return (
    <Context value={value}>
      <TellingContext value={telling}>
        {children}
        <div
          ref={told}
          aria-live="polite"
          className="pointer-events-none fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 grid justify-items-center gap-2 px-4 lg:bottom-4 lg:left-60 print:hidden"
        >
          {atEdge.map((toast) => (
            <Told key={toast.id} toast={toast} />
          ))}
        </div>
      </TellingContext>
    </Context>
  )
}

/** There before anything is told, so that readers hear it. */
export const ToldInDialog = () => {
  const { open, toasts } = use(TellingContext)
  const place = useId()
  useLayoutEffect(() => open(place), [open, place])
  return (
    <div aria-live="polite" className="sticky bottom-0 z-10 grid justify-items-center px-4 not-empty:pb-4">
      {toasts
        .filter((toast) => toast.place === place)
        .map((toast) => (
          <Told key={toast.id} toast={toast} />
        ))}
    </div>
  )
}

const Told = ({ toast }: { readonly toast: Toast }) => {
  const { actions } = useWords()
  const { drop, undo } = use(TellingContext)
  return (
    <div className="rise pointer-events-auto flex items-center gap-3 rounded-xl border border-transparent bg-ink px-4 py-2.5 text-paper shadow-lift">
      <Icon name={toast.bad ? "alert" : "check"} className="size-5" />
      <span>{toast.text}</span>
      {toast.action === undefined ? null : (
        <>
          <Button small look="quiet" aria-keyshortcuts={toast.hasKey ? "u" : undefined} onClick={undo}>
            {toast.action.label} {toast.hasKey ? <kbd aria-hidden="true">u</kbd> : null}
          </Button>
          <button
            type="button"
            aria-label={actions.close}
            className="-mr-1.5 rounded-lg p-1.5 hover:opacity-75"
            onClick={() => drop(toast.id)}
          >
            <Icon name="cross" className="size-4" />
          </button>
        </>
      )}
    </div>
  )
}
