/** What all kinds of questions have: how long one has, and a way to call it off. */
import type { ReactNode } from "react"
import { api } from "../../api/client.ts"
import { useWords } from "../../i18n/language.tsx"
import { Notice } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"
import { useNow } from "../../ui/useNow.ts"
import type { Asked } from "./asked.ts"

const withdraw = ({ account, id, kind }: Asked) =>
  kind === "code"
    ? api.delete("/accounts/{accountId}/otp", { path: { accountId: account.id } })
    : api.delete("/accounts/{accountId}/assistances/{assistanceId}", {
        path: { accountId: account.id, assistanceId: id }
      })

export const Cancel = ({ asked }: { readonly asked: Asked }) => {
  const { code } = useWords()
  const cancel = useAction({ run: () => withdraw(asked), said: code.calledOff, stale: [["accounts"]] })
  return (
    <button
      type="button"
      aria-disabled={cancel.isPending ? true : undefined}
      className="justify-self-start text-sm text-muted underline underline-offset-3"
      onClick={() => (cancel.isPending ? undefined : cancel.mutate())}
    >
      {code.cancel}
    </button>
  )
}

/** An answer that the bank refused came before. */
export const Rejected = ({ asked, children }: { readonly asked: Asked; readonly children: ReactNode }) =>
  asked.attempts === 0 ? null : (
    <Notice role="alert" tone="bad">
      {children}
    </Notice>
  )

export const Countdown = ({ until }: { readonly until: string | undefined }) => {
  const { code } = useWords()
  const now = useNow()
  if (until === undefined) return null
  const seconds = Math.max(0, Math.ceil((new Date(until).getTime() - now) / 1000))
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
  return (
    <span
      role="timer"
      className={`num shrink-0 text-sm ${seconds < 60 ? "text-bad font-semibold" : "font-normal text-muted"}`}
    >
      {seconds === 0 ? code.over : code.left(clock)}
    </span>
  )
}

/** What is to be given, and until when. */
export const lineLook = "flex items-baseline justify-between gap-3 text-[0.9rem] font-medium"

/** A phone has little room above its keyboard: there what ends a question stands in one line. */
export const endLook = "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:grid sm:gap-3"

interface LabelProps {
  readonly htmlFor: string
  readonly until: string | undefined
  readonly children: ReactNode
}

/** The clock is no part of the field's name, which would be said anew with each of its seconds. */
export const Label = ({ children, htmlFor, until }: LabelProps) => (
  <p className={lineLook}>
    <label htmlFor={htmlFor}>{children}</label>
    <Countdown until={until} />
  </p>
)

/** Whether something is typed, or chosen, that a bank has not been given yet. */
export const isHalfAnswered = () =>
  [...document.querySelectorAll<HTMLInputElement>("[role=dialog] form input")].some(({ checked, type, value }) =>
    type === "radio" ? checked : type !== "range" && value !== ""
  )

/** Nobody is torn out of what they are typing. */
export const isTyping = () => {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement.matches("input, textarea, select, [contenteditable]")
}
