import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { type FormEvent, useRef, useState } from "react"
import { api } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import type { AccountOverview, Settings, SettingsWrite } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { Button, buttonLook } from "../ui/Button.tsx"
import { CopyButton } from "../ui/CopyButton.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { fieldsOf, TextField } from "../ui/forms.tsx"
import { Failed, Notice, PageHead, Panel, useFaultAt, Waiting } from "../ui/parts.tsx"
import { useFirstFault } from "../ui/Refused.tsx"
import { useToasts } from "../ui/toasts.tsx"
import { Unsaved } from "../ui/Unsaved.tsx"
import { useAction } from "../ui/useAction.ts"
import { useTitle } from "../ui/useTitle.ts"
import { TestButton } from "./account/EndpointPanel.tsx"
import { BothChanged, useSettingNames } from "./account/Meanwhile.tsx"
import { NamePanel } from "./account/NamePanel.tsx"
import { NotSaved } from "./account/NotSaved.tsx"
import { PayersPanel } from "./account/PayersPanel.tsx"
import { extraFieldsOf } from "./account/settingsBody.ts"
import { SettingsPanel } from "./account/SettingsFields.tsx"
import { settingsSections } from "./account/settingsSections.ts"
import { useSettingsForm } from "./account/useSettingsForm.ts"
import { Missing } from "./Missing.tsx"

export const AccountSettingsPage = () => {
  const { accountId } = useParams({ from: "/accounts/$accountId/settings" })
  const accounts = useQuery(queries.accounts())
  const settings = useQuery({ ...queries.settings(accountId), refetchOnWindowFocus: "always" })
  const account = accounts.data?.find(({ id }) => id === accountId)
  if (accounts.data !== undefined && account === undefined) return <Missing />
  const failure = accounts.error ?? settings.error
  if (account === undefined || settings.data === undefined) {
    return failure === null ? <Waiting rows={10} /> : <Failed cause={failure} onRetry={() => void settings.refetch()} />
  }
  return <Form key={accountId} account={account} saved={settings.data} />
}

const Form = ({ account, saved }: { readonly account: AccountOverview; readonly saved: Settings | null }) => {
  const { actions, config, undone } = useWords()
  useTitle(config.title(account.name))
  const { complain, say, withdraw } = useToasts()
  const { data: me } = useQuery(queries.me())
  const mode = me?.operation_mode ?? null
  const [extraFault, setExtraFault] = useState(false)
  const [tried, setTried] = useState(0)
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const shared = useSettingsForm(form, account.id, saved)
  const { drawing, from, theirs } = shared
  const namesOf = useSettingNames(from)
  const save = useAction({
    run: (body: SettingsWrite) => shared.save(body),
    done: (outcome, body) => {
      if (!outcome.isSaved) {
        withdraw()
        return shared.know(outcome.now)
      }
      const { address_warnings: warned = [] } = outcome.saved
      client.setQueryData(queries.settings(account.id).queryKey, outcome.saved)
      if (outcome.theirs.length === 0) shared.keep(outcome.saved, body)
      else shared.draw(outcome.saved)
      if (warned.length > 0) complain(config.savedRefused(warned.length))
      else say(outcome.theirs.length === 0 ? config.saved : config.savedBeside(namesOf(outcome.theirs)))
    },
    stale: [["settings", account.id], ["accounts"], ["endpoint", account.id], ["webhook-secret", account.id]],
    silent: true
  })
  const both = save.data?.isSaved === false && !save.isPending ? save.data : undefined
  const refusedAt = useFaultAt(save.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = fieldsOf(event.currentTarget)
    const readable = extraFieldsOf(fields["webhook_extra_fields"] ?? "") !== undefined
    setExtraFault(!readable)
    setTried(tried + 1)
    if (readable) save.mutate(shared.bodyOf(fields))
  }
  const faultAt = (name: string) =>
    name === "webhook_extra_fields" && extraFault ? config.extraFault : refusedAt(name)
  // What a name leads to is told in the answer to saving it only.
  const { address_warnings: warnings = [] } = (save.data?.isSaved === true ? save.data.saved : saved) ?? {}
  const warningAt = (name: string) => warnings.find(({ field }) => field === name)?.message
  const goTo = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  // Each try that was refused leads to it again.
  useFirstFault(form, extraFault ? tried : save.error)
  return (
    <>
      <PageHead title={config.title(account.name)}>
        <Link to="/accounts/$accountId" params={{ accountId: account.id }} className={buttonLook("quiet")}>
          {actions.back}
        </Link>
      </PageHead>
      <div className="grid max-w-3xl gap-5">
        {saved?.same_bank_account === undefined ? null : (
          <Notice role="status" tone="warn">
            {config.sameBankAccount(saved.same_bank_account.map(({ name }) => undone.quoted(name)).join(", "))}
          </Notice>
        )}
        <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
          {settingsSections.map((section, index) => (
            <SettingsPanel
              key={`${drawing} ${index}`}
              section={section}
              saved={from}
              mode={mode}
              able={account.script_session_types}
              faultAt={faultAt}
              warningAt={warningAt}
            />
          ))}
          {/* Where a page is enlarged it would cover what is typed into. */}
          <div className="[@media(height<32rem)]:static! sticky bottom-[calc(5rem+var(--told))] z-10 grid gap-3 rounded-2xl border border-line bg-card p-4 shadow-lift lg:bottom-[calc(1rem+var(--told))]">
            <NotSaved cause={save.error} saved={from} mode={mode} faultAt={faultAt} onGo={goTo} />
            {both === undefined ? null : (
              <BothChanged
                both={both.both}
                now={both.now}
                onTheirs={() => {
                  save.reset()
                  shared.draw(both.now)
                }}
              />
            )}
            {both === undefined && theirs.length > 0 ? (
              <Notice role="status" tone="calm">
                {config.savedElsewhere(namesOf(theirs))}
              </Notice>
            ) : null}
            <Button type="submit" look="primary" busy={save.isPending} className="justify-self-start">
              {actions.save}
            </Button>
          </div>
        </form>
        <Unsaved isTouched={shared.isTouched} />
        {saved === null ? null : <Signing accountId={account.id} />}
        {me?.operation_mode === "reconcile" ? <PayersPanel accountId={account.id} /> : null}
        <NamePanel account={account} />
        <Deletion account={account} />
      </div>
    </>
  )
}

