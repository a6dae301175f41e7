/** Codes that come by SMS: what forwards them, and whose messages are read. */
import { type FormEvent, useRef, useState } from "react"
import { api, Refusal } from "../../api/client.ts"
import type { AccountOverview, CodeSettings } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { BothSaved } from "../../ui/BothSaved.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyLine } from "../../ui/CopyLine.tsx"
import { fieldsOf, SelectField, TextField } from "../../ui/forms.tsx"
import { Notice, Panel, useSentence } from "../../ui/parts.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import { saveTogether } from "../../ui/together.ts"
import { Unsaved, useTyped } from "../../ui/Unsaved.tsx"
import { useAction } from "../../ui/useAction.ts"
import { forwarders, linesFor } from "./forwarders.ts"

interface Props {
  readonly account: AccountOverview
  readonly settings: CodeSettings
}

export const SmsPanel = ({ account, settings }: Props) => {
  const words = useWords().codes.sms
  return (
    <Panel title={words.title}>
      <div className="grid gap-6">
        <p className="text-muted">{words.lead}</p>
        <Forwarding account={account} path={settings.sms.path} />
        <Senders account={account} settings={settings} />
      </div>
    </Panel>
  )
}

const [first] = forwarders

/** A phone can't reach what only this machine can. */
const isLoopback = () => /^(localhost|127\.|\[::1\])/.test(location.hostname)

const Forwarding = ({ account, path }: { readonly account: AccountOverview; readonly path: string }) => {
  const words = useWords().codes.sms
  const [picked, pick] = useState(first?.name)
  const [now] = useState(() => new Date().toISOString())
  const create = useAction({
    run: () =>
      api.post("/me/api-keys", {
        body: { name: words.keyName(account.name).slice(0, 100), scopes: ["otp:write"], account_ids: [account.id] }
      }),
    stale: [["keys"]]
  })
  const forwarder = forwarders.find(({ name }) => name === picked) ?? first
  if (forwarder === undefined) return null
  const lines = linesFor(forwarder, location.origin + path, create.data?.key ?? words.keyHere, now)
  return (
    <section className="grid gap-4">
      <h3>{words.forward}</h3>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <SelectField label={words.with} value={forwarder.name} onChange={({ target }) => pick(target.value)}>
          {(["Android", "iOS", "number"] as const).map((system) => (
            <optgroup key={system} label={words.systems[system]}>
              {forwarders
                .filter((each) => each.system === system)
                .map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
            </optgroup>
          ))}
        </SelectField>
        {create.data === undefined ? (
          <Button icon="keys" className="justify-self-start" busy={create.isPending} onClick={() => create.mutate()}>
            {words.makeKey}
          </Button>
        ) : null}
      </div>
      {create.data === undefined ? null : <Notice tone="warn">{words.keyShown}</Notice>}
      {isLoopback() ? (
        <Notice tone="calm" icon="phone">
          {words.loopback(location.host)}
        </Notice>
      ) : null}
      <ol className="grid gap-4">
        {lines.map(({ line, what }) => (
          <li key={what}>
            <CopyLine title={words.lines[what]} line={line} />
          </li>
        ))}
      </ol>
      <p className="text-sm text-muted">{words.times[forwarder.time]}</p>
    </section>
  )
}

const Senders = ({ account, settings: { sms } }: Props) => {
  const { actions, codes } = useWords()
  const words = codes.sms
  const sentence = useSentence()
  const { say } = useToasts()
  const path = { accountId: account.id }
  const [drawn, setDrawn] = useState({ sms, count: 0 })
  /** As whoever sits here knows it to be saved. */
  const known = useRef(sms)
  const form = useRef<HTMLFormElement>(null)
  const typed = useTyped(form)
  const save = useAction({
    run: ({ pattern = "", senders = "" }: Readonly<Record<string, string>>) =>
      saveTogether({
        drawn: { senders: drawn.sms.senders, pattern: drawn.sms.pattern },
        mine: {
          senders: senders
            .split(",")
            .map((each) => each.trim())
            .filter(Boolean),
          pattern: pattern.trim() || null
        },
        known: known.current,
        read: async () => (await api.get("/accounts/{accountId}/codes", { path })).sms,
        write: async ({ pattern, senders }) =>
          (await api.put("/accounts/{accountId}/codes", { path, body: { sms: { senders, pattern } } })).sms
      }),
    done: (outcome) => {
      known.current = outcome.isSaved ? outcome.saved : (outcome.now ?? sms)
      if (!outcome.isSaved) return
      typed.keep()
      say(words.saved)
      // What somebody else has changed is seen from now on; else the fields show it already.
      setDrawn({ sms: outcome.saved, count: drawn.count + (outcome.theirs.length > 0 ? 1 : 0) })
    },
    stale: [["codes", account.id]],
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    typed.send()
    save.mutate(fieldsOf(event.currentTarget))
  }
  const fields = save.error instanceof Refusal ? save.error.fields : []
  const faultAt = (name: string) =>
    fields.some((field) => field.endsWith(name)) ? sentence(save.error, `sms.${name}`) : undefined
  const isElsewhere = save.isError && faultAt("senders") === undefined && faultAt("pattern") === undefined
  return (
    <form key={drawn.count} ref={form} onSubmit={submit} className="grid gap-4 border-t border-line pt-5">
      <Unsaved isTouched={typed.isTouched} />
      <h3>{words.read}</h3>
      <TextField
        label={words.senders}
        hint={words.sendersHint}
        name="senders"
        autoComplete="off"
        placeholder="BANCODEMO"
        defaultValue={drawn.sms.senders.join(", ")}
        fault={faultAt("senders")}
        optional
      />
      <TextField
        label={words.pattern}
        hint={words.patternHint}
        name="pattern"
        autoComplete="off"
        spellCheck={false}
        placeholder="(\d{6})"
        defaultValue={drawn.sms.pattern ?? ""}
        fault={faultAt("pattern")}
        optional
      />
      <BothSaved outcome={save.data} />
      {isElsewhere ? (
        <Notice role="alert" tone="bad">
          {sentence(save.error)}
        </Notice>
      ) : null}
      <Button type="submit" look="primary" busy={save.isPending} className="justify-self-start">
        {actions.save}
      </Button>
    </form>
  )
}
