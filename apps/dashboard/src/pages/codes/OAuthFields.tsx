/** What opens a mailbox at a provider that takes no passwords. */
import { useId } from "react"
import { useWords } from "../../i18n/language.tsx"
import { TextField } from "../../ui/forms.tsx"

/** What the form holds of it. */
export const oauthOf = (fields: Readonly<Record<string, string>>) => {
  const text = (name: string) => (fields[`oauth.${name}`] ?? "").trim()
  const secret = text("client_secret")
  return {
    token_url: text("token_url"),
    client_id: text("client_id"),
    ...(secret === "" ? {} : { client_secret: secret }),
    refresh_token: text("refresh_token")
  }
}

/** Where a provider gives out tokens, as it writes itself. */
const providers = {
  Google: "https://oauth2.googleapis.com/token",
  Microsoft: "https://login.microsoftonline.com/common/oauth2/v2.0/token"
} as const

export const OAuthFields = ({ faultAt }: { readonly faultAt: (name: string) => string | undefined }) => {
  const words = useWords().codes.mailbox.oauth
  const list = useId()
  const secret = (label: string, name: string, hint?: string) => (
    <TextField label={label} hint={hint} name={name} type="password" autoComplete="off" fault={faultAt(name)} />
  )
  return (
    <div className="grid gap-4 rounded-xl border border-line p-4">
      <p className="text-sm text-muted">{words.lead}</p>
      <TextField
        label={words.tokenUrl}
        name="oauth.token_url"
        type="url"
        list={list}
        autoComplete="off"
        spellCheck={false}
        fault={faultAt("oauth.token_url")}
      />
      <datalist id={list}>
        {Object.entries(providers).map(([name, url]) => (
          <option key={name} value={url}>
            {name}
          </option>
        ))}
      </datalist>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.clientId}
          name="oauth.client_id"
          autoComplete="off"
          spellCheck={false}
          fault={faultAt("oauth.client_id")}
        />
        {secret(words.clientSecret, "oauth.client_secret", words.clientSecretHint)}
      </div>
      {secret(words.refreshToken, "oauth.refresh_token", words.refreshTokenHint)}
    </div>
  )
}
