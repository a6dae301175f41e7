/** What the shop is told, in words for whoever runs it. */
import type { Delivery } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { toldIn } from "./toldIn.ts"

interface Props {
  readonly event: Delivery["event"]
  readonly body: string
}

const useSaid = ({ body, event }: Props): string => {
  const { says } = useWords().deliveries
  const formats = useFormats()
  const told = toldIn(body)
  if (told === undefined) return ""
  const { account, amount, currency, order, payer, receivedAt } = told
  const money = amount === undefined ? "" : formats.money(amount, currency)
  if (event === "matched" || event === "ambiguous" || event === "expired") return says[event](order, payer, money)
  if (event === "movement") return says.movement(payer, money, receivedAt === undefined ? "" : formats.day(receivedAt))
  return account === "" ? "" : says.notice(account)
}

export const Says = ({ body, event }: Props) => {
  const { deliveries: words, undone } = useWords()
  const { quoted } = undone
  const events: Readonly<Record<string, string | undefined>> = words.events
  const said = useSaid({ body, event })
  return (
    <section className="rounded-xl bg-sunken p-4">
      <h3 className="mb-1">{words.saysTitle}</h3>
      <p className="wrap-anywhere">
        <strong className="font-semibold">{quoted(events[event] ?? event)}.</strong> {said}
      </p>
    </section>
  )
}
