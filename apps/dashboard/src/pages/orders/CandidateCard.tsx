/** An order and a possible payment side by side; what differs is marked, and the score is told in sentences. */
import type { Candidate } from "../../api/types.ts"
import type { Dictionary } from "../../i18n/dictionary.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Compared } from "../../ui/Compared.tsx"

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

interface Props {
  readonly order: Wanted
  readonly payment: Payment
  readonly number: number
  readonly picked: boolean
  readonly busy: boolean
  readonly onPick: () => void
  readonly onConfirm: () => void
}

export const CandidateCard = ({ busy, number, onConfirm, onPick, order, payment, picked }: Props) => {
  const words = useWords().orders
  const formats = useFormats()
  const rows = [
    [words.name, order.name, payment.payer],
    [words.amount, formats.money(order.amount, order.currency), formats.money(payment.amount, payment.currency)],
    [words.date, formats.day(order.date), formats.day(payment.date)],
    ...(order.reference === "" && payment.text === "" ? [] : [[words.reference, order.reference, payment.text]])
  ]
  return (
    <li className={`rounded-xl border bg-card ${picked ? "border-accent ring-2 ring-accent" : "border-line"}`}>
      <button
        type="button"
        aria-pressed={picked}
        data-keys={picked ? "" : undefined}
        aria-keyshortcuts={number <= 9 ? String(number) : undefined}
        onClick={onPick}
        onDoubleClick={onConfirm}
        className="w-full rounded-xl p-4 text-left"
      >
        <span className="grid grid-cols-[auto_1fr_1fr] gap-x-4 gap-y-1">
          <span>{number <= 9 ? <kbd aria-label={words.chooseKey(number)}>{number}</kbd> : null}</span>
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
      </button>
      {picked ? (
        <div className="px-4 pb-4">
          <button
            type="button"
            disabled={busy}
            onClick={onConfirm}
            className="inline-flex min-h-10 w-full items-center justify-center gap-3 rounded-[10px] bg-accent px-4 font-medium text-on-accent hover:bg-accent-strong disabled:opacity-55"
          >
            {words.choose}
            <span className="rounded border border-current px-1.5 font-mono text-xs opacity-80" aria-hidden="true">
              ↵
            </span>
          </button>
        </div>
      ) : null}
    </li>
  )
}
