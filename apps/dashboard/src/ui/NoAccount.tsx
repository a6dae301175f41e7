import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { queries } from "../api/queries.ts"
import { useWords } from "../i18n/language.tsx"
import { buttonLook } from "./Button.tsx"
import { Icon } from "./Icon.tsx"
import { Empty } from "./parts.tsx"

/** Where nothing can be yet, since no bank is read: then a list that is empty says that, and not that nothing is left to do. */
export const useHasNone = (): boolean => useQuery(queries.accounts()).data?.length === 0

export const AddAccount = () => {
  const { accounts } = useWords()
  return (
    <Link to="/accounts/new" className={buttonLook("primary")}>
      <Icon name="plus" />
      {accounts.add}
    </Link>
  )
}

export const NoAccount = () => {
  const { accounts } = useWords()
  return (
    <Empty icon="accounts" title={accounts.empty} action={<AddAccount />}>
      {accounts.emptyLong}
    </Empty>
  )
}
