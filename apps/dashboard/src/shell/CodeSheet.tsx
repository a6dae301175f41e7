/**
 * The code that a bank waits for, wherever the person is. What is pending comes with the accounts (so it is there after a
 * reload) and with the stream (so it is there at once); what came of a code comes with the stream, and with the accounts
 * where the stream was away.
 */
import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useEffect, useId, useRef, useState } from "react"
import { api } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import type { AccountOverview, Assistance } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { useConnection, useLiveMessages } from "../live/LiveProvider.tsx"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Notice, useSentence } from "../ui/parts.tsx"
import { useToasts } from "../ui/toasts.tsx"
import { useAction } from "../ui/useAction.ts"
import { useNow } from "../ui/useNow.ts"

type Asking = AccountOverview & { readonly pending_assistance: Assistance }

const isAsking = (account: AccountOverview): account is Asking => account.pending_assistance !== null

export const CodeSheet = () => {
  const words = useWords()
  const connection = useConnection()
  const { data = [] } = useQuery({
    ...queries.accounts(),
    // Without the stream nobody tells us: ask.
    refetchInterval: connection.state === "lost" ? 10_000 : false
  })
  const [sent, setSent] = useState<AccountOverview>()
  const [hidden, setHidden] = useState<string>()
  const { complain, say } = useToasts()

  useLiveMessages(({ accountId, type }) => {
    if (type === "assistance.requested") setHidden(undefined)
    if (sent?.id !== accountId) return
    if (type === "assistance.fulfilled") say(words.code.accepted)
    if (type === "assistance.cancelled") complain(words.code.late)
    if (type === "login.failed") complain(words.code.failed)
    if (type !== "session.started") setSent(undefined)
  })

  const asking = data.filter(isAsking)
  const [first] = asking
  // The list says that the login went on, though no message did.
  const progress = sent === undefined ? undefined : data.find(({ id }) => id === sent.id)
  const waitsForBank =
    progress !== undefined && progress.pending_assistance === null && progress.state === "awaiting-otp"

  if (first === undefined)
    return sent !== undefined && (waitsForBank || progress?.state === "awaiting-otp") ? (
      <Sending account={sent} />
    ) : null
  if (hidden === first.pending_assistance.id) {
    return (
      <button
        type="button"
        onClick={() => setHidden(undefined)}
        className="rise fixed right-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-30 flex items-center gap-2 rounded-full bg-warn-soft px-4 py-2.5 font-semibold text-warn shadow-lift lg:bottom-6"
      >
        <Icon name="phone" />
        {words.code.waiting(first.name)}
      </button>
    )
  }
  return (
    <Sheet
      key={`${first.pending_assistance.id} ${first.pending_assistance.attempts}`}
      account={first}
      others={asking.length - 1}
      onSent={() => setSent(first)}
      onHide={() => setHidden(first.pending_assistance.id)}
    />
  )
}

const frame =
  "rise fixed z-30 border border-line bg-card text-ink shadow-lift inset-x-0 bottom-0 rounded-t-2xl p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-96 sm:rounded-2xl sm:pb-5"

const Sending = ({ account }: { readonly account: AccountOverview }) => {
  const { code } = useWords()
  return (
    <div role="status" className={frame}>
      <p className="flex items-center gap-3 font-semibold">
        <span
          className="size-5 animate-spin rounded-full border-2 border-accent border-r-transparent"
          aria-hidden="true"
        />
        {code.sending}
      </p>
      <p className="mt-1 text-muted">{code.for(account.name, account.bank_name)}</p>
    </div>
  )
}

interface SheetProps {
  readonly account: Asking
  readonly others: number
  readonly onSent: () => void
  readonly onHide: () => void
}

const isTyping = () => {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement.matches("input, textarea, select, [contenteditable]")
}

const Sheet = ({ account, onHide, onSent, others }: SheetProps) => {
  const { code } = useWords()
  const { attempts, descriptor, expires_at: expiresAt, prompt } = account.pending_assistance
  const sentence = useSentence()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [value, setValue] = useState("")
  const path = { accountId: account.id }
  const numeric = descriptor.type === "numeric"
  const submit = useAction({
    run: (typed: string) => api.post("/accounts/{accountId}/otp", { path, body: { code: typed } }),
    stale: [["accounts"]],
    done: onSent,
    silent: true
  })
  const cancel = useAction({
    run: () => api.delete("/accounts/{accountId}/otp", { path }),
    stale: [["accounts"]]
  })

  // Nobody is torn out of what they are typing.
  useEffect(() => {
    if (!isTyping()) field.current?.focus()
  }, [])

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!submit.isPending) submit.mutate(value.trim())
  }
  return (
    <section role="dialog" aria-labelledby={`${id}-title`} className={frame}>
      <div className="flex items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-warn-soft text-warn">
          <Icon name="phone" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`}>{code.title}</h2>
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
      {prompt === undefined ? null : <p className="mt-3 text-[0.9rem]">{prompt}</p>}
      {attempts > 0 && submit.isIdle ? (
        <div className="mt-3">
          <Notice role="alert" tone="bad">
            {code.rejected}
          </Notice>
        </div>
      ) : null}
      <form onSubmit={send} className="mt-3 grid gap-3">
        <label htmlFor={`${id}-code`} className="flex items-baseline justify-between gap-3 text-[0.9rem] font-medium">
          {numeric ? code.digits(descriptor.length) : code.label(descriptor.length)}
          <Countdown until={expiresAt} />
        </label>
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
        <div className="flex items-center justify-between">
          <button
            type="button"
            className="text-sm text-muted underline underline-offset-3"
            onClick={() => cancel.mutate()}
          >
            {code.cancel}
          </button>
          {others > 0 ? <span className="text-sm text-muted">{code.more(others)}</span> : null}
        </div>
      </form>
    </section>
  )
}

const Countdown = ({ until }: { readonly until: string | undefined }) => {
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
