/** The settings of an account, in sections; what the server says of a field stands at the field. */
import { type ReactNode, useState } from "react"
import type { Refusal } from "../../api/client.ts"
import type { Mode, Settings } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { CheckField, Choices, SelectField, TextField } from "../../ui/forms.tsx"
import { Panel } from "../../ui/parts.tsx"
import { noticeKinds } from "./settingsBody.ts"

export interface SectionProps {
  readonly saved: Settings | null
  readonly refusal: Refusal | undefined
}

const faultAt = ({ refusal }: Pick<SectionProps, "refusal">, ...names: ReadonlyArray<string>) =>
  refusal?.fields.some((field) => names.includes(field)) === true ? refusal.message : undefined

const Section = ({
  children,
  lead,
  title
}: {
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}) => (
  <Panel title={title}>
    <div className="grid gap-4">
      {lead === undefined ? null : <p className="-mt-4 text-muted">{lead}</p>}
      {children}
    </div>
  </Panel>
)

const Authorization = ({
  label,
  prefix,
  saved
}: {
  readonly label: string
  readonly prefix: string
  readonly saved: readonly [string | null, string | null]
}) => {
  const { config } = useWords()
  return (
    <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
      <SelectField label={label} name={`${prefix}auth_type`} defaultValue={saved[0] ?? ""}>
        <option value="">{config.authTypes.none}</option>
        <option value="bearer">{config.authTypes.bearer}</option>
        <option value="api_key">{config.authTypes.api_key}</option>
      </SelectField>
      <TextField
        label={config.token}
        name={`${prefix}auth_token`}
        autoComplete="off"
        defaultValue={saved[1] ?? ""}
        optional
      />
    </div>
  )
}

export const BankSection = ({ refusal, saved }: SectionProps) => {
  const { config } = useWords()
  const [login, setLogin] = useState(saved?.login_mode ?? "simple")
  const [sessionType, setSessionType] = useState(saved?.session_type ?? "one-shot")
  const hasPassword = saved?.bank_username != null
  return (
    <Section title={config.sections.bank} lead={config.bankLead}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={config.username}
          name="bank_username"
          autoComplete="off"
          defaultValue={saved?.bank_username ?? ""}
          fault={faultAt({ refusal }, "bank_username")}
        />
        <TextField
          label={config.password}
          name="bank_password"
          type="password"
          autoComplete="off"
          {...(hasPassword ? { hint: config.kept } : {})}
          fault={faultAt({ refusal }, "bank_password")}
        />
      </div>
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
      <Choices
        legend={config.sessionType}
        name="session_type"
        value={sessionType}
        onChange={setSessionType}
        options={[
          { value: "one-shot", ...config.sessionTypes["one-shot"] },
          { value: "persistent", ...config.sessionTypes.persistent }
        ]}
      />
    </Section>
  )
}

export const OrdersSection = ({ refusal, saved }: SectionProps) => {
  const { config } = useWords()
  return (
    <Section title={config.sections.orders} lead={config.ordersLead}>
      <TextField
        label={config.ordersEndpoint}
        name="pending_orders_endpoint"
        type="url"
        placeholder="https://shop.example/pending-orders"
        defaultValue={saved?.pending_orders_endpoint ?? ""}
        fault={faultAt({ refusal }, "pending_orders_endpoint")}
      />
      <Authorization label={config.authType} prefix="" saved={[saved?.auth_type ?? null, saved?.auth_token ?? null]} />
    </Section>
  )
}

export const ResultsSection = ({ extraFault, refusal, saved }: SectionProps & { readonly extraFault: boolean }) => {
  const { config } = useWords()
  return (
    <Section title={config.sections.results} lead={config.resultsLead}>
      <TextField
        label={config.webhook}
        name="webhook_url"
        type="url"
        placeholder="https://shop.example/webhooks/counterfoil"
        defaultValue={saved?.webhook_url ?? ""}
        fault={faultAt({ refusal }, "webhook_url")}
      />
      <Authorization
        label={config.webhookAuth}
        prefix="webhook_"
        saved={[saved?.webhook_auth_type ?? null, saved?.webhook_auth_token ?? null]}
      />
      <TextField
        label={config.extra}
        name="webhook_extra_fields"
        defaultValue={saved?.webhook_extra_fields == null ? "" : JSON.stringify(saved.webhook_extra_fields)}
        hint={config.extraHint}
        fault={extraFault ? config.extraFault : faultAt({ refusal }, "webhook_extra_fields")}
        optional
      />
      <CheckField label={config.expired} name="notify_on_expired" defaultChecked={saved?.notify_on_expired ?? false} />
    </Section>
  )
}

export const NoticesSection = ({ refusal, saved }: SectionProps) => {
  const { config } = useWords()
  return (
    <Section title={config.sections.notices} lead={config.noticesLead}>
      <TextField
        label={config.notice}
        name="notification_endpoint_url"
        type="url"
        defaultValue={saved?.notification_endpoint_url ?? ""}
        fault={faultAt({ refusal }, "notification_endpoint_url")}
        optional
      />
      <Authorization
        label={config.authType}
        prefix="notification_"
        saved={[saved?.notification_auth_type ?? null, saved?.notification_auth_token ?? null]}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium text-[0.9rem]">{config.events}</legend>
        {noticeKinds.map((kind) => (
          <CheckField
            key={kind}
            label={config.eventNames[kind]}
            name={kind}
            defaultChecked={saved?.notification_events.includes(kind) ?? false}
          />
        ))}
      </fieldset>
    </Section>
  )
}

export const FineSection = ({ mode, refusal, saved }: SectionProps & { readonly mode: Mode | null }) => {
  const { config } = useWords()
  return (
    <Section title={config.sections.fine}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={config.retries}
          name="retry_limit"
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          defaultValue={saved?.retry_limit ?? 3}
          hint={config.retriesHint}
          fault={faultAt({ refusal }, "retry_limit")}
        />
        <SelectField label={config.method} name="polling_method" defaultValue={saved?.polling_method ?? "GET"}>
          <option>GET</option>
          <option>POST</option>
        </SelectField>
      </div>
      {mode === "passthrough" ? (
        <CheckField label={config.silent} name="silent_ingestion" defaultChecked={saved?.silent_ingestion ?? false} />
      ) : null}
    </Section>
  )
}
