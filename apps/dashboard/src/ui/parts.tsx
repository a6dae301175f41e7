/** The small parts that every page is made of. */
import type { ReactNode } from "react"
import { isUnreachable, Refusal } from "../api/client.ts"
import { saidOfFields } from "../i18n/refused.ts"
import { useLanguage, useWords } from "../i18n/language.tsx"
import { Button } from "./Button.tsx"
import { Icon, type IconName } from "./Icon.tsx"

export type Tone = "good" | "warn" | "bad" | "calm" | "plain"

const tones: Readonly<Record<Tone, string>> = {
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  calm: "bg-calm-soft text-calm",
  plain: "bg-sunken text-muted"
}

interface BadgeProps {
  readonly tone: Tone
  readonly children: ReactNode
  readonly alive?: boolean
}

export const Badge = ({ alive = false, children, tone }: BadgeProps) => (
  <span
    className={`inline-flex max-w-full items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium whitespace-nowrap ${tones[tone]}`}
  >
    <span className={`size-1.5 shrink-0 rounded-full bg-current ${alive ? "beat" : ""}`} aria-hidden="true" />
    <span className="truncate">{children}</span>
  </span>
)

interface NoticeProps {
  readonly tone: Tone
  readonly icon?: IconName
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly role?: "alert" | "status"
}

export const Notice = ({ children, icon = "alert", role, title, tone }: NoticeProps) => (
  <div role={role} className={`flex gap-3 rounded-xl border border-transparent px-4 py-3 ${tones[tone]}`}>
    <Icon name={icon} className="size-5 mt-0.5" />
    <div className="min-w-0 flex-1">
      {title === undefined ? null : <p className="font-semibold">{title}</p>}
      {children === undefined ? null : <div className="text-ink/90 text-[0.9rem] wrap-anywhere">{children}</div>}
    </div>
  </div>
)

interface HeadProps {
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly children?: ReactNode
}

export const PageHead = ({ children, lead, title }: HeadProps) => (
  <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
    <div className="min-w-0">
      <h1 tabIndex={-1} className="outline-none">
        {title}
      </h1>
      {lead === undefined ? null : <div className="mt-1 max-w-2xl wrap-anywhere text-muted">{lead}</div>}
    </div>
    {children === undefined ? null : <div className="flex flex-wrap gap-2 print:hidden">{children}</div>}
  </header>
)

interface PanelProps {
  readonly title?: ReactNode
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly flush?: boolean
}

export const Panel = ({ aside, children, flush = false, title }: PanelProps) => (
  <section className="panel overflow-hidden">
    {title === undefined ? null : (
      <div className="flex flex-wrap items-center justify-between gap-2 px-5 pt-4">
        <h2>{title}</h2>
        {aside}
      </div>
    )}
    <div className={flush ? "pt-2" : "p-5"}>{children}</div>
  </section>
)

interface EmptyProps {
  readonly icon: IconName
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export const Empty = ({ action, children, icon, title }: EmptyProps) => (
  <div className="flex flex-col items-center px-6 py-14 text-center">
    <span className="mb-4 grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent">
      <Icon name={icon} className="size-7" />
    </span>
    <p className="text-[1.0625rem] font-semibold">{title}</p>
    {children === undefined ? null : <div className="mt-1 max-w-md text-muted">{children}</div>}
    {action === undefined ? null : <div className="mt-5">{action}</div>}
  </div>
)

export const Waiting = ({ rows = 4 }: { readonly rows?: number }) => {
  const { actions } = useWords()
  return (
    <div role="status" aria-label={actions.loading} className="grid gap-3 p-5">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`waiting h-5 ${row % 3 === 2 ? "w-2/3" : "w-full"}`} />
      ))}
    </div>
  )
}

/** What a refusal says: in the reader's language. The server's own words are English, and say more than a code does. */
export const useSentence = () => {
  const { language, words } = useLanguage()
  const { furtherRefusals, refusals, refused, states } = words
  const known: Readonly<Record<string, string | undefined>> = { ...furtherRefusals, ...refusals }
  /** `field`: at which it is said. What is wrong with others is said at them. */
  return (cause: unknown, field?: string): string => {
    if (isUnreachable(cause)) return states.unanswered
    if (!(cause instanceof Refusal)) return states.failed
    const seconds = cause.retryAfterSeconds
    if (cause.code === "rate_limited" && seconds !== null && seconds > 0)
      return seconds > 60 ? states.tooMany(Math.ceil(seconds / 60)) : states.tooManySeconds(Math.ceil(seconds))
    // With what is wrong with them, where that is known.
    const isOfFields =
      cause.code === "field_invalid" || cause.code === "field_required" || cause.code === "request_invalid"
    const [, payee] = /^The movement pays order (.+): unmatch that one first$/s.exec(cause.message) ?? []
    if (payee !== undefined) return states.paysOrder(payee)
    const said = (isOfFields ? saidOfFields(cause.message, refused, field) : undefined) ?? known[cause.code]
    if (said !== undefined || language === "en") return said ?? cause.message
    return cause.fields.length > 0 ? states.fieldRefused : states.refused
  }
}

/** What a failure says at one of a form's fields; nothing where it isn't about that one. */
export const useFaultAt = (cause: unknown) => {
  const sentence = useSentence()
  return (field: string): string | undefined =>
    cause instanceof Refusal && cause.fields.includes(field) ? sentence(cause, field) : undefined
}

export const Failed = ({ cause, onRetry }: { readonly cause: unknown; readonly onRetry: () => void }) => {
  const { actions, states } = useWords()
  const sentence = useSentence()
  // What is read is read again with the connection; what is sent is not.
  const why = isUnreachable(cause) ? states.unreachable : sentence(cause)
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-4 grid size-14 place-items-center rounded-2xl bg-bad-soft text-bad">
        <Icon name="alert" className="size-7" />
      </span>
      <p className="text-[1.0625rem] font-semibold">{states.failed}</p>
      {why === states.failed ? null : <p className="mt-1 max-w-md text-muted">{why}</p>}
      <Button className="mt-5" icon="refresh" onClick={onRetry}>
        {actions.retry}
      </Button>
    </div>
  )
}
