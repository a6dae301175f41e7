/** Something that could settle an order: picked by its number or a press, then confirmed. */
import type { ReactNode } from "react"
import { useWords } from "../../i18n/language.tsx"

export interface Picking {
  readonly number: number
  readonly picked: boolean
  readonly busy: boolean
  readonly onPick: () => void
  readonly onConfirm: () => void
}

interface Props extends Picking {
  /** What the confirmation says that it does. */
  readonly confirm: string
  readonly children: ReactNode
  /** What has to be known before it is confirmed. */
  readonly note?: ReactNode
}

export const PickCard = ({ busy, children, confirm, note, number, onConfirm, onPick, picked }: Props) => (
  <li className={`rounded-xl border bg-card ${picked ? "border-accent ring-2 ring-accent" : "border-line"}`}>
    <button
      type="button"
      aria-pressed={picked}
      data-keys={picked ? "" : undefined}
      aria-keyshortcuts={number <= 9 ? String(number) : undefined}
      onClick={onPick}
      onDoubleClick={onConfirm}
      className="w-full rounded-xl p-4 text-left"
    >
      {children}
    </button>
    {picked ? (
      <div className="grid gap-3 px-4 pb-4">
        {note}
        <button
          type="button"
          disabled={busy}
          onClick={onConfirm}
          className="inline-flex min-h-10 w-full items-center justify-center gap-3 rounded-[10px] bg-accent px-4 font-medium text-on-accent hover:bg-accent-strong disabled:opacity-55"
        >
          {confirm}
          <span className="rounded border border-current px-1.5 font-mono text-xs opacity-80" aria-hidden="true">
            ↵
          </span>
        </button>
      </div>
    ) : null}
  </li>
)

export const PickNumber = ({ number }: { readonly number: number }) => {
  const words = useWords().orders
  return number <= 9 ? <kbd aria-label={words.chooseKey(number)}>{number}</kbd> : null
}
