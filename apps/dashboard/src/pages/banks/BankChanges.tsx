/** What its creator and administrators may change of a bank; others are told by the server that they may not. */
import { useNavigate } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { api } from "../../api/client.ts"
import type { BankDetail } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { fieldsOf, TextField } from "../../ui/forms.tsx"
import { Notice, Panel, useSentence } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

export const BankChanges = ({ bank }: { readonly bank: BankDetail }) => {
  const { banks: words } = useWords()
  return (
    <Panel>
      <details>
        <summary className="font-medium text-accent">{words.changes.title}</summary>
        <div className="mt-4 grid gap-6">
          <p className="text-sm text-muted">{words.changes.lead}</p>
          <Name key={bank.name} bank={bank} />
          <Origins bank={bank} />
          <Retirement bank={bank} />
        </div>
      </details>
    </Panel>
  )
}

const stale = [["banks"], ["accounts"], ["consent"]]

const Name = ({ bank }: { readonly bank: BankDetail }) => {
  const { banks: words, enrol, actions } = useWords()
  const sentence = useSentence()
  const rename = useAction({
    run: (name: string) => api.patch("/banks/{bankId}", { path: { bankId: bank.id }, body: { name } }),
    said: words.changes.renamed,
    stale,
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    rename.mutate(fieldsOf(event.currentTarget)["name"] ?? "")
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField
        label={enrol.bankName}
        name="name"
        required
        defaultValue={bank.name}
        fault={rename.isError ? sentence(rename.error) : undefined}
      />
      <Button type="submit" small busy={rename.isPending} className="justify-self-start">
        {actions.save}
      </Button>
    </form>
  )
}

/** Whose accounts are here has to agree to another address, unless an administrator agrees for all. */
const Origins = ({ bank }: { readonly bank: BankDetail }) => {
  const { banks: words } = useWords()
  const sentence = useSentence()
  const add = useAction({
    run: (form: HTMLFormElement) =>
      api
        .post("/banks/{bankId}/origins", {
          path: { bankId: bank.id },
          body: { origins: [(fieldsOf(form)["origin"] ?? "").trim()] }
        })
        .then(() => form.reset()),
    said: words.changes.added,
    stale,
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    add.mutate(event.currentTarget)
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      <TextField
        label={words.changes.origin}
        hint={words.changes.originHint}
        name="origin"
        type="url"
        required
        placeholder="https://login.bank.example"
        fault={add.isError ? sentence(add.error) : undefined}
      />
      <Button type="submit" small busy={add.isPending} className="justify-self-start">
        {words.changes.addOrigin}
      </Button>
    </form>
  )
}

const Retirement = ({ bank }: { readonly bank: BankDetail }) => {
  const { banks: words } = useWords()
  const [sure, setSure] = useState(false)
  const isRetired = bank.status === "retired"
  const turn = useAction({
    run: () =>
      api.patch("/banks/{bankId}", { path: { bankId: bank.id }, body: { status: isRetired ? "active" : "retired" } }),
    said: isRetired ? words.changes.returned : words.changes.retired,
    stale
  })
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted">{words.changes.retireLead}</p>
      <div className="flex flex-wrap gap-2">
        <Button small busy={turn.isPending} onClick={() => turn.mutate()}>
          {isRetired ? words.changes.return : words.changes.retire}
        </Button>
        <Button small look="danger" onClick={() => setSure(true)}>
          {words.changes.delete} …
        </Button>
      </div>
      {sure ? <Deletion bank={bank} onClose={() => setSure(false)} /> : null}
    </div>
  )
}

/** One with accounts isn't deleted: the server's sentence says what to do instead. */
const Deletion = ({ bank, onClose }: { readonly bank: BankDetail; readonly onClose: () => void }) => {
  const { actions, banks: words } = useWords()
  const navigate = useNavigate()
  const sentence = useSentence()
  const remove = useAction({
    run: () => api.delete("/banks/{bankId}", { path: { bankId: bank.id } }),
    said: words.changes.deleted,
    stale: [["banks", "list"]],
    silent: true,
    done: () => void navigate({ to: "/banks" })
  })
  return (
    <Dialog title={words.changes.deleteTitle(bank.name)} onClose={onClose}>
      <div className="grid gap-4">
        {remove.isError ? (
          <Notice role="alert" tone="bad">
            {sentence(remove.error)}
          </Notice>
        ) : null}
        <p>{words.changes.deleteSure}</p>
        <div className="flex flex-wrap gap-2">
          <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {words.changes.delete}
          </Button>
          <Button onClick={onClose}>{actions.cancel}</Button>
        </div>
      </div>
    </Dialog>
  )
}