const Signing = ({ accountId }: { readonly accountId: string }) => {
  const { actions, config } = useWords()
  const [shown, setShown] = useState(false)
  const [sure, setSure] = useState(false)
  const { data } = useQuery({ ...queries.webhookSecret(accountId), enabled: shown })
  const rotate = useAction({
    run: () => api.post("/accounts/{accountId}/webhook-secret/rotate", { path: { accountId } }),
    said: config.secretRotated,
    stale: [["webhook-secret", accountId]],
    done: () => {
      setSure(false)
      setShown(true)
    }
  })
  return (
    <Panel title={config.secret}>
      <div className="grid justify-items-start gap-4">
        {data?.secret == null ? (
          <Button small icon="eye" onClick={() => setShown(true)}>
            {config.secretShow}
          </Button>
        ) : (
          <p className="flex flex-wrap items-center gap-3">
            <code className="font-mono text-sm break-all">{data.secret}</code>
            <CopyButton text={data.secret} />
          </p>
        )}
        <TestButton accountId={accountId}>
          <Button small onClick={() => setSure(true)}>
            {config.secretRotate} …
          </Button>
        </TestButton>
      </div>
      {sure ? (
        <Dialog title={config.secretRotate} onClose={() => setSure(false)}>
          <p>{config.secretRotateSure}</p>
          <div className="mt-5 flex gap-2">
            <Button look="primary" busy={rotate.isPending} onClick={() => rotate.mutate()}>
              {config.secretRotate}
            </Button>
            <Button onClick={() => setSure(false)}>{actions.cancel}</Button>
          </div>
        </Dialog>
      ) : null}
    </Panel>
  )
}

const Deletion = ({ account }: { readonly account: AccountOverview }) => {
  const { config } = useWords()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [typed, setTyped] = useState("")
  const remove = useAction({
    run: () =>
      api.delete("/accounts/{accountId}", { path: { accountId: account.id }, body: { confirmation_name: typed } }),
    said: config.deleted,
    stale: [["accounts"]],
    done: () => {
      // Else the list that is kept would show it until it has been read anew.
      client.setQueryData(queries.accounts().queryKey, (accounts) => accounts?.filter(({ id }) => id !== account.id))
      void navigate({ to: "/accounts", ignoreBlocker: true })
    }
  })
  return (
    <Panel title={config.sections.danger}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          remove.mutate()
        }}
      >
        <p className="text-muted">{config.deleteLead(account.name)}</p>
        <TextField
          label={config.deleteConfirm}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          type="submit"
          look="danger"
          busy={remove.isPending}
          disabled={typed !== account.name}
          className="justify-self-start"
        >
          {config.deleteNow}
        </Button>
      </form>
    </Panel>
  )
}
