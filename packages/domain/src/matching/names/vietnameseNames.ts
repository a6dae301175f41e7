/** Names of Vietnam: a family's name that many have, middle names that half of all have, and one's own, which tells. */
import { vietnameseSurnames } from "./lexicon.ts"
import type { NormalName } from "./normalise.ts"
import { relationOf } from "./tokens.ts"

/** Nguyễn Hồng and Nguyễn Hồng Thu share no more than a family's name and a middle one. */
export const haveOtherOwnNames = (order: NormalName, bank: NormalName): boolean => {
  const [ordered, printed] = [ownName(order), ownName(bank)]
  return (
    ordered !== undefined && printed !== undefined && !bank.cut && relationOf(ordered, printed, false) === undefined
  )
}

/** Between the family's name and one's own, Thị and Văn are what half of the women and men of Vietnam have: they tell nobody apart. */
export const sharedByHalf = (order: NormalName, bank: NormalName): number => {
  const own = [ownName(order), ownName(bank)]
  if (own.every((word) => word === undefined)) return 0
  return middleWords.filter((word) => !own.includes(word) && order.tokens.includes(word) && bank.tokens.includes(word))
    .length
}

const middleWords = ["THI", "VAN"]

/** Banks of Vietnam print names whole: two words of four are somebody else's. */
export const lackTwoOfFour = (order: NormalName, bank: NormalName): boolean =>
  ownName(bank) !== undefined && bank.endsAtCut === "no" && order.tokens.length >= bank.tokens.length + 2

/** The word that both have, but for initials, is a surname of Vietnam, of which there are few. */
export const shareFamilyOnly = ({ tokens: ordered }: NormalName, { tokens: printed }: NormalName): boolean =>
  ordered.some((word) => vietnameseSurnames.has(word) && printed.includes(word))

const ownName = ({ tokens }: NormalName): string | undefined => {
  const whole = tokens.filter((token) => token.length > 1)
  if (whole.length < 2) return undefined
  if (vietnameseSurnames.has(whole[0] ?? "")) return whole.at(-1)
  return vietnameseSurnames.has(whole.at(-1) ?? "") ? whole.at(-2) : undefined
}
