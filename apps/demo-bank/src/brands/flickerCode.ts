/**
 * The challenge of a chipTAN as its flickering bars carry it (HHD 1.4): length, start code, checks. The start code stands for the
 * card and its reader, which no test has: each digit of the code is what it lacks to nine, behind the number of the try.
 */

const digitSum = (value: number): number => (value > 9 ? Math.floor(value / 10) + (value % 10) : value)
const nibbles = (hex: string): ReadonlyArray<number> => [...hex].map((digit) => Number.parseInt(digit, 16))

const luhn = (hex: string): number => {
  const sum = nibbles(hex).reduce((all, value, place) => all + (place % 2 === 0 ? value : digitSum(2 * value)), 0)
  return (10 - (sum % 10)) % 10
}
const parity = (hex: string): number => nibbles(hex).reduce((all, value) => all ^ value, 0)
const byte = (value: number): string => value.toString(16).toUpperCase().padStart(2, "0")

/** Of decimal digits; a last half byte is filled up. */
export const flickerCode = (startCode: string): string => {
  const digits = startCode.length % 2 === 0 ? startCode : `${startCode}F`
  // The highest bit: a control byte follows; 01 is version 1.4.
  const start = `${byte(0x80 | (digits.length / 2))}01${digits}`
  const counted = `${byte(start.length / 2 + 1)}${start}`
  return `${counted}${luhn(`01${digits}`).toString(16).toUpperCase()}${parity(counted).toString(16).toUpperCase()}`
}

export const startCodeOf = (code: string, tries: number): string =>
  `${tries}${[...code].map((digit) => 9 - Number(digit)).join("")}`
