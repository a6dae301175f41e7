/** Two pages of one form, so that what was typed on the first is still there on the second. */
import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { api, Refusal } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Mode, SettingsWrite } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Choices, fieldsOf, TextField } from "../../ui/forms.tsx"
import { oneOf } from "../../ui/oneOf.ts"
import { Notice, Panel, useFaultAt } from "../../ui/parts.tsx"
import { Refused, useFirstFault } from "../../ui/Refused.tsx"
import { useAction } from "../../ui/useAction.ts"
import { type ChosenBank, type Created, type Fields, useDraft } from "./draft.ts"

interface Props {
  readonly mode: Mode
  readonly bank: ChosenBank
  readonly shop: boolean
  readonly onShop: () => void
  /** To the first page, in place of this one. */
  readonly onAccess: () => void
  readonly onBack: () => void
  /** `isRead`: its first read has been asked for. */
  readonly onDone: (accountId: string, isRead: boolean) => void
}

const firstSettings = ({ bank_password = "", bank_username = "", ...fields }: Fields): SettingsWrite => ({
  webhook_url: fields["webhook_url"] ?? "",
  login_mode: oneOf(["simple", "assisted"], fields["login_mode"]) ?? "simple",
  ...(fields["bank_account"] ? { bank_account: fields["bank_account"] } : {}),
  ...(fields["pending_orders_endpoint"] ? { pending_orders_endpoint: fields["pending_orders_endpoint"] } : {}),
  ...(bank_username === "" && bank_password === "" ? {} : { bank_username, bank_password })
})

const newAccount = ({ fingerprint, id }: ChosenBank, fields: Fields) => ({
  bankId: id,
  name: fields["name"] ?? "",
  ...(fingerprint === undefined ? {} : { fingerprint })
})

/** An account of the wizard's own that was never read; gone already is as good. */
const takeBack = async ({ id, name }: Created) => {
  const path = { accountId: id }
  await api.delete("/accounts/{accountId}", { path, body: { confirmation_name: name } }).catch((cause: unknown) => {
    if (!(cause instanceof Refusal && cause.status === 404)) throw cause
  })
}

export const AccountStep = ({ bank, mode, onAccess, onBack, onDone, onShop, shop }: Props) => {
  const { actions, config, enrol } = useWords()
  const { draft, keep, keepFields } = useDraft()
  const { created, fields: before } = draft
  const { data: detail } = useQuery(queries.bank(bank.id))
  // Nobody can log in there: its movements come from files.
  const isByFile = detail?.active === null
  const [login, setLogin] = useState(oneOf(["simple", "assisted"], before["login_mode"]) ?? "simple")
  const save = useAction({
    run: async (fields: Fields) => {
      // Refused settings don't make a second account when they are sent again, under another name or at another bank neither.
      const account = newAccount(bank, fields)
      const isSame = created?.bankId === bank.id && created.name === account.name
      if (created !== undefined && !isSame) {
        await takeBack(created)
        keep({ created: undefined })
      }
      const id = isSame ? created.id : (await api.post("/accounts", { body: account })).id
      keep({ created: { id, bankId: bank.id, name: account.name } })
      await api.put("/accounts/{accountId}/config", { path: { accountId: id }, body: firstSettings(fields) })
      if (!isByFile) await api.post("/accounts/{accountId}/scrape", { path: { accountId: id } })
      return id
    },
    stale: [["accounts"]],
    done: (id) => onDone(id, !isByFile),
    silent: true
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (shop) save.mutate(fieldsOf(event.currentTarget))
    else onShop()
  }
  const faultAt = useFaultAt(save.error)
  const form = useRef<HTMLFormElement>(null)
  useFirstFault(form, save.error)
  // Whoever comes straight to the second page has a password to type on the first one.
  useEffect(() => {
    const isMissing = form.current?.querySelector<HTMLInputElement>("[name=bank_password]")?.value === ""
    if (shop && isMissing && detail !== undefined && !isByFile) onAccess()
  }, [shop, onAccess, detail, isByFile])
  return (
    <Panel>
      <form
        ref={form}
        onSubmit={submit}
        onChange={({ currentTarget }) => keepFields(fieldsOf(currentTarget))}
        className="grid gap-4"
      >
        <div className={shop ? "hidden" : "grid gap-4"}>
          {isByFile ? (
            <Notice tone="calm" title={enrol.byFile}>
              {enrol.byFileLong}
            </Notice>
          ) : null}
          <TextField
            label={enrol.name}
            hint={enrol.nameHint}
            name="name"
            maxLength={200}
            defaultValue={before["name"]}
            required
          />
          {isByFile ? null : (
            <>
              <TextField
                label={config.username}
                name="bank_username"
                defaultValue={before["bank_username"]}
                autoComplete="off"
                required
              />
              <TextField
                label={config.password}
                hint={enrol.accessLead}
                name="bank_password"
                type="password"
                autoComplete="off"
                required
              />
              <TextField
                label={config.bankAccount}
                hint={config.bankAccountHint}
                name="bank_account"
                defaultValue={before["bank_account"]}
                autoComplete="off"
                optional
                fault={faultAt("bank_account")}
              />
              <Choices
                legend={config.loginMode}
                name="login_mode"
                value={login}
                onChange={setLogin}
                options={[
                  { value: "simple", ...config.loginModes.simple },
                  { value: "assisted", ...config.loginModes.assisted }
                ]}
              />
            </>
          )}
        </div>
        {shop ? (
          <>
            <p className="text-muted">{enrol.shopLead}</p>
            <Refused
              cause={save.error}
              except={["webhook_url", ...(mode === "reconcile" ? ["pending_orders_endpoint"] : [])]}
            />
            {mode === "reconcile" ? (
              <TextField
                label={config.ordersEndpoint}
                name="pending_orders_endpoint"
                defaultValue={before["pending_orders_endpoint"]}
                type="url"
                required
                placeholder="https://shop.example/pending-orders"
                fault={faultAt("pending_orders_endpoint")}
              />
            ) : null}
            <TextField
              label={config.webhook}
              name="webhook_url"
              defaultValue={before["webhook_url"]}
              type="url"
              required
              placeholder="https://shop.example/webhooks/counterfoil"
              fault={faultAt("webhook_url")}
            />
          </>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="primary" busy={save.isPending}>
            {shop ? (isByFile ? enrol.createByFile : enrol.create) : actions.next}
          </Button>
          <Button onClick={onBack}>{actions.back}</Button>
        </div>
      </form>
    </Panel>
  )
}
