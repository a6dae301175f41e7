/**
 * What banks wait for, wherever the person is: each account's question, one beside the other. What is pending comes with the
 * accounts (so it is there after a reload) and with the stream (so it is there at once); what came of a code comes with the
 * stream, and with the accounts where the stream was away.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { queries } from "../../api/queries.ts"
import type { AccountOverview } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { useConnection, useLiveMessages } from "../../live/LiveProvider.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import { type Asking, Question } from "./Question.tsx"

const isAsking = (account: AccountOverview): account is Asking => account.pending_assistance !== null

const without = (all: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set([...all].filter((each) => each !== one))

/** A notice was tapped: what was hidden is wanted. */
const useTaps = (onTap: () => void) => {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined
    const heard = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === "object" && data !== null && "type" in data && data.type === "counterfoil.look") onTap()
    }
    navigator.serviceWorker.addEventListener("message", heard)
    return () => navigator.serviceWorker.removeEventListener("message", heard)
  }, [onTap])
}

/** Accounts whose code was sent, until it is known what came of it; the others are told in a word. */
const useSent = () => {
  const { code } = useWords()
  const { complain, say } = useToasts()
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  useLiveMessages(({ accountId, type }) => {
    if (!sent.has(accountId)) return
    if (type === "assistance.fulfilled") say(code.accepted)
    if (type === "assistance.cancelled") complain(code.late)
    if (type === "login.failed") complain(code.failed)
    if (type.startsWith("assistance.") || type === "login.failed") setSent((all) => without(all, accountId))
  })
  return { sent, add: (accountId: string) => setSent((all) => new Set([...all, accountId])) }
}

export const CodeSheet = () => {
  const client = useQueryClient()
  const connection = useConnection()
  const { data = [] } = useQuery({
    ...queries.accounts(),
    // Without the stream nobody tells us: ask.
    refetchInterval: connection.state === "lost" ? 10_000 : false
  })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [picked, setPicked] = useState<string>()
  const { add, sent } = useSent()
  useLiveMessages(({ type }) => {
    if (type === "assistance.requested") setHidden(new Set())
  })
  useTaps(() => {
    setHidden(new Set())
    void client.invalidateQueries({ queryKey: ["accounts"] })
  })

  const asking = data.filter(isAsking)
  const shown = asking.filter(({ pending_assistance: { id } }) => !hidden.has(id))
  // The list says that the login went on, though no message did.
  const sending = data.find(
    ({ id, pending_assistance: pending, state }) => pending === null && sent.has(id) && state === "awaiting-otp"
  )
  const active = shown.find(({ id }) => id === picked) ?? shown[0]
  if (active === undefined) {
    // What is under way is not known while nothing is heard.
    if (sending !== undefined && connection.state !== "lost") return <Sending account={sending} />
    return asking.length === 0 ? null : <Waiting asking={asking} onShow={() => setHidden(new Set())} />
  }
  return (
    <section role="dialog" aria-labelledby="asked" className={frame}>
      {shown.length > 1 ? <Accounts asking={shown} active={active} onPick={setPicked} /> : null}
      {/* All of them, so that what is half typed for one is still there after a look at another. */}
      {shown.map((account) => (
        <div
          key={`${account.pending_assistance.id} ${account.pending_assistance.attempts}`}
          hidden={account !== active}
        >
          <Question
            account={account}
            isActive={account === active}
            onSent={() => add(account.id)}
            onHide={() => setHidden((all) => new Set([...all, account.pending_assistance.id]))}
          />
        </div>
      ))}
    </section>
  )
}

const frame =
  "rise fixed z-30 border border-line bg-card text-ink shadow-lift inset-x-0 bottom-0 rounded-t-2xl p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-96 sm:rounded-2xl sm:pb-5"

interface AccountsProps {
  readonly asking: ReadonlyArray<Asking>
  readonly active: Asking
  readonly onPick: (accountId: string) => void
}

const Accounts = ({ active, asking, onPick }: AccountsProps) => {
  const { code } = useWords()
  return (
    <div role="group" aria-label={code.several(asking.length)} className="mb-4 border-b border-line pb-3">
      <p className="mb-2 text-sm font-medium text-muted">{code.several(asking.length)}</p>
      <div className="flex flex-wrap gap-2">
        {asking.map((account) => (
          <button
            key={account.id}
            type="button"
            aria-pressed={account === active}
            onClick={() => onPick(account.id)}
            className="max-w-full truncate rounded-full border border-line px-3 py-1 text-sm font-medium aria-pressed:border-warn aria-pressed:bg-warn-soft aria-pressed:text-warn"
          >
            {account.name}
          </button>
        ))}
      </div>
    </div>
  )
}

const Waiting = ({ asking, onShow }: { readonly asking: ReadonlyArray<Asking>; readonly onShow: () => void }) => {
  const { code } = useWords()
  const [first] = asking
  return (
    <button
      type="button"
      onClick={onShow}
      className="rise fixed right-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-30 flex items-center gap-2 rounded-full bg-warn-soft px-4 py-2.5 font-semibold text-warn shadow-lift lg:bottom-6"
    >
      <Icon name="phone" />
      {asking.length > 1 ? code.several(asking.length) : code.waiting(first?.name ?? "")}
    </button>
  )
}

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
