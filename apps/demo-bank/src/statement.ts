import type { LocalDate } from "./calendar.ts"
import { printDate } from "./calendar.ts"
import type { Row } from "./Ledger.ts"
import { type Cents, decimalAmount, printAmount } from "./money.ts"

export type Range = { readonly from: LocalDate | undefined; readonly to: LocalDate | undefined }

export const within = (rows: readonly Row[], { from, to }: Range): readonly Row[] =>
  rows.filter((row) => (from === undefined || row.date >= from) && (to === undefined || row.date <= to))

const cell = (text: string): string => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Semicolons, dd/mm/yyyy and 1.234,56, newest first; UTF-8. */
export const csvStatement = (rows: readonly Row[]): string => {
  const lines = rows.map((row) =>
    [
      printDate(row.date),
      row.description,
      printAmount(row.amount),
      row.balance === null ? "" : printAmount(row.balance),
      row.status === "booked" ? "Booked" : "Pending",
      row.reference ?? ""
    ]
      .map(cell)
      .join(";")
  )
  return ["Date;Description;Amount;Balance;Status;Reference", ...lines, ""].join("\r\n")
}

const compact = (date: LocalDate): string => date.replaceAll("-", "")
const sgml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const ofxTransaction = (row: Row): string =>
  [
    "<STMTTRN>",
    `<TRNTYPE>${row.kind === "card" ? "POS" : row.kind === "fee" ? "FEE" : row.amount < 0n ? "DEBIT" : "CREDIT"}`,
    `<DTPOSTED>${compact(row.date)}`,
    `<TRNAMT>${decimalAmount(row.amount)}`,
    `<FITID>${row.reference ?? row.id}`,
    `<NAME>${sgml(row.description.slice(0, 32))}`,
    `<MEMO>${sgml(row.description)}`,
    "</STMTTRN>"
  ].join("\r\n")

/** OFX 1.02 (SGML) of what is booked, oldest first. */
export const ofxStatement = (
  rows: readonly Row[],
  account: { readonly iban: string; readonly balance: Cents; readonly today: LocalDate; readonly range: Range }
): string => {
  const booked = rows.filter((row) => row.status === "booked").toReversed()
  const from = account.range.from ?? booked[0]?.date ?? account.today
  const to = account.range.to ?? account.today
  return [
    "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:UTF-8\r\nCHARSET:NONE",
    "COMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n",
    "<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS>",
    `<DTSERVER>${compact(account.today)}<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>`,
    "<BANKMSGSRSV1><STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS>",
    `<STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>${account.iban.slice(4, 12)}<ACCTID>${account.iban}<ACCTTYPE>CHECKING</BANKACCTFROM>`,
    `<BANKTRANLIST><DTSTART>${compact(from)}<DTEND>${compact(to)}`,
    ...booked.map(ofxTransaction),
    "</BANKTRANLIST>",
    `<LEDGERBAL><BALAMT>${decimalAmount(account.balance)}<DTASOF>${compact(account.today)}</LEDGERBAL>`,
    "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
    ""
  ].join("\r\n")
}
