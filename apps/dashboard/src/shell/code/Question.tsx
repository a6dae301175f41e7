/** One account's question: who asks, for what, for how long, and the field for the answer. */
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { api } from "../../api/client.ts"
import type { AccountOverview, Assistance } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice, useSentence } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"
import { useNow } from "../../ui/useNow.ts"

export type Asking = AccountOverview & { readonly pending_assistance: Assistance }

interface Props {
  readonly account: Asking
  readonly isActive: boolean
  readonly onSent: () => void
  readonly onHide: () => void
}

/** A server that is newer than this page may ask for what it doesn't know: then its words are shown, and no field. */
const kindOf = ({ type }: Assistance): "code" | "approval" | "other" => {
  const kind: string = type
  if (kind === "otp") return "code"
  return kind === "approval" ? "approval" : "other"
}

export const Question = (props: Props) => {
  const { code } = useWords()
  const { account } = props
  const kind = kindOf(account.pending_assistance)
  const { expires_at: expiresAt, prompt } = account.pending_assistance
  return (
    <>
      <Head {...props} title={code.titles[kind]} />
      {prompt === undefined ? null : <p className="mt-3 text-[0.9rem]">{prompt}</p>}
      {kind === "code" ? (
        <CodeForm {...props} />
      ) : (
        <div className="mt-3 grid gap-3">
          <p className="flex items-baseline justify-between gap-3 text-[0.9rem] font-medium">
            {code.hints[kind]}
            <Countdown until={expiresAt} />
          </p>
          <Cancel accountId={account.id} />
        </div>
      )}
    </>
  )
}

const Head = ({ account, isActive, onHide, title }: Props & { readonly title: string }) => {
  const { code } = useWords()
  return (
    <div className="flex items-start gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-warn-soft text-warn">
        <Icon name="phone" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 id={isActive ? "asked" : undefined}>{title}</h2>
        <p className="truncate text-muted">{code.for(account.name, account.bank_name)}</p>
      </div>
      <button
        type="button"
        onClick={onHide}
        aria-label={code.shrink}
        className="-m-1 rounded-lg p-1.5 text-muted hover:bg-sunken"
      >
        <Icon name="cross" />
      </button>
    </div>
  )
}

const isTyping = () => {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement.matches("input, textarea, select, [contenteditable]")
}

const CodeForm = ({ account, isActive, onSent }: Props) => {
  const { code } = useWords()
  const { attempts, descriptor, expires_at: expiresAt } = account.pending_assistance
  const sentence = useSentence()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [value, setValue] = useState("")
  const numeric = descriptor.type === "numeric"
  const submit = useAction({
    run: (typed: string) =>
      api.post("/accounts/{accountId}/otp", { path: { accountId: account.id }, body: { code: typed } }),
    stale: [["accounts"]],
    done: onSent,
    silent: true
  })

  // Nobody is torn out of what they are typing.
  useEffect(() => {
    if (isActive && !isTyping()) field.current?.focus()
  }, [isActive])

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!submit.isPending) submit.mutate(value.trim())
  }
  return (
    <form onSubmit={send} className="mt-3 grid gap-3">
      {attempts > 0 && submit.isIdle ? (
        <Notice role="alert" tone="bad">
          {code.rejected}
        </Notice>
      ) : null}
      <Label htmlFor={`${id}-code`} until={expiresAt}>
        {numeric ? code.digits(descriptor.length) : code.label(descriptor.length)}
      </Label>
      <input
        ref={field}
        id={`${id}-code`}
        name="one-time-code"
        value={value}
        // A pasted code often comes with spaces or dashes.
        onChange={({ target }) => setValue(target.value.replaceAll(/[\s-]/g, "").slice(0, 32))}
        inputMode={numeric ? "numeric" : "text"}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={submit.isError ? `${id}-fault` : undefined}
        aria-invalid={submit.isError ? true : undefined}
        className="field num min-h-13 text-center font-mono text-2xl tracking-[0.3em]"
      />
      {submit.isError ? (
        <p id={`${id}-fault`} role="alert" className="text-sm font-medium text-bad">
          {sentence(submit.error)}
        </p>
      ) : null}
      <Button type="submit" look="primary" busy={submit.isPending} disabled={value.length !== descriptor.length}>
        {submit.isPending ? code.sending : code.send}
      </Button>
      <Cancel accountId={account.id} />
    </form>
  )
}

const Cancel = ({ accountId }: { readonly accountId: string }) => {
  const { code } = useWords()
  const cancel = useAction({
    run: () => api.delete("/accounts/{accountId}/otp", { path: { accountId } }),
    stale: [["accounts"]]
  })
  return (
    <button
      type="button"
      className="justify-self-start text-sm text-muted underline underline-offset-3"
      onClick={() => cancel.mutate()}
    >
      {code.cancel}
    </button>
  )
}

interface LabelProps {
  readonly htmlFor: string
  readonly until: string | undefined
  readonly children: ReactNode
}

const Label = ({ children, htmlFor, until }: LabelProps) => (
  <label htmlFor={htmlFor} className="flex items-baseline justify-between gap-3 text-[0.9rem] font-medium">
    {children}
    <Countdown until={until} />
  </label>
)

export const Countdown = ({ until }: { readonly until: string | undefined }) => {
  const { code } = useWords()
  const now = useNow()
  if (until === undefined) return null
  const seconds = Math.max(0, Math.ceil((new Date(until).getTime() - now) / 1000))
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
  return (
    <span role="timer" className={`num text-sm ${seconds < 60 ? "text-bad font-semibold" : "text-muted"}`}>
      {seconds === 0 ? code.over : code.left(clock)}
    </span>
  )
}
