/** How many the bank says there are. */
import { plainDigits } from "./calendar.ts"

/**
 * The last whole number of a text: `"Rows 1 to 10 of 1,024"` is 1024, in the digits of any script. Throws a RangeError where
 * there is none.
 */
export const count = (text: string): number => {
  const last = plainDigits(text)
    .match(/\d+(?:[.,'’\u00a0\u202f\u066c]\d{3})*/g)
    ?.at(-1)
  if (last === undefined) throw new RangeError(`${JSON.stringify(text)} says no number`)
  return Number(last.replaceAll(/\D/g, ""))
}
