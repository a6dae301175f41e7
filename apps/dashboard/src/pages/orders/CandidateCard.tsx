/** An order and a possible payment side by side; what differs is marked, and the score is told in sentences. */
import type { ReactNode } from "react"
import type { Candidate } from "../../api/types.ts"
import type { Dictionary } from "../../i18n/dictionary.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { AccountEnd } from "../../ui/AccountEnd.tsx"
import { Notice } from "../../ui/parts.tsx"
import { Compared } from "../../ui/Compared.tsx"
import { OtherPayer } from "./OtherPayer.tsx"
import { PickCard, type Picking, PickNumber } from "./PickCard.tsx"
import { type Fit, hasReference } from "./fits.ts"
import { differenceOf } from "./sums.ts"
import { useAmountOff } from "./useAmountOff.ts"

export interface Payment {
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly payer: string
  /** Empty where the bank prints none. */
  readonly account: string
  readonly text: string
  readonly date: string
  readonly candidate: Candidate | undefined
  /** Undefined where nothing was counted. */
  readonly fit: Fit | undefined
}

export interface Wanted {
  readonly name: string
  readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly date: string
}

const sentenceOf = ({ bits, kind, level }: Candidate["evidence"][number], { evidence }: Dictionary["orders"]) => {
  const names: Readonly<Record<string, string | undefined>> = evidence.name
  if (kind === "name") return names[level ?? "none"] ?? level ?? ""
  const said: Readonly<Record<string, string | undefined>> = bits < 0 ? evidence.against : evidence.for
  return said[kind] ?? kind
}

const Score = ({ candidate, fit }: { readonly candidate: Candidate; readonly fit: Fit | undefined }) => {
  const words = useWords().orders
  const formats = useFormats()
  const roles: Readonly<Record<string, string | undefined>> = words.roles
  // The amounts stand beside each other, and what is missing is said where it is confirmed.
  const why = (candidate.role === "separated" ? [] : candidate.evidence)
    .filter(({ kind }) => kind !== "amount")
    .map((each) => sentenceOf(each, words))
    .filter(Boolean)
  return (
    <p className="text-sm">
      {fit === undefined ? null : <strong className="font-semibold">{words.fits[fit]}: </strong>}
      {why.length === 0 ? null : formats.list(why)}
      {candidate.role === "separated" ? <span className="font-medium text-warn">{words.roles.separated}</span> : null}
      {candidate.role === "separated" || roles[candidate.role] === undefined ? null : (
        <span className="text-muted"> · {roles[candidate.role]}</span>
      )}
    </p>
  )
}

interface Props extends Picking {
  readonly order: Wanted
  readonly payment: Payment
  /** What the shop is told once it is chosen. */
  readonly tells: string
  /** Said in place of what one order and this payment would be. */
  readonly further?: ReactNode
  /** One of several that are confirmed together, elsewhere. */
  readonly isPart?: boolean
}

export const CandidateCard = ({ further, isPart = false, order, payment, tells, ...picking }: Props) => {
  const words = useWords().orders
  const formats = useFormats()
  const offBy = useAmountOff()
  const off =
    order.currency === payment.currency
      ? offBy(differenceOf([payment.amount], [order.amount]), order.currency)
      : undefined
  const rows = [
    [words.name, order.name, payment.payer],
    [words.amount, formats.money(order.amount, order.currency), formats.money(payment.amount, payment.currency)],
    [words.date, formats.day(order.date), formats.day(payment.date)],
    ...(order.reference === "" && payment.text === "" ? [] : [[words.reference, order.reference, payment.text]])
  ]
  return (
    <PickCard
      {...picking}
      confirm={isPart ? undefined : further === undefined && off !== undefined ? words.beyond.partial : words.choose}
      note={
        <>
          {further ??
            (isPart ? null : <AmountNote said={off === undefined ? tells : `${off.says}. ${tells} ${off.left}`} />)}
          <OtherPayer payers={[payment.payer]} name={order.name} />
        </>
      }
    >
      {/* A phone, or a page enlarged four times, has no room for a third column: words and figures would be torn apart. */}
      <span className="grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr_1fr]">
        <span className="max-sm:hidden">
          <PickNumber number={picking.number} />
        </span>
        <span className="text-xs font-medium text-muted">{words.says}</span>
        <span className="text-xs font-medium text-muted">{words.bankSays}</span>
        {rows.map(([label = "", ours = "", theirs = ""]) => (
          <span key={label} className="col-span-full grid grid-cols-subgrid items-baseline border-t border-line py-1.5">
            <span className="text-sm text-muted max-sm:col-span-full">{label}</span>
            <span className="num min-w-0 wrap-anywhere">
              {label === words.reference ? ours : <Compared text={ours} with={theirs} />}
            </span>
            <span className="num min-w-0 wrap-anywhere">
              {label === words.reference ? theirs : <Compared text={theirs} with={ours} />}
              {label === words.name ? <AccountEnd account={payment.account} className="block text-sm" /> : null}
              {label === words.reference ? <Carried order={order} payment={payment} /> : null}
            </span>
          </span>
        ))}
      </span>
      {payment.candidate === undefined ? null : <Score candidate={payment.candidate} fit={payment.fit} />}
    </PickCard>
  )
}

/** A bank's text is hardly ever the reference alone: whether it has it is said, for a mark would be on every word. */
const Carried = ({ order: { reference }, payment: { candidate, text } }: Pick<Props, "order" | "payment">) => {
  const words = useWords().orders
  const judged = candidate?.evidence.find(({ kind }) => kind === "reference")
  const carries = judged === undefined ? hasReference(text, reference.split(" · ")) : judged.bits > 0
  if (carries === undefined) return null
  return (
    <span className={`block text-sm ${carries ? "text-good" : "text-muted"}`}>
      {carries ? words.carries : judged === undefined ? words.carriesNot : words.carriesOther}
    </span>
  )
}

const AmountNote = ({ said }: { readonly said: string }) => (
  <Notice tone="calm" icon="eye">
    {said}
  </Notice>
)
