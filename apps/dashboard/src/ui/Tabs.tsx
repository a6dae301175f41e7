interface Props<A extends string> {
  readonly label: string
  readonly value: string
  readonly options: ReadonlyArray<readonly [A, string]>
  readonly onChange: (value: A) => void
}

/** A few views of one list, one of which holds. All of them are in sight, in several lines where there is no room for one; on paper the one that holds. */
export const Tabs = <A extends string>({ label, onChange, options, value }: Props<A>) => (
  <div role="group" aria-label={label} className="flex max-w-full flex-wrap gap-1 rounded-xl bg-sunken p-1">
    {options.map(([each, text]) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === value}
        onClick={() => onChange(each)}
        className={`min-h-8 rounded-lg px-2.5 text-sm font-medium whitespace-nowrap ${
          each === value ? "bg-card text-ink shadow-card" : "text-muted hover:text-ink print:hidden"
        }`}
      >
        {text}
      </button>
    ))}
  </div>
)
