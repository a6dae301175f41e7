import { type InputHTMLAttributes, useState } from "react"
import { isDay } from "./filters.ts"

interface Props extends Pick<InputHTMLAttributes<HTMLInputElement>, "className"> {
  readonly value: string
  readonly onChange: (day: string) => void
}

/**
 * A day is typed part by part, and its year is a year from the first digit on: until it is whole it is nobody's filter, and
 * nothing is taken from under the typing.
 */
export const DayField = ({ className, onChange, value }: Props) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address was changed by something else, such as the way back.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <input
      type="date"
      max="9999-12-31"
      className={className}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value === "" || isDay(target.value)) onChange(target.value)
      }}
    />
  )
}
