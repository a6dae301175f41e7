/** One account's question: who asks, for what, for how long, and the answer that can be given. */
import type { ReactNode } from "react"
import { useWords } from "../../i18n/language.tsx"
import { useQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import { Icon } from "../../ui/Icon.tsx"
import { AnswerForm } from "./AnswerForm.tsx"
import { ServersWords } from "../../ui/ServersWords.tsx"
import { type Asked, scriptSays } from "./asked.ts"
import { CodeForm } from "./CodeForm.tsx"
import { Cancel, Countdown, lineLook } from "./parts.tsx"

interface Props {
  readonly asked: Asked
  readonly isActive: boolean
  readonly onSent: () => void
  readonly onHide: () => void
}

export const Question = ({ asked, isActive, onHide, onSent }: Props) => (
  <>
    <Head asked={asked} isActive={isActive} onHide={onHide} />
    <Lead asked={asked} />
    <Answer asked={asked} isActive={isActive} onSent={onSent} />
  </>
)

/** In the page's words, and the script's marked as such. A question is quoted where it is answered. */
const Lead = ({ asked }: { readonly asked: Asked }) => {
  const { code } = useWords()
  if (asked.kind === "question") return null
  const said = scriptSays(asked)
  return (
    <div className="mt-2 grid gap-1 text-[0.9rem] wrap-anywhere sm:mt-3">
      {asked.kind === "other" ? (
        <ServersWords>{asked.prompt ?? ""}</ServersWords>
      ) : (
        <>
          {/* Which bank it is stands above, too. */}
          <p className={asked.kind === "code" ? "max-sm:hidden" : ""}>
            {code.leads[asked.kind](asked.account.bank_name)}
          </p>
          {asked.kind === "code" ? <WhereFrom account={asked.account} /> : null}
          {said === undefined ? null : <p className="text-muted">{code.says(said)}</p>}
        </>
      )}
    </div>
  )
}

/** The script knows how its bank sends codes, or doesn't say. */
const WhereFrom = ({ account }: Pick<Asked, "account">) => {
  const { code } = useWords()
  const { data: demo } = useQuery(queries.demo())
  const connected = demo?.connected ?? null
  return (
    <>
      <p>{code.from[account.code_via ?? "unknown"]}</p>
      {connected?.bank === account.bank ? (
        <a
          href={connected.phone_page}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-accent underline underline-offset-3"
        >
          {code.demoPhone}
        </a>
      ) : null}
    </>
  )
}

const Answer = ({ asked, isActive, onSent }: Omit<Props, "onHide">) => {
  const { code } = useWords()
  switch (asked.kind) {
    case "code":
      return <CodeForm asked={asked} isActive={isActive} onSent={onSent} />
    case "question":
    case "picture":
      return <AnswerForm asked={asked} isActive={isActive} onSent={onSent} />
    case "approval":
      return (
        <Elsewhere asked={asked} hint={code.hints.approval}>
          {asked.number === null ? null : <InApp number={asked.number} />}
        </Elsewhere>
      )
    case "other":
      return <Elsewhere asked={asked} hint={code.hints.other} />
  }
}

/** What isn't answered here. */
const Elsewhere = ({
  asked,
  children,
  hint
}: {
  readonly asked: Asked
  readonly hint: string
  readonly children?: ReactNode
}) => (
  <div className="mt-3 grid gap-3">
    {children}
    <p className={lineLook}>
      {hint}
      <Countdown until={asked.until} />
    </p>
    <Cancel asked={asked} />
  </div>
)

const InApp = ({ number }: { readonly number: string }) => {
  const { code } = useWords()
  return (
    <p className="grid justify-items-center gap-1 rounded-xl bg-sunken px-3 py-4 text-center">
      <span className="text-sm text-muted">{code.number}</span>
      <strong className="num font-mono text-4xl tracking-widest break-all">{number}</strong>
    </p>
  )
}

const Head = ({ asked: { account, kind }, isActive, onHide }: Pick<Props, "asked" | "isActive" | "onHide">) => {
  const { code } = useWords()
  return (
    <div className="flex items-start gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-warn-soft text-warn">
        <Icon name="phone" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 id={isActive ? "asked" : undefined}>{code.titles[kind]}</h2>
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
