/** What few ask for stands behind a line that says what it is about. */
import type { ReactNode } from "react"

interface Props {
  readonly label: string
  readonly children: ReactNode
}

export const More = ({ children, label }: Props) => (
  <details className="mt-2">
    <summary className="font-medium underline underline-offset-3">{label}</summary>
    <div className="mt-1.5 grid gap-1.5">{children}</div>
  </details>
)
