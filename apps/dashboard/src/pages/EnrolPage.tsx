/** From nothing to a first read: the mode, the bank, the access, the shop, and then one watches it happen. */
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router"
import { queries } from "../api/queries.ts"
import type { Mode } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Failed, PageHead, Waiting } from "../ui/parts.tsx"
import { useTitle } from "../ui/useTitle.ts"
import { AccountStep } from "./enrol/AccountStep.tsx"
import { BankStep } from "./enrol/BankStep.tsx"
import { useDraft } from "./enrol/draft.ts"
import { ModeStep } from "./enrol/ModeStep.tsx"
import { WatchStep } from "./enrol/WatchStep.tsx"

export const EnrolPage = () => {
  const { enrol } = useWords()
  useTitle(enrol.title)
  const { data: me, error, refetch } = useQuery(queries.me())
  if (me === undefined) return error === null ? <Waiting /> : <Failed cause={error} onRetry={() => void refetch()} />
  return <Steps chosen={me.operation_mode} />
}

const names = ["mode", "bank", "access", "shop", "read"] as const
type Step = (typeof names)[number]

/** Each step is a place of the browser's history: Back leads to the one before, not out of the wizard. */
const Steps = ({ chosen }: { readonly chosen: Mode | null }) => {
  const { enrol } = useWords()
  const search = useSearch({ from: "/accounts/new" })
  const navigate = useNavigate({ from: "/accounts/new" })
  const router = useRouter()
  const { draft, forget, keep } = useDraft()
  const mode = draft.mode ?? chosen
  const bank = draft.bank
  const wanted = names.find((name) => name === search.step)
  const step = ((): Step => {
    if (mode === null) return "mode"
    if (wanted === undefined) return draft.mode === undefined ? "bank" : "mode"
    if (wanted === "read") return search.account === undefined ? "bank" : wanted
    return wanted === "mode" || bank !== undefined ? wanted : "bank"
  })()
  const go = (next: Step) => void navigate({ search: { step: next } })
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={enrol.title} lead={enrol.step(names.indexOf(step) + 1, enrol.steps.length)} />
      <Progress step={names.indexOf(step)} />
      {step === "mode" ? (
        <ModeStep
          mode={mode ?? "reconcile"}
          onDone={(next) => {
            keep({ mode: next })
            go("bank")
          }}
        />
      ) : null}
      {step === "bank" ? (
        <BankStep
          before={bank?.id}
          onDone={(id, fingerprint) => {
            keep({ bank: { id, fingerprint } })
            go("access")
          }}
        />
      ) : null}
      {(step === "access" || step === "shop") && mode !== null && bank !== undefined ? (
        <AccountStep
          mode={mode}
          bank={bank}
          shop={step === "shop"}
          onShop={() => go("shop")}
          onAccess={() => void navigate({ search: { step: "access" }, replace: true })}
          onBack={() => router.history.back()}
          onDone={(id, isRead) => {
            const account = { to: "/accounts/$accountId", params: { accountId: id }, replace: true } as const
            const read = { search: { step: "read", account: id }, replace: true }
            void (isRead ? navigate(read) : navigate(account)).then(forget)
          }}
        />
      ) : null}
      {step === "read" && mode !== null ? <WatchStep accountId={search.account ?? ""} mode={mode} /> : null}
    </div>
  )
}

const Progress = ({ step }: { readonly step: number }) => {
  const { enrol } = useWords()
  return (
    <ol className="mb-6 grid grid-cols-5 gap-2">
      {enrol.steps.map((title, index) => (
        <li key={title} aria-current={index === step ? "step" : undefined} className="min-w-0">
          <span className={`block h-1 rounded-full ${index <= step ? "bg-accent" : "bg-line"}`} />
          <span
            className={`mt-1.5 flex items-center gap-1 text-xs max-sm:sr-only ${index === step ? "font-semibold" : "text-muted"}`}
          >
            {index < step ? <Icon name="check" className="size-3.5 text-accent" /> : null}
            {title}
          </span>
        </li>
      ))}
    </ol>
  )
}
