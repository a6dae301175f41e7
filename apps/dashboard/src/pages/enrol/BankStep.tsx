import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { BankDetail } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyLine } from "../../ui/CopyLine.tsx"
import { Choices, fieldsOf, TextField } from "../../ui/forms.tsx"
import { useCreator } from "../banks/useCreator.ts"
import { Failed, Notice, Panel, useFaultAt, Waiting } from "../../ui/parts.tsx"
import { Refused, useFirstFault } from "../../ui/Refused.tsx"
import { useNarrowed } from "../../ui/useNarrowed.tsx"
import { useAction } from "../../ui/useAction.ts"

interface Props {
  /** Picked before, by whoever has come back. */
  readonly before: string | undefined
  /** `fingerprint`: of the terms that were shown. */
  readonly onDone: (bankId: string, fingerprint?: string) => void
}

export const BankStep = ({ before, onDone }: Props) => {
  const { actions, enrol } = useWords()
  const { data, error, refetch } = useQuery(queries.banks())
  const [picked, setPicked] = useState(before)
  const [adding, setAdding] = useState(false)
  const banks = (data ?? []).filter(({ status }) => status === "active")
  const { field, shown } = useNarrowed(banks, ({ code, name }) => `${name} ${code}`)
  const chosen = picked ?? (banks.length === 1 ? banks[0]?.id : undefined)
  const terms = useQuery({ ...queries.bank(chosen ?? ""), enabled: chosen !== undefined })
  const bank = terms.data
  if (data === undefined) return error === null ? <Waiting /> : <Failed cause={error} onRetry={() => void refetch()} />
  if (adding || banks.length === 0) {
    return <NewBank first={banks.length === 0} onDone={onDone} onBack={() => setAdding(false)} />
  }
  return (
    <Panel>
      {field}
      <Choices
        legend={enrol.bankLead}
        name="bank"
        value={chosen}
        onChange={setPicked}
        options={shown.map(({ id, loginUrl, name }) => ({ value: id, title: name, text: loginUrl }))}
      />
      {bank === undefined ? null : <Terms bank={bank} />}
      {bank === undefined && terms.error !== null ? (
        <Failed cause={terms.error} onRetry={() => void terms.refetch()} />
      ) : null}
      <OtherBanks />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          look="primary"
          disabled={bank === undefined}
          onClick={() => bank !== undefined && onDone(bank.id, bank.fingerprint)}
        >
          {actions.next}
        </Button>
        <Button icon="plus" onClick={() => setAdding(true)}>
          {enrol.addBank}
        </Button>
      </div>
    </Panel>
  )
}

/** A bank that nobody has written a script for isn't there: what it takes, and where that begins. */
const OtherBanks = () => {
  const { enrol } = useWords()
  return (
    <details className="mt-4">
      <summary className="font-medium text-accent">{enrol.otherBank}</summary>
      <div className="mt-2 grid gap-3">
        <p className="text-muted">{enrol.otherBankLong}</p>
        <CopyLine title={enrol.beginScript} line="npx --no-install counterfoil script new my-bank" />
        <p className="text-sm text-muted">{enrol.scriptDocs}</p>
      </div>
    </details>
  )
}

/** What enrolling agrees to, before it does. */
const Terms = ({ bank }: { readonly bank: BankDetail }) => {
  const { enrol } = useWords()
  const creatorOf = useCreator()
  const requests = bank.active?.requests ?? []
  return (
    <div className="mt-4 grid gap-3">
      {bank.origins.length === 0 ? (
        <Notice tone="warn">{enrol.noOrigin}</Notice>
      ) : (
        <p className="text-sm text-muted">
          {enrol.consent} <span className="font-mono text-ink">{bank.origins.join(", ")}</span>
        </p>
      )}
      <p className="text-sm text-muted">
        {enrol.publisher} <span className="text-ink">{creatorOf(bank.creator)}</span>
      </p>
      {requests.length === 0 ? null : (
        <p className="text-sm text-muted">
          {enrol.sends} <span className="font-mono text-ink">{requests.join("; ")}</span>
        </p>
      )}
      {bank.active?.password_fields === undefined ? null : <Notice tone="warn">{enrol.shownPassword}</Notice>}
      {bank.active === null ? <Notice tone="warn">{enrol.noScript}</Notice> : null}
    </div>
  )
}

/** What most would call it: nobody has to think one up. */
const codeOf = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")

interface NewBankProps {
  readonly first: boolean
  /** Without a frame: it stands in a dialog. */
  readonly bare?: boolean
  readonly onDone: (bankId: string) => void
  readonly onBack: () => void
}

export const NewBank = ({ bare = false, first, onBack, onDone }: NewBankProps) => {
  const { actions, enrol } = useWords()
  const [name, setName] = useState("")
  const [code, setCode] = useState<string>()
  const add = useAction({
    run: ({ code = "", loginUrl = "", name = "" }: Readonly<Record<string, string>>) =>
      api.post("/banks", { body: { code, name, ...(loginUrl === "" ? {} : { loginUrl }) } }),
    stale: [["banks"]],
    done: ({ id }) => onDone(id),
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    add.mutate(fieldsOf(event.currentTarget))
  }
  const faultAt = useFaultAt(add.error)
  const frame = useRef<HTMLFormElement>(null)
  useFirstFault(frame, add.error)
  const form = (
    <form ref={frame} onSubmit={submit} className="grid gap-4">
      {first ? <p className="text-muted">{enrol.noBanks}</p> : null}
      <OtherBanks />
      <Refused cause={add.error} except={["code", "loginUrl"]} />
      <TextField
        label={enrol.bankName}
        name="name"
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={enrol.bankCode}
        hint={enrol.bankCodeHint}
        name="code"
        required
        value={code ?? codeOf(name)}
        onChange={({ target }) => setCode(target.value.replaceAll(/\s+/g, "-"))}
        autoCapitalize="none"
        fault={faultAt("code")}
      />
      <TextField
        label={enrol.loginUrl}
        hint={enrol.loginUrlHint}
        name="loginUrl"
        type="url"
        optional
        fault={faultAt("loginUrl")}
      />
      <div className="flex gap-3">
        <Button type="submit" look="primary" busy={add.isPending}>
          {actions.next}
        </Button>
        {first ? null : <Button onClick={onBack}>{actions.back}</Button>}
      </div>
    </form>
  )
  return bare ? form : <Panel>{form}</Panel>
}
