/** A line to take elsewhere: what it is for, the line itself, and a press that copies it. */
import { CopyButton } from "./CopyButton.tsx"

export const CopyLine = ({ line, title }: { readonly title: string; readonly line: string }) => (
  <div className="grid gap-1.5">
    <div className="flex items-end justify-between gap-3 text-sm text-muted">
      <span>{title}</span>
      <CopyButton text={line} />
    </div>
    <pre
      tabIndex={0}
      aria-label={title}
      className="overflow-x-auto rounded-xl bg-sunken p-3 font-mono text-[0.8125rem]"
    >
      {line}
    </pre>
  </div>
)
