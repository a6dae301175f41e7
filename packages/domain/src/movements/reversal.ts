/** Payments that the bank takes back: the same amount with the other sign, and a text that says so. */
import { daysBetween } from "../LocalDate.ts"
import { rememberedOf } from "../collections.ts"
import { wordsOf } from "../matching/normalise.ts"
import type { Steps } from "../steps.ts"

export interface Reversible {
  readonly amountMinor: bigint
  readonly currency: string
  readonly bookedDate: string
  readonly description: string
  readonly counterparty?: string | undefined
}

/** A later row takes back an earlier one within this many days. */
export const reversalDays = 30

export const reversalWords: ReadonlySet<string> = new Set(
  `DEVOLUCION DEVUELTA DEVUELTO DEVOLUC RETROCESION RETROCEDIDO ANULACION ANULADA ANULADO RECHAZO RECHAZADA RECHAZADO EXTORNO
   ESTORNO STORNO STORNIERT RUCKLASTSCHRIFT RUCKBUCHUNG RUCKUBERWEISUNG REVERSAL REVERSED RETURNED BOUNCED CHARGEBACK REJECTED
   REJET ANNULATION RETOUR CONTREPASSATION DEVOLVIDA DEVOLVIDO`.split(/\s+/)
)

/** Words of the trade, which two texts share whoever paid. */
export const commonWords: ReadonlySet<string> = new Set(
  `DE DEL LA EL POR A EN TRANSFERENCIA TRANSF TRF TRANSFER RECIBIDA EMITIDA RECIBO PAGO ABONO CARGO ADEUDO SEPA BIZUM INMEDIATA
   UBERWEISUNG LASTSCHRIFT GUTSCHRIFT VIREMENT PRELEVEMENT BONIFICO PAYMENT FROM TO OF CREDIT DEBIT`.split(/\s+/)
)

/**
 * Of money in, only if the bank says it: its words come before anybody's (`DEVOLUCION TRANSF A ANA RUIZ`), or a file's mark at the
 * end. `TRANSF DE ANA RUIZ TRAS LA DEVOLUCION` is a payment of Ana's.
 */
export const saysReversal = ({ amountMinor, description }: Reversible): boolean => {
  const words = wordsOf(description)
  const said = words.findIndex((word) => reversalWords.has(word))
  if (said < 0 || amountMinor < 0n || words.at(-1) === "REVERSAL") return said >= 0
  return words.slice(0, said).every((word) => commonWords.has(word) || !/\p{L}{3}/u.test(word))
}

const kindOf = rememberedOf((movement: Reversible) => (saysReversal(movement) ? "reversal" : "payment"))

interface Ranked<Original> {
  readonly original: Original
  readonly shared: number
  readonly days: number
}

/** What the row takes back, of these; undefined if nothing fits or if it can't be told which of several. */
export function* reversedBy<Original extends Reversible>(
  reversal: Reversible,
  originals: Iterable<Original>
): Steps<Original | undefined> {
  const isWordless = tellingWords(reversal).size === 0
  // The first two, as a stable sort would have them.
  let first: Ranked<Original> | undefined
  let second: Ranked<Original> | undefined
  for (const original of originals) {
    yield
    if (!couldBeReversed(original, reversal)) continue
    const shared = sharedWords(original, reversal)
    if (shared === 0 && !isWordless) continue
    const ranked = { original, shared, days: daysBetween(original.bookedDate, reversal.bookedDate) }
    if (first === undefined || isBefore(ranked, first)) [first, second] = [ranked, first]
    else if (second === undefined || isBefore(ranked, second)) second = ranked
  }
  const tied = second !== undefined && second.shared === first?.shared && second.days === first.days
  return tied && first !== undefined && second !== undefined && !alike(first.original, second.original)
    ? undefined
    : first?.original
}

const isBefore = (one: Ranked<unknown>, other: Ranked<unknown>): boolean =>
  one.shared > other.shared || (one.shared === other.shared && one.days < other.days)

const couldBeReversed = (original: Reversible, reversal: Reversible): boolean => {
  const days = daysBetween(original.bookedDate, reversal.bookedDate)
  const opposite = original.amountMinor === -reversal.amountMinor && original.currency === reversal.currency
  return opposite && original.amountMinor !== 0n && days >= 0 && days <= reversalDays && kindOf(original) === "payment"
}

const tellingWords = rememberedOf(
  (movement: Reversible): ReadonlySet<string> =>
    new Set(
      wordsOf(`${movement.description} ${movement.counterparty ?? ""}`).filter(
        (token) => !reversalWords.has(token) && !commonWords.has(token)
      )
    )
)

const sharedWords = (a: Reversible, b: Reversible): number => {
  const other = tellingWords(b)
  let count = 0
  for (const token of tellingWords(a)) if (other.has(token)) count++
  return count
}

const alike = (a: Reversible, b: Reversible): boolean =>
  [...tellingWords(a)].sort().join(" ") === [...tellingWords(b)].sort().join(" ")
