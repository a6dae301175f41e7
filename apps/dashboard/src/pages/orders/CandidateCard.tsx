/** An order and a possible payment side by side; what differs is marked, and the score is told in sentences. */
import type { Candidate } from "../../api/types.ts"
import type { Dictionary } from "../../i18n/dictionary.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Compared } from "../../ui/Compared.tsx"
import { PickCard, type Picking, PickNumber } from "./PickCard.tsx"

export interface Payment {
  readonly id: string
  readonly amount: string
  readonly currency: string
  readonly payer: string
  readonly text: string
  readonly date: string
  readonly candidate: Candidate | undefined
}

export interface Wanted {
  readonly name: string
  readonly amount: string
  readonly currency: string
  readonly reference: string
  readonly date: string
}

const sureness = (score: number): keyof Dictionary["orders"]["sure"] => {
  if (score >= 12) return "certain"
  if (score >= 5) return "likely"
  return score >= 0 ? "possible" : "weak"
}

const sentenceOf = ({ bits, kind, level }: Candidate["evidence"][number], words: Dictionary["orders"]) => {
  const names: Readonly<Record<string, string | undefined>> = words.evidence.name
  if (kind === "name") return names[level ?? "none"] ?? level ?? ""
  const others: Readonly<Record<string, unknown>> = words.evidence
  const known = others[kind]
  const sentence = typeof known === "string" ? known : kind
  return bits < 0 && kind !== "crowding" ? words.evidence.differs(kind) : sentence
}

const Score = ({ candidate }: { readonly candidate: Candidate }) => {
  const words = useWords().orders
  const formats = useFormats()
  const roles: Readonly<Record<string, string | undefined>> = words.roles
  const why = candidate.evidence.map((each) => sentenceOf(each, words)).filter(Boolean)
  return (
    <p className="text-sm">
      {candidate.score === null ? null : (
        <strong className="font-semibold">{words.sure[sureness(candidate.score)]}: </strong>
      )}
      {why.length === 0 ? null : formats.list(why)}
      {roles[candidate.role] === undefined ? null : <span className="text-muted"> · {roles[candidate.role]}</span>}
    </p>
  )
}

interface Props extends Picking {
  readonly order: Wanted
  readonly payment: Payment
}

export const CandidateCard = ({ order, payment, ...picking }: Props) => {
  const words = useWords().orders
  const formats = useFormats()
  const rows = [
    [words.name, order.name, payment.payer],
    [words.amount, formats.money(order.amount, order.currency), formats.money(payment.amount, payment.currency)],
    [words.date, formats.day(order.date), formats.day(payment.date)],
    ...(order.reference === "" && payment.text === "" ? [] : [[words.reference, order.reference, payment.text]])
  ]
  return (
    <PickCard {...picking} confirm={words.choose}>
      <span className="grid grid-cols-[auto_1fr_1fr] gap-x-4 gap-y-1">
        <span>
          <PickNumber number={picking.number} />
        </span>
        <span className="text-xs font-medium text-muted">{words.says}</span>
        <span className="text-xs font-medium text-muted">{words.bankSays}</span>
        {rows.map(([label = "", ours = "", theirs = ""]) => (
          <span key={label} className="col-span-3 grid grid-cols-subgrid items-baseline border-t border-line py-1.5">
            <span className="text-sm text-muted">{label}</span>
            <span className="num min-w-0 break-words">
              <Compared text={ours} with={label === words.reference ? `${theirs} ${ours}` : theirs} />
            </span>
            <span className="num min-w-0 break-words">
              {label === words.reference ? theirs : <Compared text={theirs} with={ours} />}
            </span>
          </span>
        ))}
      </span>
      {payment.candidate === undefined ? null : <Score candidate={payment.candidate} />}
    </PickCard>
  )
}
