/** Norma 43 (AEB, Cuaderno 43): the format of Spanish banks. Records of eighty characters, each told by its first two. */
import { negate } from "../movements/amount.ts"
import { date } from "../movements/date.ts"
import type { Movement, Statement } from "../movements/Statement.ts"
import { assemble, type StatementPart } from "./assemble.ts"
import { standingOn } from "./movementLines.ts"
import { onLine, problem, readEach, StatementProblem } from "./problem.ts"

interface RecordLine {
  readonly code: string
  /** Padded to its whole length: editors and mail cut off the spaces at its end. */
  readonly text: string
  readonly line: number
}

const length = 80

const recordsOf = (text: string): ReadonlyArray<RecordLine> =>
  text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ code: raw.slice(0, 2), text: raw.padEnd(length), line: index + 1 }))
    .filter(({ text: content }) => content.trim() !== "" && content.trim() !== "\u001a")

/** Numbers of ISO 4217 that Spanish banks keep accounts in. */
const currencies: Readonly<Record<string, string>> = {
  "978": "EUR",
  "840": "USD",
  "826": "GBP",
  "756": "CHF",
  "392": "JPY",
  "124": "CAD",
  "036": "AUD",
  "208": "DKK",
  "578": "NOK",
  "752": "SEK",
  "985": "PLN",
  "203": "CZK",
  "348": "HUF",
  "946": "RON",
  "975": "BGN",
  "949": "TRY",
  "504": "MAD",
  "484": "MXN",
  "986": "BRL",
  "170": "COP",
  "604": "PEN",
  "032": "ARS",
  "156": "CNY",
  "344": "HKD",
  "702": "SGD"
}

const currencyOf = (number: string, line: number): string => {
  const found = currencies[number]
  if (found === undefined)
    throw problem(line, `${JSON.stringify(number)} is no number of a currency that is known here`)
  return found
}

const day = (digits: string, line: number): string => onLine(line, () => date(digits, { order: "ymd" }))

/** Fourteen digits, two of them behind the point whatever the currency; the sign is a digit before them: 1 debit, 2 credit. */
const money = (digits: string, side: string, line: number): string => {
  if (!/^\d{14}$/.test(digits)) throw problem(line, `${JSON.stringify(digits.trim())} is no amount of fourteen digits`)
  if (side !== "1" && side !== "2") {
    throw problem(line, `${JSON.stringify(side)} is neither 1 (debit) nor 2 (credit)`)
  }
  const value = `${digits.slice(0, 12).replace(/^0+(?=\d)/, "")}.${digits.slice(12)}`
  return side === "1" && /[1-9]/.test(value) ? negate(value) : value
}

/** A text that fills its field goes on in the next one without a space. */
const inOne = (fields: ReadonlyArray<string>): string => fields.join("").replaceAll(/\s+/g, " ").trim()

/** Zeros fill what has no reference. */
const referenceIn = (field: string): string => (/^0*$/.test(field.trim()) ? "" : field.trim())

const movementOf = ({ line, text }: RecordLine, further: ReadonlyArray<RecordLine>, currency: string): Movement => {
  const words = inOne(further.filter(({ code }) => code === "23").map((each) => each.text.slice(4, length)))
  const references = [text.slice(52, 64), text.slice(64, length)]
    .map(referenceIn)
    .filter((reference) => reference !== "" && !words.includes(reference))
  return {
    date: day(text.slice(10, 16), line),
    amount: money(text.slice(28, 42), text.slice(27, 28), line),
    currency,
    description: inOne([words, ...references.map((reference) => ` ${reference}`)]).slice(0, 2_000),
    valueDate: day(text.slice(16, 22), line)
  }
}

/** What the end of an account says of its movements: how many there are of either side. Some banks leave it at zeros. */
const checkCounts = (movements: ReadonlyArray<Movement>, end: RecordLine): void => {
  const debits = movements.filter(({ amount }) => amount.startsWith("-")).length
  const [saidDebits, saidCredits] = [Number(end.text.slice(20, 25)), Number(end.text.slice(39, 44))]
  const said = saidDebits + saidCredits
  if (said === movements.length || said === 0) return
  throw problem(
    end.line,
    `there are ${debits} debits and ${movements.length - debits} credits, but the account's end says ${saidDebits} and ${saidCredits}`
  )
}

const partOf = (records: ReadonlyArray<RecordLine>): StatementPart => {
  const [head] = records
  const end = records.find(({ code }) => code === "33")
  if (head === undefined || end === undefined) {
    throw problem(head?.line ?? 1, "the account has no end (record 33): the file is cut off")
  }
  const account = head.text.slice(2, 20)
  if (end.text.slice(2, 20) !== account)
    throw problem(end.line, "the account ends with another number than it began with")
  const currency = currencyOf(head.text.slice(47, 50), head.line)
  const rows = records.flatMap((record, index) => {
    if (record.code !== "22") return []
    const rest = records.slice(index + 1)
    const next = rest.findIndex(({ code }) => code === "22" || code === "33")
    return [{ record, further: next < 0 ? rest : rest.slice(0, next) }]
  })
  const movements = readEach(rows, ({ further, record }) =>
    standingOn(record.line, movementOf(record, further, currency))
  )
  checkCounts(movements, end)
  return {
    line: head.line,
    account,
    currency,
    opening: money(head.text.slice(33, 47), head.text.slice(32, 33), head.line),
    closing: money(end.text.slice(59, 73), end.text.slice(58, 59), end.line),
    from: day(head.text.slice(20, 26), head.line),
    to: day(head.text.slice(26, 32), head.line),
    movements
  }
}

const codes = new Set(["00", "11", "22", "23", "24", "33", "88"])

export const norma43Parts = (text: string): ReadonlyArray<StatementPart> => {
  const records = recordsOf(text)
  const strange = records.find(({ code }) => !codes.has(code))
  if (strange !== undefined) {
    throw problem(strange.line, `${JSON.stringify(strange.code)} begins no record of Norma 43`)
  }
  const starts = records.flatMap(({ code }, index) => (code === "11" ? [index] : []))
  if (starts.length === 0)
    throw new StatementProblem("The file has no account (record 11), so it is no Norma 43 statement")
  return starts.map((start, index) => partOf(records.slice(start, starts[index + 1])))
}

export const norma43 = (text: string): Statement => assemble(norma43Parts(text))
