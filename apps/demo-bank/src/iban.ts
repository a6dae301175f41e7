const remainder = (digits: string): number => {
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest
}

const controlDigit = (digits: string): number => {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]
  const sum = [...digits.padStart(10, "0")].reduce((total, digit, i) => total + Number(digit) * (weights[i] ?? 0), 0)
  const control = 11 - (sum % 11)
  return control === 11 ? 0 : control === 10 ? 1 : control
}

/** A well-formed Spanish IBAN of a bank that doesn't exist (9876), with right check digits. */
export const ibanOf = (accountNumber: number): string => {
  const bankAndBranch = "98760001"
  const account = String(accountNumber).padStart(10, "0")
  const bban = `${bankAndBranch}${controlDigit(bankAndBranch)}${controlDigit(account)}${account}`
  const check = String(98 - remainder(`${bban}142800`)).padStart(2, "0")
  return `ES${check}${bban}`
}

/** Whoever has this name at whatever bank: the same for the same text. */
export const ibanOfPayer = (name: string): string =>
  ibanOf([...name].reduce((sum, letter) => (sum * 131 + (letter.codePointAt(0) ?? 0)) % 9_999_999_967, 7))

/** In groups of four, as printed. */
export const printIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ")
