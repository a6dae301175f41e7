/** How the codes of an account's logins come by themselves, and what became of each that was asked for. */
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { queries } from "../api/queries.ts"
import type { AccountOverview } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { buttonLook } from "../ui/Button.tsx"
import { Failed, Notice, PageHead, Waiting } from "../ui/parts.tsx"
import { useTitle } from "../ui/useTitle.ts"
import { AskedList } from "./codes/AskedList.tsx"
import { AskingPanel } from "./codes/AskingPanel.tsx"
import { MailboxPanel } from "./codes/MailboxPanel.tsx"
import { SmsPanel } from "./codes/SmsPanel.tsx"
import { TotpPanel } from "./codes/TotpPanel.tsx"
import { Missing } from "./Missing.tsx"

export const CodesPage = () => {
  const { accountId } = useParams({ from: "/accounts/$accountId/codes" })
  const { data, error, refetch } = useQuery(queries.accounts())
  if (data === undefined)
    return error === null ? <Waiting rows={8} /> : <Failed cause={error} onRetry={() => void refetch()} />
  const account = data.find(({ id }) => id === accountId)
  return account === undefined ? <Missing /> : <Found key={account.id} account={account} />
}

/** Nobody is asked there: what is set up here would wait for nothing. */
const NoCodes = ({ accountId }: { readonly accountId: string }) => {
  const { codes: words, config } = useWords()
  const modes = config.loginModes
  return (
    <Notice tone="calm" icon="eye" title={words.unneeded(modes.simple.title)}>
      <p>{words.unneededLong(modes.assisted.title)}</p>
      <Link to="/accounts/$accountId/settings" params={{ accountId }} className={`${buttonLook("quiet", true)} mt-2`}>
        {words.toSettings}
      </Link>
    </Notice>
  )
}

const Found = ({ account }: { readonly account: AccountOverview }) => {
  const { actions, codes: words } = useWords()
  useTitle(words.title(account.name))
  // Nobody's half-typed settings are replaced under their hands.
  const settings = useQuery({ ...queries.codes(account.id), refetchOnWindowFocus: false })
  return (
    <>
      <PageHead title={words.title(account.name)} lead={words.lead}>
        <Link to="/accounts/$accountId" params={{ accountId: account.id }} className={buttonLook("quiet")}>
          {actions.back}
        </Link>
      </PageHead>
      <div className="grid max-w-3xl gap-5">
        {account.login_mode === "simple" ? <NoCodes accountId={account.id} /> : null}
        {settings.data === undefined ? null : (
          <>
            <SmsPanel account={account} settings={settings.data} />
            <TotpPanel account={account} settings={settings.data} />
            <MailboxPanel accountId={account.id} />
          </>
        )}
        {settings.isPending ? <Waiting rows={6} /> : null}
        {settings.data === undefined && settings.error !== null ? (
          <Failed cause={settings.error} onRetry={() => void settings.refetch()} />
        ) : null}
        <AskingPanel accountId={account.id} />
        <AskedList accountId={account.id} />
      </div>
    </>
  )
}
