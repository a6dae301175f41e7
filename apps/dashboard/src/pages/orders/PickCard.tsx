/** Something that could settle an order: picked by its number or a press, then confirmed. */
import { type ReactNode, useEffect, useRef } from "react"
import { useWords } from "../../i18n/language.tsx"
import { Icon } from "../../ui/Icon.tsx"

export interface Picking {
  readonly number: number
  readonly picked: boolean
  readonly busy: boolean
  readonly onPick: () => void
  readonly onConfirm: () => void
}

interface Props extends Picking {
  /** What the confirmation says that it does; undefined: it is confirmed elsewhere. */
  readonly confirm: string | undefined
  readonly children: ReactNode
  /** What has to be known before it is confirmed. */
  readonly note?: ReactNode
}

export const PickCard = ({ busy, children, confirm, note, number, onConfirm, onPick, picked }: Props) => {
  const isConfirmedHere = picked && confirm !== undefined
  const confirming = useRef<HTMLDivElement>(null)
  // Whoever chooses sees what there is to do next.
  useEffect(() => {
    if (isConfirmedHere) confirming.current?.scrollIntoView({ block: "nearest" })
  }, [isConfirmedHere])
  return (
    <li
      className={`rounded-xl border bg-card ${picked ? "border-accent ring-2 ring-accent" : "border-line hover:border-accent"}`}
    >
      <button
        type="button"
        aria-pressed={picked}
        data-keys={picked ? "" : undefined}
        aria-keyshortcuts={number <= 9 ? String(number) : undefined}
        onClick={onPick}
        // One of several is put in and taken out by two presses, and confirms nothing.
        onDoubleClick={confirm === undefined ? undefined : onConfirm}
        className="w-full cursor-pointer rounded-xl p-4 text-left"
      >
        {children}
        <Mark picked={picked} />
      </button>
      {isConfirmedHere ? (
        <div ref={confirming} className="grid scroll-mb-24 gap-3 px-4 pb-4 lg:scroll-mb-6">
          {note}
          <button
            type="button"
            aria-disabled={busy ? true : undefined}
            onClick={onConfirm}
            className="inline-flex min-h-10 w-full items-center justify-center gap-3 rounded-[10px] bg-accent px-4 font-medium text-on-accent hover:bg-accent-strong aria-disabled:opacity-55"
          >
            {confirm}
            <EnterKey />
          </button>
        </div>
      ) : null}
    </li>
  )
}

/** On a button of the accent's colour. */
export const EnterKey = () => (
  <kbd className="border-current! bg-transparent! text-inherit! opacity-80" aria-hidden="true">
    ↵
  </kbd>
)

/** That it can be chosen is seen, not found out. */
const Mark = ({ picked }: { readonly picked: boolean }) => {
  const words = useWords().orders.pick
  return (
    <span className="mt-3 flex items-center gap-2 font-medium text-accent">
      <span
        className={`grid size-5 place-items-center rounded-full border-2 border-accent ${picked ? "bg-accent text-on-accent" : ""}`}
        aria-hidden="true"
      >
        {picked ? <Icon name="check" className="size-3.5" /> : null}
      </span>
      {picked ? words.taken : words.offer}
    </span>
  )
}

export const PickNumber = ({ number }: { readonly number: number }) => {
  const words = useWords().orders
  return number <= 9 ? <kbd aria-label={words.chooseKey(number)}>{number}</kbd> : null
}
