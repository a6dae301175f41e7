/** What a new key is for, and the key, which is shown once. */
import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import type { CreatedApiKey, NewApiKey } from "../../api/types.ts"
import { queries } from "../../api/queries.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { CopyLine } from "../../ui/CopyLine.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { CheckField, Choices, TextField } from "../../ui/forms.tsx"
import { Notice, useSentence } from "../../ui/parts.tsx"

interface Props {
  readonly scopes: NewApiKey["scopes"]
  readonly refused: Error | null
  readonly busy: boolean
  readonly onCreate: (body: NewApiKey) => void
  readonly onClose: () => void
}

export const NewKey = ({ busy, onClose, onCreate, refused, scopes }: Props) => {
  const { keys: words } = useWords()
  const sentence = useSentence()
  const names: Readonly<Record<string, string | undefined>> = words.scopeNames
  const { data: accounts = [] } = useQuery(queries.accounts())
  const [reach, setReach] = useState<"all" | "some">("all")
  const [lacks, setLacks] = useState<"scopes" | "accounts">()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [may, chosen] = [scopes.filter((scope) => data.getAll("scopes").includes(scope)), data.getAll("accounts")]
    const lacking = may.length === 0 ? "scopes" : reach === "some" && chosen.length === 0 ? "accounts" : undefined
    setLacks(lacking)
    if (lacking !== undefined) {
      event.currentTarget.querySelector<HTMLElement>(`[name=${lacking}]`)?.focus()
      return
    }
    onCreate({
      name: String(data.get("name") ?? ""),
      scopes: may,
      account_ids: reach === "all" ? null : chosen.map(String),
      ...(data.has("types") ? { types: "all" } : {})
    })
  }
  return (
    <Dialog title={words.create} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-5">
        {refused === null ? null : (
          <Notice role="alert" tone="bad">
            {sentence(refused)}
          </Notice>
        )}
        <TextField label={words.name} hint={words.nameHint} name="name" required maxLength={100} />
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium text-[0.9rem]">{words.scopes}</legend>
          {scopes.map((scope) => (
            <CheckField key={scope} label={names[scope] ?? scope} name="scopes" value={scope} defaultChecked />
          ))}
          <CheckField label={words.allTypes} name="types" value="all" />
          {lacks === "scopes" ? <Lacking>{words.noScope}</Lacking> : null}
        </fieldset>
        <Choices
          legend={words.accounts}
          name="reach"
          value={reach}
          onChange={setReach}
          options={[
            { value: "all", title: words.allAccounts },
            { value: "some", title: words.someAccounts }
          ]}
        />
        {reach === "some" ? (
          <div className="grid gap-2">
            {accounts.map(({ id, name }) => (
              <CheckField key={id} label={name} name="accounts" value={id} />
            ))}
            {lacks === "accounts" ? <Lacking>{words.noAccount}</Lacking> : null}
          </div>
        ) : null}
        <Button type="submit" look="primary" busy={busy} className="justify-self-start">
          {words.create}
        </Button>
      </form>
    </Dialog>
  )
}

const Lacking = ({ children }: { readonly children: string }) => (
  <p role="alert" className="text-sm font-medium text-bad">
    {children}
  </p>
)

interface MadeProps {
  readonly created: CreatedApiKey
  readonly onClose: () => void
}

export const Made = ({ created, onClose }: MadeProps) => {
  const { keys: words } = useWords()
  const { data: [account] = [] } = useQuery(queries.accounts())
  const place = `${location.origin}/v1/accounts/${created.account_ids?.[0] ?? account?.id ?? "ACCOUNT_ID"}`
  const lines = [
    ...(created.scopes.includes("otp:write")
      ? [
          {
            title: words.curlCode,
            line: `curl -X POST ${place}/otp -H 'x-api-key: ${created.key}' -H 'content-type: application/json' -d '{"code":"123456"}'`
          }
        ]
      : []),
    ...(created.scopes.includes("status:read")
      ? [{ title: words.curlStatus, line: `curl ${place}/status -H 'x-api-key: ${created.key}'` }]
      : [])
  ]
  return (
    <Dialog title={created.name} wide isOnce onClose={onClose}>
      <div className="grid gap-5">
        <Notice tone="warn">{words.shown}</Notice>
        <p className="flex flex-wrap items-center gap-3">
          <code className="rounded-lg bg-sunken px-3 py-2 font-mono text-sm break-all">{created.key}</code>
          <CopyButton text={created.key} />
        </p>
        <section className="grid gap-3">
          <h3>{words.curl}</h3>
          {lines.map(({ line, title }) => (
            <CopyLine key={title} title={title} line={line} />
          ))}
        </section>
        <Button look="primary" className="justify-self-start" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </Dialog>
  )
}
