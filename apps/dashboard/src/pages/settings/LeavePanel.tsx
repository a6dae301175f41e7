/** Deleting oneself, with everything that one has here. */
import { type FormEvent, useState } from "react"
import { api } from "../../api/client.ts"
import { session } from "../../api/session.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { fieldsOf, TextField } from "../../ui/forms.tsx"
import { Notice, Panel, useSentence } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

export const LeavePanel = () => {
  const words = useWords().settings.leave
  const [sure, setSure] = useState(false)
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p className="text-muted">{words.lead}</p>
        <Button look="danger" className="justify-self-start" onClick={() => setSure(true)}>
          {words.open} …
        </Button>
      </div>
      {sure ? (
        <Dialog title={words.title} onClose={() => setSure(false)}>
          <Farewell onClose={() => setSure(false)} />
        </Dialog>
      ) : null}
    </Panel>
  )
}

const Farewell = ({ onClose }: { readonly onClose: () => void }) => {
  const { actions, settings } = useWords()
  const sentence = useSentence()
  const leave = useAction({
    run: (password: string) => api.delete("/me", { body: { current_password: password } }),
    done: session.end,
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    leave.mutate(fieldsOf(event.currentTarget)["current_password"] ?? "")
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <p>{settings.leave.what}</p>
      {leave.isError ? (
        <Notice role="alert" tone="bad">
          {sentence(leave.error)}
        </Notice>
      ) : null}
      <TextField
        label={settings.leave.password}
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="danger" busy={leave.isPending}>
          {settings.leave.now}
        </Button>
        <Button onClick={onClose}>{actions.cancel}</Button>
      </div>
    </form>
  )
}
