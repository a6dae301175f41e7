interface Props<A extends string> {
  readonly label: string
  readonly value: string
  readonly options: ReadonlyArray<readonly [A, string]>
  readonly onChange: (value: A) => void
}

/** A few views of one list: one of them holds. */
export const Tabs = <A extends string>({ label, onChange, options, value }: Props<A>) => (
  <div role="group" aria-label={label} className="flex max-w-full gap-1 overflow-x-auto rounded-xl bg-sunken p-1">
    {options.map(([each, text]) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === value}
        onClick={() => onChange(each)}
        className={`min-h-8 rounded-lg px-3 text-sm font-medium whitespace-nowrap ${
          each === value ? "bg-card text-ink shadow-card" : "text-muted hover:text-ink"
        }`}
      >
        {text}
      </button>
    ))}
  </div>
)
