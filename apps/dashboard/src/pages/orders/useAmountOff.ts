/** By how much a payment is off an order, and what that leaves to the person: what the shop is told stands between them. */
import { useFormats, useWords } from "../../i18n/language.tsx"
import { isLess, isNothing, sizeOf } from "./sums.ts"

export const useAmountOff = () => {
  const { beyond } = useWords().orders
  const formats = useFormats()
  return (difference: string, currency: string): { readonly says: string; readonly left: string } | undefined => {
    if (isNothing(difference)) return undefined
    const size = formats.money(sizeOf(difference), currency)
    return isLess(difference)
      ? { says: beyond.less(size), left: beyond.lessNote }
      : { says: beyond.more(size), left: beyond.moreNote }
  }
}
