/** From nothing to a first read: the mode, the bank, the access, the shop, and then one watches it happen. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { queries } from "../api/queries.ts"
import type { Mode } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Failed, PageHead, Waiting } from "../ui/parts.tsx"
import { useTitle } from "../ui/useTitle.ts"
import { AccountStep, type ChosenBank } from "./enrol/AccountStep.tsx"
import { BankStep } from "./enrol/BankStep.tsx"
import { ModeStep } from "./enrol/ModeStep.tsx"
import { WatchStep } from "./enrol/WatchStep.tsx"

export const EnrolPage = () => {
  const { enrol } = useWords()
  useTitle(enrol.title)
  const { data: me, error, refetch } = useQuery(queries.me())
  if (me === undefined) return error === null ? <Waiting /> : <Failed cause={error} onRetry={() => void refetch()} />
  return <Steps chosen={me.operation_mode} />
}

const Steps = ({ chosen }: { readonly chosen: Mode | null }) => {
  const { enrol } = useWords()
  const [step, setStep] = useState(chosen === null ? 0 : 1)
  const [mode, setMode] = useState<Mode>(chosen ?? "reconcile")
  const [bank, setBank] = useState<ChosenBank>({ id: "" })
  const [accountId, setAccountId] = useState("")
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title={enrol.title} lead={enrol.step(step + 1, enrol.steps.length)} />
      <Progress step={step} />
      {step === 0 ? (
        <ModeStep
          mode={mode}
          onDone={(next) => {
            setMode(next)
            setStep(1)
          }}
        />
      ) : null}
      {step === 1 ? (
        <BankStep
          onDone={(id, fingerprint) => {
            setBank({ id, fingerprint })
            setStep(2)
          }}
        />
      ) : null}
      {step === 2 || step === 3 ? (
        <AccountStep
          mode={mode}
          bank={bank}
          shop={step === 3}
          onShop={() => setStep(3)}
          onBack={() => setStep(step - 1)}
          onDone={(id) => {
            setAccountId(id)
            setStep(4)
          }}
        />
      ) : null}
      {step === 4 ? <WatchStep accountId={accountId} mode={mode} /> : null}
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
