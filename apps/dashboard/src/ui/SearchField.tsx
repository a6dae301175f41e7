import { type Ref, useEffect, useRef, useState } from "react"
import { Icon } from "./Icon.tsx"

interface Props {
  readonly label: string
  /** What can be typed; short, so that it is read whole. */
  readonly hint: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

const patience = 250

/** What is typed is asked for once the typing rests. */
export const SearchField = ({ hint, label, onChange, ref, value }: Props) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  // The address was changed by something else, such as the way back.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === known) return
    const timer = setTimeout(() => {
      setKnown(typed)
      latest.current(typed)
    }, patience)
    return () => clearTimeout(timer)
  }, [typed, known])
  return (
    // On paper it is what the list is of.
    <span className={`relative col-span-full w-full sm:w-72 ${value === "" ? "print:hidden" : ""}`}>
      <Icon name="search" className="size-4.5 absolute top-2.75 left-3 text-muted" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={hint}
        className="field pl-9!"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ currentTarget, key }) => {
          if (key === "Escape" || key === "Enter") currentTarget.blur()
        }}
      />
    </span>
  )
}
