/** One fixed sentence per outcome of an attempt. */
import { Schema } from "effect"

export const attemptResults = ["matched", "ambiguous", "not_found", "skipped", "error"] as const
export const AttemptResult = Schema.Literals(attemptResults)
export type AttemptResult = typeof AttemptResult.Type

const reasons = {
  matched_name: ["matched", "The payer's name is the order's name."],
  matched_contained_name: ["matched", "The payer's name and the order's name agree as far as both are given."],
  matched_reference: ["matched", "The movement carries the order's reference."],
  matched_tax_id: ["matched", "The payer's tax id or account is the order's."],
  matched_alias: ["matched", "A person has confirmed this payer's name for the order's name before."],
  matched_alias_account: [
    "matched",
    "A person has confirmed the account that the money came from for the order's name before."
  ],
  matched_equal_set: ["matched", "As many equal payments came as there are equal orders; they pair in order of time."],
  matched_less_fee: [
    "matched",
    "The payer is the order's, and no more is missing of the amount than the account tolerates as a bank's fee."
  ],
  matched_by_person: ["matched", "A person has chosen this movement."],
  ambiguous_movements: ["ambiguous", "Several movements are equally plausible for this order."],
  ambiguous_orders: ["ambiguous", "Several orders are equally plausible for the movement."],
  ambiguous_partial_name: ["ambiguous", "Several pairs are possible, and the names agree only in part."],
  ambiguous_missing_name: ["ambiguous", "Several pairs are possible, and there is no name to compare."],
  ambiguous_crowding: ["ambiguous", "Several pairs are possible, and too many orders of this amount share the name."],
  ambiguous_partial: ["ambiguous", "A payment of this payer came that is of another amount; a person decides."],
  ambiguous_sum: [
    "ambiguous",
    "A payment of this payer is exactly the sum of several of the payer's orders; a person decides."
  ],
  ambiguous_parts: [
    "ambiguous",
    "Several payments of this payer are exactly the order's amount together; a person decides."
  ],
  not_found_amount: ["not_found", "No movement has the order's amount."],
  not_found_currency: ["not_found", "The amount came only in another currency."],
  not_found_window: ["not_found", "The amount came only outside the order's time."],
  not_found_known_before: ["not_found", "The amount came only before the order existed."],
  not_found_pending: ["not_found", "The amount is only pending at the bank so far."],
  not_found_set_aside: [
    "not_found",
    "The amount came only in a movement that is excluded, reversed, removed or held as a possible duplicate."
  ],
  not_found_barred: ["not_found", "The amount came only in a movement that a person has separated from this order."],
  not_found_paid: ["not_found", "The movement of this amount pays another order."],
  not_found_nameless: ["not_found", "The amount came without a payer's name and without the order's reference."],
  not_found_name: ["not_found", "The amount came only from another name."],
  not_found_reference: [
    "not_found",
    "The amount came only in a payment that says another order's reference; a person may confirm it."
  ],
  not_found_weak: [
    "not_found",
    "A movement of this amount is possible, but not certain enough; a person may confirm it."
  ],
  skipped_incomplete: ["skipped", "The bank's list was not complete, so nothing can be said yet."],
  skipped_paused: ["skipped", "The account is paused."],
  skipped_blocked: ["skipped", "Scraping of the account is blocked."],
  error_attempt: ["error", "The attempt could not be carried out."]
} as const satisfies Readonly<Record<string, readonly [AttemptResult, string]>>

export type ReasonCode = keyof typeof reasons

export const reasonCodes = Object.keys(reasons).filter((code): code is ReasonCode => code in reasons)

/** The sentence that an attempt's `reason` holds. */
export const reasonSentence = (code: ReasonCode): string => reasons[code][1]

export const resultOfReason = (code: ReasonCode): AttemptResult => reasons[code][0]
