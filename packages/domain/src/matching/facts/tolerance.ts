/** How much of a payment a bank may keep as its fee, as an account's owner says. */
import { currencyExponent } from "../../Money.ts"

/** A decimal of up to three places, as settings have it. */
export const feeTolerancePattern = /^\d{1,4}(?:\.\d{1,3})?$/

/** A fee is a small part of what is paid: a fifth at most, whatever the settings say. */
const largestShare = 5n

/** In minor units of the order's currency, rounded down; 0n: none. */
export const toleratedFee = (
  tolerance: string | null,
  order: { readonly amountMinor: bigint; readonly currency: string }
): bigint => {
  if (tolerance === null || !feeTolerancePattern.test(tolerance)) return 0n
  const [whole = "0", part = ""] = tolerance.split(".")
  const thousandths = BigInt(whole) * 1_000n + BigInt(part.padEnd(3, "0"))
  const minor = (thousandths * 10n ** BigInt(currencyExponent(order.currency))) / 1_000n
  const most = order.amountMinor / largestShare
  return minor < most ? minor : most
}
