/** What is wrong with a statement file, by the server's sentence: these are stable. The file's own words are kept as they are. */
const faults = {
  decimalSign: /^(".*") is not an amount: say which is the decimal sign/s,
  amount: /^(".*") is not an amount/s,
  date: /^(".*") is not a date/s,
  noAmount: /^there is either no amount or two$/,
  noDate: /^there is no date$/,
  noCurrency: /^(?:there|Ntry) (?:is|has) no currency/,
  cells: /^there are (\d+) cells of (\d+)$/,
  balance: /^the movements lead from (\S+) to (\S+), but the closing balance is (\S+)$/,
  cutOff: /cut off$/,
  empty: /^The file is empty$/,
  noHeaders: /^No line has headers .*; the first one with columns has: (.*)$/s,
  accounts: /^The file has (?:statements of )?(\d+) (?:accounts|statements): /,
  noStatement: /^The file (?:has no statement$|has no field :20:|is <.*not a camt\.053)/,
  noMovements: /^The file has no movements/,
  tooMuch: /^The file takes too much/
} as const

type Fault = keyof typeof faults

export interface StatementWords {
  readonly line: (line: string, says: string) => string
  readonly faults: Readonly<Partial<Record<Fault, (one: string, two: string, three: string) => string>>>
  /** Of what has no words here: the server's own. */
  readonly other: (says: string) => string
}

const all = Object.entries(faults)
const isFault = (name: string): name is Fault => name in faults

const inWords = (says: string, words: StatementWords): string => {
  for (const [name, pattern] of all) {
    const found = pattern.exec(says)
    const [, one = "", two = "", three = ""] = found ?? []
    const sentence = found !== null && isFault(name) ? words.faults[name]?.(one, two, three) : undefined
    if (sentence !== undefined) return sentence
  }
  return words.other(says)
}

/** With the line, where there is one. */
export const saidOfStatement = (sentence: string, words: StatementWords): string => {
  const [, line, says] = /^Line (\d+): (.*)$/s.exec(sentence) ?? []
  if (line !== undefined && says !== undefined) return words.line(line, inWords(says, words))
  const said = inWords(sentence, words)
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`
}

/** The server asks which sign stands before the decimals. */
export const asksDecimal = (sentence: string): boolean => sentence.includes("say which is the decimal sign")
