import type { ButtonHTMLAttributes, ReactNode } from "react"
import { Icon, type IconName } from "./Icon.tsx"

// The transparent edge is drawn where the reader's own colours leave no background.
const looks = {
  primary: "bg-accent text-on-accent border border-transparent hover:bg-accent-strong",
  quiet: "bg-card text-ink border border-line hover:bg-sunken",
  bare: "text-ink hover:bg-sunken",
  danger: "bg-card text-bad border border-line hover:bg-bad-soft"
}

export const buttonLook = (look: keyof typeof looks, small = false) =>
  `inline-flex items-center justify-center gap-2 rounded-[10px] font-medium print:hidden sm:whitespace-nowrap transition-colors disabled:opacity-55 aria-disabled:opacity-55 ${
    small ? "px-2.5 min-h-8 text-sm" : "px-4 min-h-10"
  } ${looks[look]}`

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: keyof typeof looks
  readonly icon?: IconName
  readonly small?: boolean
  readonly busy?: boolean
  readonly children: ReactNode
}

export const Button = ({
  busy = false,
  children,
  className = "",
  icon,
  look = "quiet",
  onClick,
  small = false,
  ...rest
}: Props) => (
  <button
    type="button"
    {...rest}
    aria-busy={busy}
    // Not disabled: whoever pressed it by key stays on it, and is not sent to the page's beginning.
    aria-disabled={busy ? true : undefined}
    onClick={(event) => {
      if (busy) event.preventDefault()
      else onClick?.(event)
    }}
    className={`${buttonLook(look, small)} ${className}`}
  >
    {busy ? (
      <span
        className="size-4 rounded-full border-2 border-current border-r-transparent animate-spin"
        aria-hidden="true"
      />
    ) : null}
    {icon !== undefined && !busy ? <Icon name={icon} className="size-[1.1em]" /> : null}
    {children}
  </button>
)
