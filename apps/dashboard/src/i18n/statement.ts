/** What is wrong with a statement file, by the server's sentence: these are stable. The file's own words are kept as they are. */
const faults = {
  decimalSign: /^(".*") is not an amount: say which is the decimal sign/s,
  amount: /^(".*") is not an amount/s,
  date: /^(".*") is not a date/s,
  decimals: /^the amount has more decimals than ([A-Z]{3}) has \((\d)\)$/,
  unlisted: /^the currency must be an ISO 4217 code such as EUR, not ([A-Z]{3})$/,
  noAmount: /^there is either no amount or two$/,
  direction: /^(".*") in the column (".*") is neither money in nor money out$/s,
  noDirection: /^the column (".*") is empty, which says whether this is money in or out$/s,
  contradiction: /^the amount and the column (".*") contradict each other$/s,
  unknownDirection: /^The column (".*") seems to say which amounts are money out \((".*")\)/s,
  noDate: /^there is no date$/,
  noCurrency: /^(?:there|Ntry) (?:is|has) no currency/,
  element: /^the OFX statement has no (\w+) where it should$/,
  cells: /^it has (\d+) of (\d+) cells$/,
  stated: /The bank says that there are (\d+) movements, but (\d+) were read\.$/,
  signs: /The signs of the amounts in ([A-Z]{3}) contradict the balances beside them\.$/,
  balancesAt:
    /The balances in ([A-Z]{3}) do not follow from the amounts: a row is missing or was misread\. It begins at line (\d+) of (\S+), with the amount (\S+) and the balance (\S+)\.$/,
  balances: /The balances in ([A-Z]{3}) do not follow from the amounts: a row is missing or was misread\.$/,
  moreLines: /^More lines can't be read either$/,
  ahead:
    /^The statement can't be used: a movement of (\S+) is dated (\S+), more than 31 days after today \((\S+)\): correct its date$/,
  dateOrder: /^(".*") may be two days: say which comes first in the dates/s,
  unknownStatus: /^(".*") in the column (".*") is no status that is known here$/s,
  balance: /^the movements lead from (\S+) to (\S+), but the closing balance is (\S+)$/,
  cutOff: /cut off$/,
  empty: /^The file is empty$/,
  locked: /^The workbook is locked/,
  noWorkbook: /^The (?:workbook is damaged|file is no workbook)/,
  noRows: /^The workbook has no rows/,
  manyRows: /^The workbook has more than (\d+) rows/,
  otherFormat: /^The file is (?:a|in) (PDF|QIF): /,
  noHeaders: /^No line has headers .*; the likeliest one has: (.*)$/s,
  accounts: /^The file has (?:statements of )?(\d+) (?:accounts|statements): /,
  otherNumber: /^The file names another bank account \(it ends in (.*?)\) than the last one/s,
  knownNumber: /^The file names the bank account of "(.*)" \(it ends in (.*?)\), and not that of the last one/s,
  otherAccount: /^The file seems to be of the account "(.*)": its movements are known there, and not here\. If/s,
  noStatement: /^The file (?:has no statement$|has no field :20:|is <.*not a camt\.053)/,
  noMovements: /^The file has no movements/,
  tooMuch: /^The file takes too much/
} as const

type Fault = keyof typeof faults

export interface StatementWords {
  readonly line: (line: string, says: string) => string
  readonly faults: Readonly<
    Partial<Record<Fault, (one: string, two: string, three: string, four: string, five: string) => string>>
  >
  /** Of what has no words here: the server's own. */
  readonly other: (says: string) => string
}

const all = Object.entries(faults)
const isFault = (name: string): name is Fault => name in faults

const inWords = (says: string, words: StatementWords): string => {
  for (const [name, pattern] of all) {
    const found = pattern.exec(says)
    const [, one = "", two = "", three = "", four = "", five = ""] = found ?? []
    const sentence = found !== null && isFault(name) ? words.faults[name]?.(one, two, three, four, five) : undefined
    if (sentence !== undefined) return sentence
  }
  return words.other(says)
}

/** Each line that can't be read has a line of its own. */
export const saidOfStatement = (sentences: string, words: StatementWords): string =>
  sentences
    .split(/\n(?=Line \d+: |More lines )/)
    .map((sentence) => saidOfOne(sentence, words))
    .join("\n")

/** With the line, where there is one. */
const saidOfOne = (sentence: string, words: StatementWords): string => {
  const [, line, says] = /^Line (\d+): (.*)$/s.exec(sentence) ?? []
  if (line !== undefined && says !== undefined) return words.line(line, inWords(says, words))
  const said = inWords(sentence, words)
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`
}

/** The server asks whether days or months come first. */
export const asksDates = (sentence: string): boolean => sentence.includes("say which comes first in the dates")

/** The server asks which sign stands before the decimals. */
export const asksDecimal = (sentence: string): boolean => sentence.includes("say which is the decimal sign")
