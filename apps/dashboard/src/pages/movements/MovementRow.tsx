import type { Movement } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { AccountEnd } from "../../ui/AccountEnd.tsx"
import { dotted } from "../../ui/dotted.ts"
import { Badge, type Tone } from "../../ui/parts.tsx"

export const payerOf = ({ counterparty, description, sender_name: sender }: Movement): string =>
  sender || counterparty || description

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** The bank's text; none where it stands for the payer's name already. */
export const textOf = (movement: Movement): string =>
  inOneLine(movement.description) === inOneLine(payerOf(movement)) ? "" : movement.description

type State = readonly [Tone, string]

/** What became of it; and that it pays an order, which taking it out does not change. */
const useStatesOf = (movement: Movement): ReadonlyArray<State> => {
  const { states } = useWords().movements
  const pays: ReadonlyArray<State> = movement.pays === null ? [] : [["good", states.pays(movement.pays.external_id)]]
  if (movement.excluded_at !== null) return [["plain", states.excluded], ...pays]
  if (movement.removed_at !== null) return [["bad", states.removed], ...pays]
  if (movement.reversed_at !== null) return [["bad", states.reversed], ...pays]
  if (movement.possible_duplicate_of !== undefined) return [["warn", states.held]]
  if (pays.length > 0) return pays
  if (movement.status === "pending") return [["plain", states.pending]]
  return movement.notified_at === null ? [] : [["good", states.told]]
}

const States = ({ states }: { readonly states: ReadonlyArray<State> }) => (
  <span className="inline-flex max-w-full gap-1 max-md:justify-end max-md:*:min-w-0 md:flex-wrap">
    {states.map(([tone, text]) => (
      <Badge key={text} tone={tone}>
        {text}
      </Badge>
    ))}
  </span>
)

export const MovementState = ({ movement }: { readonly movement: Movement }) => (
  <States states={useStatesOf(movement)} />
)

/**
 * The payer has most of the room, whatever the window's; an amount is never cut off. Each row is a grid of its own: where there
 * is room the amounts' column is as wide as millions, so that the others stand below each other.
 */
export const columns =
  "grid grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[6.5rem_minmax(0,2fr)_minmax(0,1fr)_minmax(0,1.2fr)_minmax(8rem,max-content)] xl:grid-cols-[6.5rem_minmax(0,2fr)_minmax(0,1fr)_minmax(0,1.2fr)_minmax(11rem,max-content)] gap-x-4 px-5"

export const MovementRow = ({ movement, onOpen }: { readonly movement: Movement; readonly onOpen: () => void }) => {
  const formats = useFormats()
  const text = textOf(movement)
  const isOut = movement.amount.startsWith("-")
  const states = useStatesOf(movement)
  return (
    <button
      type="button"
      onClick={onOpen}
      className={`${columns} h-full w-full content-center items-center border-b border-line text-left hover:bg-sunken ${
        movement.excluded_at === null && movement.removed_at === null ? "" : "text-muted line-through"
      }`}
    >
      <span className="num text-sm text-muted max-md:hidden">{formats.day(movement.booked_date)}</span>
      {/* On a phone the day and the text have a line of their own: the amount above leaves them no room. */}
      <span className="min-w-0 max-md:contents">
        <span dir="auto" className="block truncate text-left font-medium max-md:order-1">
          {payerOf(movement)} <AccountEnd account={movement.counterparty_account} />
        </span>
        <span
          className={`num block truncate text-sm text-muted max-md:order-3 ${states.length === 0 ? "max-md:col-span-2" : ""}`}
        >
          <span className="md:hidden">{dotted([formats.day(movement.booked_date), text])}</span>
          <span className="max-md:hidden">{text}</span>
        </span>
      </span>
      <span className="truncate text-sm text-muted max-md:hidden">{movement.account_name}</span>
      <span className="min-w-0 overflow-hidden max-md:hidden">
        <States states={states} />
      </span>
      <span className="text-right max-md:contents">
        <span className={`num block font-semibold whitespace-nowrap max-md:order-2 ${isOut ? "" : "text-good"}`}>
          {formats.money(movement.amount, movement.currency)}
        </span>
        {states.length === 0 ? null : (
          // However long an order's reference is, the payer beside the amount keeps some room.
          <span className="max-w-[45vw] max-md:order-4 md:hidden">
            <States states={states} />
          </span>
        )}
      </span>
    </button>
  )
}
