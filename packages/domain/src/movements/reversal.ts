/** Payments that the bank takes back: the same amount with the other sign, and a text that says so. */
import { daysBetween } from "../LocalDate.ts"
import { rememberedOf } from "../collections.ts"
import { wordsOf } from "../matching/names/normalise.ts"
import type { Steps } from "../steps.ts"

export interface Reversible {
  readonly amountMinor: bigint
  readonly currency: string
  readonly bookedDate: string
  readonly description: string
  readonly counterparty?: string | undefined
  /** It may be one of the others, of which somebody was told: they come first. (Default: false) */
  readonly isHeld?: boolean | undefined
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

/** What stands before a number or in any text, and says nothing by itself: two customers' payments have it. */
const orderWords: ReadonlySet<string> = new Set(
  `PEDIDO PEDIDOS FACTURA FACTURAS FRA ORDEN CONCEPTO REF REFERENCIA CLIENTE NUM NUMERO NO NR N SU NUESTRA COMPRA SERVICIO RESERVA
   ORDER INVOICE INV REFERENCE CUSTOMER NUMBER YOUR PURCHASE BOOKING RECHNUNG RECHNUNGSNUMMER BESTELLUNG AUFTRAG KUNDE
   KUNDENNUMMER FACTURE COMMANDE CLIENT FATTURA ORDINE FATURA ENCOMENDA FACTUUR BESTELLING`.split(/\s+/)
)

export const saysReversal = (movement: Reversible): boolean =>
  wordsOf(movement.description).some((token) => reversalWords.has(token))

/**
 * Of money in the payer may speak of a return: `TRANSF DE ANA RUIZ PEDIDO 9 TRAS LA DEVOLUCION` is a payment, though Ana was paid
 * back before, `TRF INTERNACIONAL DEVUELTA ANA RUIZ` none. A bank says it before whom it is about; a file's mark stands at the end.
 */
export const isSaidByPayer = (original: Reversible, { amountMinor, description }: Reversible): boolean => {
  if (amountMinor < 0n) return false
  const words = wordsOf(description)
  if (words.at(-1) === "REVERSAL") return false
  const said = words.findIndex((word) => reversalWords.has(word))
  const telling = tellingWords(original)
  const shared = (some: ReadonlyArray<string>) => some.filter((word) => telling.has(word)).length
  return shared(words.slice(0, said)) > shared(words.slice(said))
}

const kindOf = rememberedOf((movement: Reversible) => (saysReversal(movement) ? "reversal" : "payment"))

interface Ranked<Original> {
  readonly original: Original
  readonly isHeld: boolean
  readonly shared: number
  readonly days: number
}

/** The one of `originals` that the row takes back; undefined: none fits, or several do and can't be told apart. */
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
    if (!isWordless && !isToldBy(original, reversal)) continue
    const shared = sharedWords(original, reversal).length
    const days = daysBetween(original.bookedDate, reversal.bookedDate)
    const ranked = { original, isHeld: original.isHeld === true, shared, days }
    if (first === undefined || isBefore(ranked, first)) [first, second] = [ranked, first]
    else if (second === undefined || isBefore(ranked, second)) second = ranked
  }
  const tied = first !== undefined && second !== undefined && !isBefore(first, second)
  return tied && first !== undefined && second !== undefined && !alike(first.original, second.original)
    ? undefined
    : first?.original
}

const isBefore = (one: Ranked<Reversible>, other: Ranked<Reversible>): boolean =>
  one.isHeld === other.isHeld
    ? one.shared > other.shared || (one.shared === other.shared && one.days < other.days)
    : other.isHeld

const couldBeReversed = (original: Reversible, reversal: Reversible): boolean => {
  const days = daysBetween(original.bookedDate, reversal.bookedDate)
  const opposite = original.amountMinor === -reversal.amountMinor && original.currency === reversal.currency
  const isOfTime = days >= 0 && days <= reversalDays
  return (
    opposite &&
    original.amountMinor !== 0n &&
    isOfTime &&
    kindOf(original) === "payment" &&
    !isSaidByPayer(original, reversal)
  )
}

const tellingWords = rememberedOf(
  (movement: Reversible): ReadonlySet<string> =>
    new Set(
      wordsOf(`${movement.description} ${movement.counterparty ?? ""}`).filter(
        (token) => !reversalWords.has(token) && !commonWords.has(token)
      )
    )
)

const sharedWords = (a: Reversible, b: Reversible): ReadonlyArray<string> => {
  const other = tellingWords(b)
  return [...tellingWords(a)].filter((token) => other.has(token))
}

const hasNumber = /\d.*\d.*\d/

/** Where the bank names the payer, the return names them too, says a number of the payment, or nothing that the payment doesn't say. */
export const isToldBy = (original: Reversible, reversal: Reversible): boolean => {
  const all = sharedWords(original, reversal)
  const shared = all.filter((token) => !orderWords.has(token))
  const names = new Set(wordsOf(original.counterparty ?? ""))
  const isAllSaid = names.size === 0 || all.length === tellingWords(reversal).size
  return shared.some((token) => isAllSaid || names.has(token) || hasNumber.test(token))
}

const alike = (a: Reversible, b: Reversible): boolean =>
  [...tellingWords(a)].sort().join(" ") === [...tellingWords(b)].sort().join(" ")
