/** A blocked account: why, what the bank showed, and one form that sets it going again. */
import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { AccountOverview } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { fieldsOf, TextField } from "../../ui/forms.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice, useSentence } from "../../ui/parts.tsx"
import { ServersWords } from "../../ui/ServersWords.tsx"
import { useAction } from "../../ui/useAction.ts"
import { EvidencePicture } from "./EvidenceButton.tsx"

/** Saved first and restarted then: the one login that a restart allows is made with what is saved. */
const repair = async (accountId: string, username: string, password: string) => {
  const path = { accountId }
  // As they are by now: all of them are replaced, and only these two are meant.
  const settings = password === "" ? null : await api.get("/accounts/{accountId}/config", { path })
  if (settings !== null) {
    // Whoever types the password before the saved name has come hasn't taken that away.
    const body = {
      ...settings,
      bank_username: username === "" ? settings.bank_username : username,
      bank_password: password
    }
    await api.put("/accounts/{accountId}/config", { path, body })
  }
  await api.post("/accounts/{accountId}/restart", { path })
}

/** The bank's own words, without the kind before them, which is told above. */
const inWords = (reason: string): string => reason.replace(/^[a-z]+(_[a-z]+)*: /, "")

export const RepairPanel = ({ account }: { readonly account: AccountOverview }) => {
  const { accounts } = useWords()
  const formats = useFormats()
  const sentence = useSentence()
  const { data: settings } = useQuery(queries.settings(account.id))
  // What is typed before the saved one has come stays.
  const [username, setUsername] = useState<string>()
  const [password, setPassword] = useState("")
  const words = accounts.repair
  const kinds: Readonly<Record<string, string | undefined>> = accounts.kinds
  const restart = useAction({
    run: (fields: Readonly<Record<string, string>>) =>
      repair(account.id, fields["bank_username"] ?? "", fields["bank_password"] ?? ""),
    said: words.done,
    stale: [["accounts"], ["activity"], ["settings", account.id]],
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    restart.mutate(fieldsOf(event.currentTarget))
  }
  const why = (account.block_kind === null ? undefined : kinds[account.block_kind]) ?? accounts.impediments["blocked"]
  return (
    <section className="panel overflow-hidden" aria-labelledby="repair">
      <div className="flex gap-4 bg-bad-soft px-5 py-4 text-bad">
        <Icon name="alert" className="size-6 mt-0.5" />
        <div>
          <p className="font-semibold">{why}</p>
          <p className="text-sm text-ink/80">
            {account.scrape_blocked_at === null ? "" : words.since(formats.moment(account.scrape_blocked_at))}
          </p>
          <div className="text-sm text-ink/80">
            <ServersWords>{inWords(account.scrape_blocked_reason ?? "")}</ServersWords>
          </div>
        </div>
      </div>
      <div className={`grid gap-6 p-5 ${account.latest_evidence_id === null ? "" : "lg:grid-cols-2"}`}>
        <form onSubmit={submit} className="grid content-start gap-4">
          <div>
            <h2 id="repair">{words.title}</h2>
            <p className="mt-1 text-muted">{words.lead}</p>
          </div>
          {restart.isError ? (
            <Notice role="alert" tone="bad">
              {sentence(restart.error)}
            </Notice>
          ) : null}
          <TextField
            label={words.username}
            name="bank_username"
            autoComplete="off"
            value={username ?? settings?.bank_username ?? ""}
            onChange={({ target }) => setUsername(target.value)}
          />
          <TextField
            label={words.password}
            hint={words.passwordHint}
            name="bank_password"
            type="password"
            autoComplete="off"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          <Button type="submit" look="primary" busy={restart.isPending} className="justify-self-start">
            {password === "" ? words.again : words.restart}
          </Button>
        </form>
        {account.latest_evidence_id === null ? null : (
          <EvidencePicture accountId={account.id} evidenceId={account.latest_evidence_id} />
        )}
      </div>
    </section>
  )
}
