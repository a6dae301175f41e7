/** The service takes no longer ones, and no bank has any. */
const longest = 100

/** The number of an account as printed; undefined: none is. */
export const accountText = (printed: string | undefined): string | undefined => {
  const text = (printed ?? "").trim().slice(0, longest)
  return text === "" ? undefined : text
}

/** A national number is one account's only with its bank's code; an IBAN has it in it, and a masked one isn't whole. */
export const withBankCode = (bank: string | undefined, number: string | undefined): string | undefined => {
  const [code, text] = [accountText(bank), accountText(number)]
  const isWhole = text === undefined || code === undefined || /^[A-Z]{2}\d{2}|[*X]{2}/i.test(text)
  return isWhole || !/^\d/.test(code) ? text : accountText(`${code}/${text}`)
}
