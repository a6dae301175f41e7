import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useRef } from "react"
import { api } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { session } from "../api/session.ts"
import type { Mode } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { Preferences } from "../shell/Preferences.tsx"
import { Button } from "../ui/Button.tsx"
import { fieldsOf, TextField } from "../ui/forms.tsx"
import { Notice, PageHead, Panel, useSentence } from "../ui/parts.tsx"
import { useAction } from "../ui/useAction.ts"
import { Unsaved, useTyped } from "../ui/Unsaved.tsx"
import { useTitle } from "../ui/useTitle.ts"
import { ChannelsPanel } from "./settings/ChannelsPanel.tsx"
import { LeavePanel } from "./settings/LeavePanel.tsx"
import { PhonePanel } from "./settings/PhonePanel.tsx"
import { RehearsalPanel } from "./settings/RehearsalPanel.tsx"
import { ModePicker } from "./enrol/ModeStep.tsx"

export const SettingsPage = () => {
  const { auth, settings: words } = useWords()
  useTitle(words.title)
  const { data: me } = useQuery(queries.me())
  const mode = useAction({
    about: (next: Mode) => next,
    run: (next: Mode) => api.put("/me/operation-mode", { body: { mode: next } }),
    said: words.modeSaved,
    stale: [["me"], ["orders"]]
  })
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <div className="grid max-w-3xl gap-5">
        <Panel title={words.mode}>
          {me === undefined ? null : (
            <ModePicker
              mode={mode.isPending ? mode.variables : (me.operation_mode ?? "reconcile")}
              onChange={(next) => mode.mutate(next)}
            />
          )}
        </Panel>
        <PhonePanel />
        <ChannelsPanel />
        <Panel title={words.look}>
          <Preferences />
        </Panel>
        <Panel title={words.account} aside={<span className="text-muted">{session.current()?.email}</span>}>
          <Password />
          <div className="mt-6 flex flex-wrap gap-3 border-t border-line pt-5">
            <Button icon="out" onClick={session.end}>
              {auth.logout}
            </Button>
            <a href="/docs" className="inline-flex min-h-10 items-center text-accent underline underline-offset-3">
              {words.reference}
            </a>
          </div>
        </Panel>
        {me?.operation_mode === "reconcile" ? <RehearsalPanel /> : null}
        <LeavePanel />
      </div>
    </>
  )
}

const Password = () => {
  const { settings: words, auth } = useWords()
  const sentence = useSentence()
  const form = useRef<HTMLFormElement>(null)
  const typed = useTyped(form)
  const change = useAction({
    run: ({ current_password = "", new_password = "" }: Readonly<Record<string, string>>) =>
      api.post("/me/password", { body: { current_password, new_password } }),
    said: words.changed,
    done: ({ token }) => {
      session.renew(token)
      form.current?.reset()
    },
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate(fieldsOf(event.currentTarget))
  }
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4">
      <Unsaved isTouched={typed.isTouched} />
      <div>
        <h3>{words.password}</h3>
        <p className="text-muted">{words.everywhere}</p>
      </div>
      {change.isError ? (
        <Notice role="alert" tone="bad">
          {sentence(change.error)}
        </Notice>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.current}
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label={words.next}
          hint={auth.passwordHint}
          name="new_password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          required
        />
      </div>
      <Button type="submit" busy={change.isPending} className="justify-self-start">
        {words.save}
      </Button>
    </form>
  )
}
