/** What few ask for stands behind a line that says what it is about. */
import { type ReactNode, useState } from "react"

interface Props {
  readonly label: string
  /** What it is about: opened once, it is open where that is drawn anew, as with a list that is read again. */
  readonly about?: string
  readonly children: ReactNode
}

const opened = new Set<string>()

export const More = ({ about = "", children, label }: Props) => {
  const [isOpenAtFirst] = useState(() => opened.has(about))
  const note = (isOpen: boolean) => {
    if (about !== "" && isOpen) opened.add(about)
    else opened.delete(about)
  }
  return (
    <details
      className="mt-2"
      open={isOpenAtFirst}
      onToggle={({ currentTarget: { open } }) => {
        note(open)
      }}
    >
      <summary className="font-medium underline underline-offset-3">{label}</summary>
      <div className="mt-1.5 grid gap-1.5">{children}</div>
    </details>
  )
}
