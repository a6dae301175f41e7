/** Of an account whose payments another of its owner's takes in, too. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { queries } from "../../api/queries.ts"
import { useWords } from "../../i18n/language.tsx"
import { buttonLook } from "../../ui/Button.tsx"
import { Notice } from "../../ui/parts.tsx"

export const SameBankAccount = ({ accountId }: { readonly accountId: string }) => {
  const { accounts, config, undone } = useWords()
  const { data: settings } = useQuery(queries.settings(accountId))
  const names = (settings?.same_bank_account ?? []).map(({ name }) => undone.quoted(name))
  return names.length === 0 ? null : (
    <Notice role="status" tone="warn">
      <p className="mb-2">{config.sameBankAccount(names.join(", "))}</p>
      <Link to="/accounts/$accountId/settings" params={{ accountId }} className={buttonLook("quiet")}>
        {accounts.settings}
      </Link>
    </Notice>
  )
}
