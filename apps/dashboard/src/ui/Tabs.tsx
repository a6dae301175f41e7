import { useEffect, useRef } from "react"

interface Props<A extends string> {
  readonly label: string
  readonly value: string
  readonly options: ReadonlyArray<readonly [A, string]>
  readonly onChange: (value: A) => void
}

/** A few views of one list: one of them holds, and is in sight where there is no room for all. */
export const Tabs = <A extends string>({ label, onChange, options, value }: Props<A>) => {
  const all = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const [box, tab] = [all.current, current.current]
    // Sideways only: the page stays where it is.
    if (box !== null && tab !== null) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
  }, [value])
  return (
    <div
      ref={all}
      role="group"
      aria-label={label}
      className="relative flex max-w-full gap-1 overflow-x-auto rounded-xl bg-sunken p-1"
    >
      {options.map(([each, text]) => (
        <button
          key={each}
          ref={each === value ? current : undefined}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
          className={`min-h-8 rounded-lg px-2.5 text-sm font-medium whitespace-nowrap ${
            each === value ? "bg-card text-ink shadow-card" : "text-muted hover:text-ink"
          }`}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
