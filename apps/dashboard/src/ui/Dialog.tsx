/**
 * The browser's own dialog: it keeps the focus inside, closes with Escape, hides the rest from readers, and, other than
 * what libraries do, writes no style into the page, which our policy forbids.
 */
import { useRouter } from "@tanstack/react-router"
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react"
import { useWords } from "../i18n/language.tsx"
import { Icon } from "./Icon.tsx"
import { goOnAround } from "./place.ts"
import { ToldInDialog } from "./toasts.tsx"

interface Props {
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
  readonly wide?: boolean
  /** What it shows is shown this once: a stray press beside it doesn't close it. */
  readonly isOnce?: boolean
}

/** Where one types first; else the browser gives the focus to what comes first: the way out. */
const firstField = "form :is(input, select, textarea):not(details *)"

/** Of those that lie over each other. */
const isUppermost = (dialog: HTMLDialogElement | null): boolean =>
  [...document.querySelectorAll("dialog:modal")].at(-1) === dialog

export const Dialog = ({ children, isOnce = false, onClose, title, wide = false }: Props) => {
  const { actions } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isTyped = useRef(false)
  const isPressed = useRef(false)
  // Closed while it is still there, it gives the focus back to what opened it, if that is still there; once removed, to nothing.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown?.open === false) shown.showModal()
    shown?.querySelector<HTMLElement>(firstField)?.focus()
    return () => {
      shown?.close()
      goOnAround(shown)
    }
  }, [])
  const { history } = useRouter()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  // Whoever goes back, wants out of the dialog: the page under it stays, unless it is left altogether with something typed.
  useEffect(
    () =>
      history.block({
        blockerFn: ({ action }) => {
          const isMeant = action === "BACK" && isUppermost(dialog.current)
          // Once the browser is here again: what closes a dialog by its address would change that of the page before.
          if (isMeant) window.addEventListener("popstate", () => close.current(), { once: true })
          return isMeant
        },
        enableBeforeUnload: () => isTyped.current
      }),
    [history]
  )
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onInput={() => {
        isTyped.current = true
      }}
      // What is marked with the pointer as far as beyond the edge was no press there.
      onPointerDown={({ target }) => {
        isPressed.current = target === dialog.current
      }}
      onClick={({ target }) => {
        // Nothing that was typed is lost by a stray press.
        if (target === dialog.current && isPressed.current && !isTyped.current && !isOnce) onClose()
      }}
      className={`rise m-auto max-h-[90dvh] w-[calc(100%-2rem)] overflow-y-auto rounded-2xl border border-line bg-card text-ink shadow-lift max-sm:mb-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none ${
        wide ? "max-w-3xl" : "max-w-lg"
      }`}
    >
      <div className="p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={id} className="text-xl font-semibold">
            {title}
          </h2>
          <button
            type="button"
            onClick={onClose}
            aria-label={actions.close}
            className="-m-2 rounded-lg p-2 text-muted hover:bg-sunken"
          >
            <Icon name="cross" />
          </button>
        </div>
        {children}
      </div>
      <ToldInDialog />
    </dialog>
  )
}
