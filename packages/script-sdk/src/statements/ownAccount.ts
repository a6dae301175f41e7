/** The account that a table is of: banks print its number above the headers, or in each row. */
import { plain } from "./csvColumns.ts"
import type { Cells, CsvTable } from "./csvTable.ts"

/** ISO 13616: the first four characters behind the others, letters as 10 to 35, leave 1 when they are divided by 97. */
const isIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text) &&
  [...`${text.slice(4)}${text.slice(0, 4)}`].reduce(
    (rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97,
    0
  ) === 1

/** Those in a text, each up to where its check digits hold. */
const ibansIn = (text: string): ReadonlyArray<string> =>
  [...text.toUpperCase().matchAll(/(?<![A-Z\d])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{1,4}){3,8}/g)].flatMap(([found]) => {
    const groups = found.split(/[ -]/)
    const ends = groups.map((_, nth) => groups.slice(0, groups.length - nth).join(""))
    return ends.find(isIban) ?? []
  })

/** What may stand before the number of the account that the file is of. */
const labels = new Set(
  `cuenta|numero de cuenta|n de cuenta|n cuenta|no de cuenta|num cuenta|account|account number|account no|account nr|konto|kontonummer|
    auftragskonto|iban auftragskonto|compte|numero de compte|n de compte|conto|numero conto|conto corrente|conta|conta corrente|
    numero da conta|rekening|rekeningnummer|rachunek|numer rachunku|nr rachunku|cislo uctu|ucet|kontonr|tilinumero|hesap no|
    hesap numarasi|счет|номер счета|账号|账户|卡号|口座番号|계좌번호|מספר חשבון`
    .split("|")
    .map(plain)
)

const isDay = (text: string): boolean => /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2})$/.test(text)
const isAmount = (text: string): boolean => /\.\d{1,2}$/.test(text)

/** A whole one: of what is masked, files of one account need not show the same. */
const isNumber = (text: string): boolean =>
  /^\d[\d ./-]*$/.test(text) && text.replaceAll(/\D/g, "").length >= 6 && !isDay(text) && !isAmount(text)

const labelled = (cells: Cells): ReadonlyArray<string> => {
  const filled = cells.map((text) => text.trim()).filter((text) => text !== "")
  return filled.flatMap((text, at) => {
    const [, label = text, inside] = /^([^:]+):\s*(.+)$/.exec(text) ?? []
    const number = inside ?? filled[at + 1] ?? ""
    return labels.has(plain(label)) && isNumber(number) ? [number] : []
  })
}

const only = (found: ReadonlyArray<string>): string | undefined => {
  const numbers = new Set(found)
  return numbers.size === 1 ? found[0] : undefined
}

/** Other headers may be of the payer's: "Account number" is, in the files of some banks. */
const ownColumns = new Set("auftragskonto|iban auftragskonto|rekening".split("|"))

/** In each row the same. */
const inRows = ({ headers, rows, taken }: CsvTable): string | undefined => {
  const columns = headers.flatMap((header, at) => (ownColumns.has(plain(header)) && !taken.has(at) ? [at] : []))
  return only(
    columns.flatMap((at) => {
      const number = only(rows.map(({ cells }) => cells[at]?.trim() ?? ""))
      return number !== undefined && (isIban(number.replaceAll(" ", "")) || isNumber(number)) ? [number] : []
    })
  )
}

/** Undefined: the file doesn't say, or names several. */
export const ownAccount = (table: CsvTable): string | undefined => {
  const ibans = table.above.flatMap((cells) => cells.flatMap(ibansIn))
  return ibans.length > 0 ? only(ibans) : (only(table.above.flatMap(labelled)) ?? inRows(table))
}
