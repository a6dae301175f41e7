/** The secret of an authenticator: typed, pasted, or read from the bank's QR picture. It is sealed and never shown again. */
import { Link } from "@tanstack/react-router"
import { type ChangeEvent, type ClipboardEvent, type FormEvent, useState } from "react"
import { api } from "../../api/client.ts"
import type { AccountOverview, CodeSettings } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button, buttonLook } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { TextField } from "../../ui/forms.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice, Panel, useSentence } from "../../ui/parts.tsx"
import { Unsaved } from "../../ui/Unsaved.tsx"
import { useAction } from "../../ui/useAction.ts"

interface Props {
  readonly account: AccountOverview
  readonly settings: CodeSettings
}

export const TotpPanel = ({ account, settings: { totp } }: Props) => {
  const words = useWords().codes.totp
  return (
    <Panel title={words.title}>
      <div className="grid gap-5">
        <p className="text-muted">{words.lead}</p>
        {totp === null ? null : <Kept account={account} totp={totp} />}
        <SecretForm key={totp?.added_at} account={account} isReplacing={totp !== null} />
      </div>
    </Panel>
  )
}

interface KeptProps {
  readonly account: AccountOverview
  readonly totp: NonNullable<CodeSettings["totp"]>
}

const Kept = ({ account, totp }: KeptProps) => {
  const { actions, codes, config } = useWords()
  const words = codes.totp
  const formats = useFormats()
  const [asking, setAsking] = useState(false)
  const forget = useAction({
    run: () => api.delete("/accounts/{accountId}/totp", { path: { accountId: account.id } }),
    said: words.forgotten,
    stale: [["codes", account.id]],
    done: () => setAsking(false)
  })
  return (
    <div className="grid gap-3">
      <Notice tone="good" icon="check" title={words.kept}>
        {words.makes(totp.digits, totp.period, totp.issuer ?? "")} {words.since(formats.day(totp.added_at))}
      </Notice>
      {account.login_mode === "assisted" ? (
        <p className="text-sm text-muted">
          {words.assisted(config.loginModes.simple.title)}{" "}
          <Link
            to="/accounts/$accountId/settings"
            params={{ accountId: account.id }}
            className="text-accent underline underline-offset-3"
          >
            {actions.edit}
          </Link>
        </p>
      ) : null}
      <Button small look="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        {words.forget}
      </Button>
      {asking ? (
        <Dialog title={words.forget} onClose={() => setAsking(false)}>
          <p>{words.forgetSure}</p>
          <div className="mt-5 flex gap-2">
            <Button look="danger" busy={forget.isPending} onClick={() => forget.mutate()}>
              {words.forget}
            </Button>
            <Button onClick={() => setAsking(false)}>{actions.cancel}</Button>
          </div>
        </Dialog>
      ) : null}
    </div>
  )
}

type Picture = "none" | "reading" | "read" | "unreadable" | "notLoaded" | "other" | "export"

/** What an authenticator exports is its own, of many accounts. */
const pictureOf = (text: string | undefined): Picture => {
  if (text === undefined) return "unreadable"
  if (text.startsWith("otpauth-migration:")) return "export"
  return text.startsWith("otpauth:") ? "read" : "other"
}

const SecretForm = ({ account, isReplacing }: { readonly account: AccountOverview; readonly isReplacing: boolean }) => {
  const { codes } = useWords()
  const words = codes.totp
  const sentence = useSentence()
  const [secret, setSecret] = useState("")
  const [picture, setPicture] = useState<Picture>("none")
  const save = useAction({
    run: (typed: string) =>
      api.put("/accounts/{accountId}/totp", { path: { accountId: account.id }, body: { secret: typed } }),
    said: words.saved,
    stale: [["codes", account.id], ["accounts"]],
    silent: true
  })
  const read = async (file: File) => {
    setPicture("reading")
    save.reset()
    // Only who has a picture to read loads what reads it.
    const part = await import("./readQr.ts").catch(() => undefined)
    if (part === undefined) return setPicture("notLoaded")
    const found = await part.readQr(file).catch(() => undefined)
    const what = pictureOf(found)
    setPicture(what)
    if (what === "read" && found !== undefined) setSecret(found)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same picture may be chosen again.
    target.value = ""
    if (file !== undefined) void read(file)
  }
  const paste = (event: ClipboardEvent) => {
    const file = [...event.clipboardData.files].find(({ type }) => type.startsWith("image/"))
    if (file === undefined) return
    event.preventDefault()
    void read(file)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(secret.trim())
  }
  const isOdd = ["unreadable", "notLoaded", "other", "export"].includes(picture)
  return (
    <form onSubmit={submit} onPaste={paste} className="grid gap-4">
      <Unsaved isTouched={() => secret !== ""} />
      <TextField
        label={isReplacing ? words.replace : words.secret}
        hint={words.hint}
        name="secret"
        type="password"
        autoComplete="off"
        spellCheck={false}
        required
        value={secret}
        onChange={({ target }) => {
          setSecret(target.value)
          setPicture("none")
        }}
        fault={save.isError ? sentence(save.error) : undefined}
      />
      <p
        role="status"
        className={isOdd ? "text-sm font-medium text-bad" : "text-sm font-medium text-good empty:hidden"}
      >
        {picture === "none" ? "" : words.pictures[picture]}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={save.isPending} disabled={secret.trim() === ""}>
          {words.save}
        </Button>
        <label className={`${buttonLook("quiet")} cursor-pointer focus-within:outline-2 focus-within:outline-accent`}>
          <Icon name="eye" className="size-[1.1em]" />
          {words.picture}
          <input type="file" accept="image/*" className="sr-only" onChange={choose} />
        </label>
      </div>
    </form>
  )
}
