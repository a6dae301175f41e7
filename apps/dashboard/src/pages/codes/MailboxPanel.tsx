/** The mailbox that the bank's codes come to: kept, tried and forgotten here; what opens it is never shown again. */
import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useRef, useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Mailbox, MailboxWrite } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { fieldsOf, SelectField, TextField } from "../../ui/forms.tsx"
import { oneOf } from "../../ui/oneOf.ts"
import { Failed, Notice, Panel, useFaultAt, Waiting } from "../../ui/parts.tsx"
import { Refused, useFirstFault } from "../../ui/Refused.tsx"
import { ServersWords } from "../../ui/ServersWords.tsx"
import { Unsaved, useTyped } from "../../ui/Unsaved.tsx"
import { useAction } from "../../ui/useAction.ts"
import { OAuthFields, oauthOf } from "./OAuthFields.tsx"

export const MailboxPanel = ({ accountId }: { readonly accountId: string }) => {
  const words = useWords().codes.mailbox
  // Nobody's half-typed settings are replaced under their hands.
  const { data, error, refetch } = useQuery({ ...queries.mailbox(accountId), refetchOnWindowFocus: false })
  return (
    <Panel title={words.title}>
      <div className="grid gap-5">
        <p className="text-muted">{words.lead}</p>
        {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && error === null ? <Waiting rows={3} /> : null}
        {data == null ? null : <Kept key={data.added_at} accountId={accountId} mailbox={data} />}
        {data === undefined ? null : <MailboxForm accountId={accountId} saved={data} />}
      </div>
    </Panel>
  )
}

