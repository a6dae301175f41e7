/**
 * What banks wait for, wherever the person is: each account's question, one beside the other. What is pending comes with the
 * accounts (so it is there after a reload) and with the stream (so it is there at once); what came of a code comes with the
 * stream, and with the accounts where the stream was away.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { queries } from "../../api/queries.ts"
import type { AccountOverview } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { useConnection, useLiveMessages } from "../../live/LiveProvider.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { useTitleNotice } from "../../ui/useTitle.ts"
import { type Asked, askedOf } from "./asked.ts"
import { Question } from "./Question.tsx"
import { useSent } from "./useSent.ts"
import { useWanted } from "./wanted.ts"
import { useWayBack } from "./useWayBack.ts"

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

const isUnderWay = ({ state }: AccountOverview): boolean =>
  state === "opening" || state === "reading" || state === "closing"

export const CodeSheet = () => {
  const { code: words } = useWords()
  const client = useQueryClient()
  const connection = useConnection()
  const { data = [] } = useQuery({
    ...queries.accounts(),
    // Without the stream nobody tells us: ask. Nor of a login that is given up before it has come to anything.
    refetchInterval: ({ state }) =>
      connection.state === "lost" ? 10_000 : state.data?.some(isUnderWay) === true ? 5_000 : false
  })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [picked, setPicked] = useState<string>()
  const { add, sent } = useSent(data)
  useLiveMessages(({ type }) => {
    if (type === "assistance.requested" || type === "assistance.opened") setHidden(new Set())
  })
  useTaps(() => {
    setHidden(new Set())
    void client.invalidateQueries({ queryKey: ["accounts"] })
  })

  const sheet = useRef<HTMLElement>(null)
  useWanted((accountId) => {
    flushSync(() => {
      setHidden(new Set())
      setPicked(accountId)
    })
    const question = sheet.current?.querySelector("[data-active=true]")
    // An approval has no field: there its first button stands for it.
    for (const what of ["input, select, textarea", "button"]) {
      const found = question?.querySelector<HTMLElement>(what)
      if (found != null) return found.focus()
    }
  })

  const asking = data.flatMap((account) => askedOf(account) ?? [])
  const shown = asking.filter(({ id }) => !hidden.has(id))
  const active = shown.find(({ account }) => account.id === picked) ?? shown[0]
  useWayBack(active !== undefined)
  // Who is at another tab, or has the page in the background, sees its title only.
  const [first] = asking
  useTitleNotice(asking.length > 1 ? words.several(asking.length) : first && words.titles[first.kind])
  return (
    <>
      <Announced asked={active} />
      {active === undefined ? (
        <Aside
          // The list says that the login went on, though no message did.
          sending={data.find((account) => sent.has(account.id) && isOnItsWay(account))}
          sent={sent}
          asking={asking}
          isLost={connection.state === "lost"}
          onShow={() => setHidden(new Set())}
        />
      ) : null}
      {asking.length === 0 ? null : (
        <section
          ref={sheet}
          role="dialog"
          aria-labelledby="asked"
          hidden={active === undefined}
          className={`${frame} max-h-[calc(100dvh-3rem)] overflow-y-auto print:hidden`}
        >
          {active !== undefined && shown.length > 1 ? (
            <Accounts asking={shown} active={active} onPick={setPicked} />
          ) : null}
          {/* All of them, so that what is half typed for one is still there after a look at another, or elsewhere. */}
          {asking.map((asked) => (
            <div key={`${asked.id} ${asked.attempts}`} hidden={asked !== active} data-active={asked === active}>
              <Question
                asked={asked}
                isActive={asked === active}
                onSent={() => add(asked)}
                onHide={() => setHidden((all) => new Set([...all, asked.id]))}
              />
            </div>
          ))}
        </section>
      )}
    </>
  )
}

const isOnItsWay = (account: AccountOverview): boolean =>
  askedOf(account) === undefined && account.state === "awaiting-otp"

/** Who doesn't see the sheet hears that it has come: of an approval there is no field to stand in. */
const Announced = ({ asked }: { readonly asked: Asked | undefined }) => {
  const { code } = useWords()
  return (
    <p role="status" className="sr-only">
      {asked === undefined
        ? ""
        : `${code.titles[asked.kind]}. ${code.for(asked.account.name, asked.account.bank_name)}`}
    </p>
  )
}

interface AsideProps {
  readonly asking: ReadonlyArray<Asked>
  readonly sending: AccountOverview | undefined
  readonly sent: ReadonlyMap<string, Asked["kind"]>
  readonly isLost: boolean
  readonly onShow: () => void
}

/** Nothing is to be answered, or all of it was put aside. */
const Aside = ({ asking, isLost, onShow, sending, sent }: AsideProps) => {
  // What is under way is not known while nothing is heard.
  if (sending !== undefined && !isLost) return <Sending account={sending} kind={sent.get(sending.id) ?? "code"} />
  return asking.length === 0 ? null : <Waiting asking={asking} onShow={onShow} />
}

const frame =
  "rise fixed z-30 border border-line bg-card text-ink shadow-lift inset-x-0 bottom-0 rounded-t-2xl p-4 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-96 sm:rounded-2xl sm:p-5"

interface AccountsProps {
  readonly asking: ReadonlyArray<Asked>
  readonly active: Asked
  readonly onPick: (accountId: string) => void
}

const Accounts = ({ active, asking, onPick }: AccountsProps) => {
  const { code } = useWords()
  return (
    <div
      role="group"
      aria-label={code.several(asking.length)}
      className="mb-2 border-b border-line pb-2 sm:mb-4 sm:pb-3"
    >
      <p className="mb-2 text-sm font-medium text-muted max-sm:sr-only">{code.several(asking.length)}</p>
      {/* On a phone in one line that is pushed aside. */}
      <div className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap">
        {asking.map((asked) => (
          <button
            key={asked.account.id}
            type="button"
            aria-pressed={asked === active}
            onClick={() => onPick(asked.account.id)}
            className="max-w-full truncate rounded-full max-sm:shrink-0 border border-line px-3 py-1 text-sm font-medium aria-pressed:border-warn aria-pressed:bg-warn-soft aria-pressed:text-warn"
          >
            {asked.account.name}
          </button>
        ))}
      </div>
    </div>
  )
}

const Waiting = ({ asking, onShow }: { readonly asking: ReadonlyArray<Asked>; readonly onShow: () => void }) => {
  const { code } = useWords()
  const [first] = asking
  return (
    <button
      type="button"
      onClick={onShow}
      className="rise fixed right-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-30 flex items-center gap-2 rounded-full bg-warn-soft px-4 py-2.5 font-semibold text-warn shadow-lift lg:bottom-6"
    >
      <Icon name="phone" />
      {first === undefined || asking.length > 1
        ? code.several(asking.length)
        : code.waiting[first.kind === "code" ? "code" : "other"](first.account.name)}
    </button>
  )
}

const Sending = ({ account, kind }: { readonly account: AccountOverview; readonly kind: Asked["kind"] }) => {
  const { code } = useWords()
  return (
    <div role="status" className={frame}>
      <p className="flex items-center gap-3 font-semibold">
        <span
          className="size-5 animate-spin rounded-full border-2 border-accent border-r-transparent"
          aria-hidden="true"
        />
        {kind === "question" || kind === "picture" ? code.sending[kind] : code.sending.code}
      </p>
      <p className="mt-1 text-muted">{code.for(account.name, account.bank_name)}</p>
    </div>
  )
}
