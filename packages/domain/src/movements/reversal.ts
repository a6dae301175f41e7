/** Payments that the bank takes back: the same amount with the other sign, and a text that says so. */
import { daysBetween } from "../LocalDate.ts"
import { wordsOf } from "../matching/normalise.ts"

export interface Reversible {
  readonly amountMinor: bigint
  readonly currency: string
  readonly bookedDate: string
  readonly description: string
  readonly counterparty?: string | undefined
}

/** A later row takes back an earlier one within this many days. */
export const reversalDays = 30

const reversalWords: ReadonlySet<string> = new Set(
  `DEVOLUCION DEVUELTA DEVUELTO DEVOLUC RETROCESION RETROCEDIDO ANULACION ANULADA ANULADO RECHAZO RECHAZADA RECHAZADO EXTORNO
   ESTORNO STORNO STORNIERT RUCKLASTSCHRIFT RUCKBUCHUNG RUCKUBERWEISUNG REVERSAL REVERSED RETURNED BOUNCED CHARGEBACK REJECTED
   REJET ANNULATION RETOUR CONTREPASSATION DEVOLVIDA DEVOLVIDO`.split(/\s+/)
)

/** Words of the trade, which two texts share whoever paid. */
const commonWords: ReadonlySet<string> = new Set(
  `DE DEL LA EL POR A EN TRANSFERENCIA TRANSF TRF TRANSFER RECIBIDA EMITIDA RECIBO PAGO ABONO CARGO ADEUDO SEPA BIZUM INMEDIATA
   UBERWEISUNG LASTSCHRIFT GUTSCHRIFT VIREMENT PRELEVEMENT BONIFICO PAYMENT FROM TO OF CREDIT DEBIT`.split(/\s+/)
)

export const saysReversal = (movement: Reversible): boolean =>
  wordsOf(movement.description).some((token) => reversalWords.has(token))

/** What the row takes back, of these; undefined if nothing fits or if it can't be told which of several. */
export const reversedBy = <Original extends Reversible>(
  reversal: Reversible,
  originals: ReadonlyArray<Original>
): Original | undefined => {
  const ranked = originals
    .filter((original) => couldBeReversed(original, reversal))
    .map((original) => ({
      original,
      shared: sharedWords(original, reversal),
      days: daysBetween(original.bookedDate, reversal.bookedDate)
    }))
    .filter(({ shared }) => shared > 0 || tellingWords(reversal).size === 0)
    .sort((a, b) => b.shared - a.shared || a.days - b.days)
  const [first, second] = ranked
  const tied = second !== undefined && second.shared === first?.shared && second.days === first.days
  return tied && first !== undefined && !alike(first.original, second.original) ? undefined : first?.original
}

const couldBeReversed = (original: Reversible, reversal: Reversible): boolean => {
  const days = daysBetween(original.bookedDate, reversal.bookedDate)
  const opposite = original.amountMinor === -reversal.amountMinor && original.currency === reversal.currency
  return opposite && original.amountMinor !== 0n && days >= 0 && days <= reversalDays && !saysReversal(original)
}

const tellingWords = (movement: Reversible): ReadonlySet<string> =>
  new Set(
    wordsOf(`${movement.description} ${movement.counterparty ?? ""}`).filter(
      (token) => !reversalWords.has(token) && !commonWords.has(token)
    )
  )

const sharedWords = (a: Reversible, b: Reversible): number => {
  const other = tellingWords(b)
  return [...tellingWords(a)].filter((token) => other.has(token)).length
}

const alike = (a: Reversible, b: Reversible): boolean =>
  [...tellingWords(a)].sort().join(" ") === [...tellingWords(b)].sort().join(" ")
