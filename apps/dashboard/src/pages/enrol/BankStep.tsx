import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { api, Refusal } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Choices, fieldsOf, TextField } from "../../ui/forms.tsx"
import { Failed, Notice, Panel, useSentence, Waiting } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

export const BankStep = ({ onDone }: { readonly onDone: (bankId: string) => void }) => {
  const { actions, enrol } = useWords()
  const { data, error, refetch } = useQuery(queries.banks())
  const [picked, setPicked] = useState<string>()
  const [adding, setAdding] = useState(false)
  if (data === undefined) return error === null ? <Waiting /> : <Failed cause={error} onRetry={() => void refetch()} />
  const banks = data.filter(({ status }) => status === "active")
  const chosen = picked ?? (banks.length === 1 ? banks[0]?.id : undefined)
  if (adding || banks.length === 0) {
    return <NewBank first={banks.length === 0} onDone={onDone} onBack={() => setAdding(false)} />
  }
  return (
    <Panel>
      <Choices
        legend={enrol.bankLead}
        name="bank"
        value={chosen}
        onChange={setPicked}
        options={banks.map(({ id, loginUrl, name }) => ({ value: id, title: name, text: loginUrl }))}
      />
      {chosen === undefined ? null : <Terms bankId={chosen} />}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="primary" disabled={chosen === undefined} onClick={() => chosen !== undefined && onDone(chosen)}>
          {actions.next}
        </Button>
        <Button icon="plus" onClick={() => setAdding(true)}>
          {enrol.addBank}
        </Button>
      </div>
    </Panel>
  )
}

/** What enrolling agrees to, before it does. */
const Terms = ({ bankId }: { readonly bankId: string }) => {
  const { enrol } = useWords()
  const { data } = useQuery(queries.bank(bankId))
  if (data === undefined) return null
  return (
    <div className="mt-4 grid gap-3">
      <p className="text-sm text-muted">
        {enrol.consent} <span className="font-mono text-ink">{data.origins.join(", ")}</span>
      </p>
      {data.active === null ? <Notice tone="warn">{enrol.noScript}</Notice> : null}
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
  const sentence = useSentence()
  const [name, setName] = useState("")
  const [code, setCode] = useState<string>()
  const add = useAction({
    run: ({ code = "", loginUrl = "", name = "" }: Readonly<Record<string, string>>) =>
      api.post("/banks", { body: { code, loginUrl, name } }),
    stale: [["banks"]],
    done: ({ id }) => onDone(id),
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    add.mutate(fieldsOf(event.currentTarget))
  }
  const faultAt = (name: string) =>
    add.error instanceof Refusal && add.error.fields.includes(name) ? add.error.message : undefined
  const form = (
    <form onSubmit={submit} className="grid gap-4">
      {first ? <p className="text-muted">{enrol.noBanks}</p> : null}
      {add.isError ? (
        <Notice role="alert" tone="bad">
          {sentence(add.error)}
        </Notice>
      ) : null}
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
        onChange={({ target }) => setCode(target.value)}
        autoCapitalize="none"
        fault={faultAt("code")}
      />
      <TextField
        label={enrol.loginUrl}
        hint={enrol.loginUrlHint}
        name="loginUrl"
        type="url"
        required
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
