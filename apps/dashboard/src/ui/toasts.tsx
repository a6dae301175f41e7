/** Short words at the edge: what was done, and a way back where there is one. */
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react"
import { Button } from "./Button.tsx"
import { Icon } from "./Icon.tsx"

interface Toast {
  readonly id: number
  readonly text: string
  readonly bad: boolean
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

interface Say {
  readonly say: (text: string, action?: Toast["action"]) => void
  readonly complain: (text: string) => void
}

const Context = createContext<Say>({ say: () => {}, complain: () => {} })
export const useToasts = () => use(Context)

const life = 7_000
let count = 0

export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([])
  const drop = useCallback((id: number) => setToasts((all) => all.filter((each) => each.id !== id)), [])
  const add = useCallback(
    (toast: Omit<Toast, "id">) => {
      count += 1
      const id = count
      // The last word only: what came before may be undone by it.
      setToasts([{ ...toast, id }])
      setTimeout(() => drop(id), life)
    },
    [drop]
  )
  const value = useMemo<Say>(
    () => ({
      say: (text, action) => add({ text, bad: false, action }),
      complain: (text) => add({ text, bad: true })
    }),
    [add]
  )
  return (
    <Context value={value}>
      {children}
      <div
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 grid justify-items-center gap-2 px-4 lg:bottom-6"
      >
        {toasts.map((toast) => (
          <div
            key={toast.id}
            className="rise pointer-events-auto flex items-center gap-3 rounded-xl bg-ink px-4 py-2.5 text-paper shadow-lift"
          >
            <Icon name={toast.bad ? "alert" : "check"} className="size-5" />
            <span>{toast.text}</span>
            {toast.action === undefined ? null : (
              <Button
                small
                look="quiet"
                onClick={() => {
                  toast.action?.run()
                  drop(toast.id)
                }}
              >
                {toast.action.label}
              </Button>
            )}
          </div>
        ))}
      </div>
    </Context>
  )
}
