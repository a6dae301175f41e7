/** Making a version the active one: what happens, and to how many accounts, is said before. */
import { useQuery } from "@tanstack/react-query"
import { api } from "../../api/client.ts"
import type { BankDetail, ScriptReport, ScriptSummary } from "../../api/types.ts"
import { queries } from "../../api/queries.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Notice, useSentence, Waiting } from "../../ui/parts.tsx"
import { ServersWords } from "../../ui/ServersWords.tsx"
import { useAction } from "../../ui/useAction.ts"
import { Differences } from "./Differences.tsx"

interface Props {
  readonly bank: BankDetail
  readonly script: ScriptSummary
  readonly active: ScriptSummary | undefined
  readonly wasActive: boolean
  readonly onClose: () => void
}

export const Promotion = ({ active, bank, onClose, script, wasActive }: Props) => {
  const { actions, banks: words } = useWords()
  const sentence = useSentence()
  // Not what was read for a list before: how many they are is asked for now.
  const { data: report } = useQuery({ ...queries.report(script.id), staleTime: 0 })
  const promote = useAction({
    run: () => api.post("/scripts/{scriptId}/promote", { path: { scriptId: script.id } }),
    said: words.promoted(script.version),
    stale: [["banks"], ["accounts"], ["consent"]],
    done: onClose,
    silent: true
  })
  return (
    <Dialog title={words.confirmTitle(script.version)} onClose={onClose}>
      <div className="grid gap-4">
        {report === undefined ? <Waiting rows={4} /> : <Happens report={report} bank={bank} active={active} />}
        <section>
          <h3 className="mb-2">{words.report}</h3>
          {report === undefined ? <Waiting rows={2} /> : <Differences report={report} />}
        </section>
        {promote.isError ? (
          <Notice role="alert" tone="bad">
            {sentence(promote.error)}
          </Notice>
        ) : null}
        <div className="flex gap-2">
          <Button
            look="primary"
            busy={promote.isPending}
            disabled={report === undefined}
            onClick={() => promote.mutate()}
          >
            {wasActive ? words.rollback : words.promote}
          </Button>
          <Button onClick={onClose}>{actions.cancel}</Button>
        </div>
      </div>
    </Dialog>
  )
}

interface HappensProps {
  readonly report: ScriptReport
  readonly bank: BankDetail
  readonly active: ScriptSummary | undefined
}

const Happens = ({ active, bank, report: { promotion } }: HappensProps) => {
  const { banks: words } = useWords()
  const { accounts, missing, own, waiting } = promotion
  return (
    <>
      <ul className="list-disc pl-5">
        <li>{words.confirm(accounts, own, bank.name)}</li>
        <li>{words.confirmBackoff}</li>
        {active === undefined ? null : <li>{words.confirmOld(active.version)}</li>}
      </ul>
      {waiting === 0 ? null : (
        <Notice tone="warn" title={words.confirmWaiting(waiting)}>
          <ServersWords>{missing.join("; ")}</ServersWords>
        </Notice>
      )}
    </>
  )
}
