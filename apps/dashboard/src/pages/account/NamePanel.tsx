/** What its owner calls the account: on every page, and in what is sent to them. */
import type { FormEvent } from "react"
import { api } from "../../api/client.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { fieldsOf, TextField } from "../../ui/forms.tsx"
import { Panel, useSentence } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

export const NamePanel = ({ account }: { readonly account: { readonly id: string; readonly name: string } }) => {
  const { config } = useWords()
  const sentence = useSentence()
  const rename = useAction({
    run: (name: string) => api.patch("/accounts/{accountId}", { path: { accountId: account.id }, body: { name } }),
    said: config.renamed,
    stale: [["accounts"], ["activity", account.id]],
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    rename.mutate((fieldsOf(event.currentTarget)["name"] ?? "").trim())
  }
  return (
    <Panel title={config.sections.name}>
      <form key={account.name} onSubmit={submit} className="grid gap-4">
        <TextField
          label={config.called}
          name="name"
          required
          autoComplete="off"
          defaultValue={account.name}
          fault={rename.isError ? sentence(rename.error) : undefined}
        />
        <Button type="submit" small busy={rename.isPending} className="justify-self-start">
          {config.rename}
        </Button>
      </form>
    </Panel>
  )
}