const Kept = ({ accountId, mailbox }: { readonly accountId: string; readonly mailbox: Mailbox }) => {
  const words = useWords().codes.mailbox
  const formats = useFormats()
  const path = { accountId }
  const stale = [["mailbox", accountId]]
  const test = useAction({ run: () => api.post("/accounts/{accountId}/mailbox/test", { path }), stale })
  const forget = useAction({
    run: () => api.delete("/accounts/{accountId}/mailbox", { path }),
    said: words.forgotten,
    stale
  })
  const { host, problem, senders, username } = mailbox
  return (
    <div className="grid gap-3">
      <Notice
        tone={problem === null ? "good" : "plain"}
        icon={problem === null ? "check" : "phone"}
        title={words.kept(username, host)}
      >
        {words.from(formats.list(senders))}
      </Notice>
      {problem === null || test.data !== undefined ? null : (
        <Notice tone="bad" title={words.problem}>
          <ServersWords>{problem}</ServersWords>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button small busy={test.isPending} onClick={() => test.mutate()}>
          {words.test}
        </Button>
        <Button small look="danger" busy={forget.isPending} onClick={() => forget.mutate()}>
          {words.forget}
        </Button>
      </div>
      <div role="status">
        {test.data === undefined ? null : (
          <Notice
            tone={test.data.works ? "good" : "bad"}
            icon={test.data.works ? "check" : "alert"}
            title={test.data.works ? words.works : words.worksNot}
          >
            <ServersWords>{test.data.problem ?? ""}</ServersWords>
          </Notice>
        )}
      </div>
    </div>
  )
}

type Fields = Readonly<Record<string, string>>

const mailboxOf = (fields: Fields): MailboxWrite => {
  const text = (name: string) => (fields[name] ?? "").trim()
  const [folder, pattern, port, subject] = [text("folder"), text("pattern"), text("port"), text("subject")]
  return {
    host: text("host"),
    username: text("username"),
    ...(fields["opens_with"] === "oauth" ? { oauth: oauthOf(fields) } : { password: fields["password"] ?? "" }),
    security: oneOf(["tls", "starttls"], fields["security"]) ?? "tls",
    senders: text("senders")
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
    ...(port === "" ? {} : { port: Number(port) }),
    ...(folder === "" ? {} : { folder }),
    ...(subject === "" ? {} : { subject }),
    ...(pattern === "" ? {} : { pattern })
  }
}

/** Shown no longer than they are typed. */
const writeOnly = ["password", "oauth.client_secret", "oauth.refresh_token"]

/** That say themselves what is wrong with them. */
const saying = {
  always: ["host", "username", "senders", "subject", "folder", "port", "pattern"],
  password: ["password"],
  oauth: ["oauth.token_url", "oauth.client_id", "oauth.client_secret", "oauth.refresh_token"]
}

const MailboxForm = ({ accountId, saved }: { readonly accountId: string; readonly saved: Mailbox | null }) => {
  const { codes } = useWords()
  const words = codes.mailbox
  const form = useRef<HTMLFormElement>(null)
  const typed = useTyped(form)
  const [opensWith, setOpensWith] = useState<Mailbox["opens_with"]>(saved?.opens_with ?? "password")
  const save = useAction({
    run: (body: MailboxWrite) => api.put("/accounts/{accountId}/mailbox", { path: { accountId }, body }),
    said: words.saved,
    stale: [["mailbox", accountId]],
    silent: true,
    done: () =>
      typed.keep(() => {
        for (const name of writeOnly) {
          const field = form.current?.elements.namedItem(name)
          if (field instanceof HTMLInputElement) field.value = ""
        }
      })
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    typed.send()
    save.mutate(mailboxOf(fieldsOf(event.currentTarget)))
  }
  const faultAt = useFaultAt(save.error)
  useFirstFault(form, save.error)
  const field = (name: keyof typeof words & keyof Mailbox) => ({
    name,
    autoComplete: "off",
    spellCheck: false,
    fault: faultAt(name)
  })
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <Unsaved isTouched={typed.isTouched} />
      <Refused cause={save.error} except={[...saying.always, ...saying[opensWith]]} />
      <TextField
        label={words.host}
        {...field("host")}
        placeholder="imap.example.com"
        defaultValue={saved?.host ?? ""}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={words.username} {...field("username")} defaultValue={saved?.username ?? ""} />
        <SelectField
          label={words.opensWith}
          name="opens_with"
          value={opensWith}
          onChange={({ target }) => setOpensWith(target.value === "oauth" ? "oauth" : "password")}
        >
          <option value="password">{words.password}</option>
          <option value="oauth">{words.oauth.name}</option>
        </SelectField>
      </div>
      {opensWith === "oauth" ? (
        <OAuthFields faultAt={faultAt} />
      ) : (
        <TextField
          label={words.password}
          hint={words.passwordHint}
          name="password"
          type="password"
          autoComplete="off"
          fault={faultAt("password")}
        />
      )}
      <TextField
        label={words.senders}
        hint={words.sendersHint}
        {...field("senders")}
        placeholder="codes@bank.example"
        defaultValue={saved?.senders.join(", ") ?? ""}
      />
      <details className="group">
        <summary className="font-medium text-accent">{words.more}</summary>
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <TextField label={words.subject} {...field("subject")} optional defaultValue={saved?.subject ?? ""} />
          <TextField
            label={words.folder}
            {...field("folder")}
            optional
            placeholder="INBOX"
            defaultValue={saved?.folder ?? ""}
          />
          <SelectField label={words.security} name="security" defaultValue={saved?.security ?? "tls"}>
            <option value="tls">{words.tls}</option>
            <option value="starttls">{words.starttls}</option>
          </SelectField>
          <TextField
            label={words.port}
            {...field("port")}
            type="number"
            inputMode="numeric"
            optional
            defaultValue={saved?.port ?? ""}
          />
          <TextField
            label={codes.sms.pattern}
            hint={codes.sms.patternHint}
            name="pattern"
            autoComplete="off"
            spellCheck={false}
            placeholder="(\d{6})"
            optional
            defaultValue={saved?.pattern ?? ""}
            fault={faultAt("pattern")}
          />
        </div>
      </details>
      <Button type="submit" look="primary" busy={save.isPending} className="justify-self-start">
        {saved === null ? words.save : words.replace}
      </Button>
    </form>
  )
}
