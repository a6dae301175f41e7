import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { queries } from "../api/queries.ts"
import type { AccountOverview } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { AccountAge, AccountBadge } from "../shell/AccountBadge.tsx"
import { Icon } from "../ui/Icon.tsx"
import { AddAccount, NoAccount } from "../ui/NoAccount.tsx"
import { Failed, PageHead, Panel, Waiting } from "../ui/parts.tsx"
import { useNarrowed } from "../ui/useNarrowed.tsx"
import { useTitle } from "../ui/useTitle.ts"

export const AccountsPage = () => {
  const { accounts } = useWords()
  useTitle(accounts.title)
  const { data, error, refetch } = useQuery(queries.accounts())
  const { field, shown } = useNarrowed(data ?? [], ({ bank_name: bank, name }) => `${name} ${bank}`)
  return (
    <>
      <PageHead title={accounts.title} lead={accounts.lead}>
        {data !== undefined && data.length > 0 ? <AddAccount /> : null}
      </PageHead>
      {field}
      <Panel flush>
        {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && error === null ? <Waiting /> : null}
        {data?.length === 0 ? <NoAccount /> : null}
        {data === undefined || data.length === 0 ? null : (
          <ul className="-mt-2 divide-y divide-line">
            {shown.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}

export const AccountRow = ({ account }: { readonly account: AccountOverview }) => (
  <li>
    <Link
      to="/accounts/$accountId"
      params={{ accountId: account.id }}
      className="flex gap-x-4 px-5 py-4 hover:bg-sunken sm:items-center"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-sunken text-muted">
        <Icon name="accounts" />
      </span>
      {/* What has no room beside the name stands below it, not below the picture. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-28">
          <span className="block truncate font-semibold">{account.name}</span>
          <span className="block truncate text-sm text-muted">{account.bank_name}</span>
        </span>
        <span className="text-sm text-muted max-sm:order-last max-sm:basis-full">
          <AccountAge account={account} />
        </span>
        <AccountBadge account={account} />
      </span>
    </Link>
  </li>
)
