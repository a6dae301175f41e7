/** A shop's list of orders that can't be read: since when, why, and where its address is set right. */
import { Link } from "@tanstack/react-router"
import type { AccountOverview } from "../api/types.ts"
import { sentenceOf } from "../i18n/activity.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { buttonLook } from "../ui/Button.tsx"
import { Notice } from "../ui/parts.tsx"
import { ServersWords } from "../ui/ServersWords.tsx"

type Failing = NonNullable<AccountOverview["orders_failing"]>

/** As the activity says it. */
export const useWhyUnread = () => {
  const { accounts } = useWords()
  const formats = useFormats()
  const words = accounts.activities["orders.poll_failed"]
  return ({ http_status, reason }: Failing): string =>
    words === undefined ? "" : (sentenceOf(words, { http_status, reason }, formats) ?? "")
}

export const UnreadOrders = ({ account: { id, orders_failing: failing } }: { readonly account: AccountOverview }) => {
  const { accounts } = useWords()
  const formats = useFormats()
  const why = useWhyUnread()
  if (failing === null) return null
  return (
    <Notice tone="warn" role="alert" title={accounts.unreadOrders.title}>
      <p>
        {why(failing)} {accounts.unreadOrders.meanwhile(formats.moment(failing.since))}
      </p>
      {failing.http_status === null && failing.reason === null ? <ServersWords>{failing.message}</ServersWords> : null}
      <Link
        to="/accounts/$accountId/settings"
        params={{ accountId: id }}
        className={`${buttonLook("quiet", true)} mt-3`}
      >
        {accounts.unreadOrders.go}
      </Link>
    </Notice>
  )
}
