/** SWIFT MT940 customer statements, in SWIFT's envelope or without it. */
import { accountText, withBankCode } from "../movements/accountText.ts"
import { negate } from "../movements/amount.ts"
import { date } from "../movements/date.ts"
import type { Movement, Statement } from "../movements/Statement.ts"
import { assemble, type StatementPart } from "./assemble.ts"
import { standingOn } from "./movementLines.ts"
import { onLine, problem, readEach, StatementProblem } from "./problem.ts"

interface Field {
  readonly tag: string
  readonly value: string
  readonly line: number
}

/** A field begins with its tag at the start of a line, and has all lines up to the next one. */
const fieldsOf = (text: string): ReadonlyArray<Field> => {
  const fields: Array<{ tag: string; lines: Array<string>; line: number }> = []
  text.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const content = raw.replace(/^(?:\{[^{}]*\})*\{4:/, "")
    const [, tag, first = ""] = /^:(\d{2}[A-Z]?):(.*)$/.exec(content) ?? []
    if (tag !== undefined) fields.push({ tag, lines: [first], line: index + 1 })
    else if (content.trim() !== "" && !/^-\}?|^\{/.test(content)) fields.at(-1)?.lines.push(content)
  })
  return fields.map(({ line, lines, tag }) => ({ tag, line, value: lines.join("\n") }))
}

const day = (digits: string, line: number): string => onLine(line, () => date(digits, { order: "ymd" }))

const money = (digits: string, isDebit: boolean): string => {
  const [whole = "", fraction = ""] = digits.split(",")
  const value = `${whole.replace(/^0+(?=\d)/, "") || "0"}${fraction === "" ? "" : `.${fraction}`}`
  return isDebit && /[1-9]/.test(value) ? negate(value) : value
}

interface Balance {
  readonly date: string
  readonly currency: string
  readonly amount: string
}

const balanceOf = (field: Field): Balance => {
  const [, mark, digits = "", currency = "", value = ""] =
    /^([CD])(\d{6})([A-Z]{3})(\d{1,15}(?:,\d{0,4})?)\s*$/.exec(field.value) ?? []
  if (mark === undefined) throw problem(field.line, `:${field.tag}: is no balance: ${field.value.slice(0, 60)}`)
  return { date: day(digits, field.line), currency, amount: money(value, mark === "D") }
}

/** The booking's month and day in the year that is nearest to the value date. */
const bookedOn = (valueDate: string, monthAndDay: string | undefined, line: number): string => {
  if (monthAndDay === undefined) return valueDate
  const year = Number(valueDate.slice(0, 4))
  const distance = (candidate: number) => {
    const millis = Date.parse(`${candidate}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}T00:00:00Z`)
    return Number.isNaN(millis) ? Infinity : Math.abs(millis - Date.parse(`${valueDate}T00:00:00Z`))
  }
  const nearest = [year, year - 1, year + 1].toSorted((a, b) => distance(a) - distance(b))[0] ?? year
  return day(`${nearest}${monthAndDay}`, line)
}

const lineShape =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,15}(?:,\d{0,4})?)([A-Z][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/

interface Details {
  readonly description: string
  readonly name: string | undefined
  readonly account: string | undefined
}

/**
 * `?20…?29` and `?60…?63` have the purpose, `?30` and `?31` the payer's bank and account, `?32` and `?33` the name; other banks
 * write `/NAME/…/IBAN/…/REMI/…`.
 */
const readDetails = (text: string): Details => {
  const joined = text.replaceAll("\n", "")
  if (/^\d{3}\?\d\d/.test(joined)) {
    const parts = [...joined.matchAll(/\?(\d\d)((?:[^?]|\?(?!\d\d))*)/g)].map(([, code = "", value = ""]) => ({
      code,
      value
    }))
    const of = (wanted: RegExp) =>
      parts
        .filter(({ code }) => wanted.test(code))
        .map(({ value }) => value)
        .join("")
        .trim()
    const name = of(/^3[23]$/)
    return {
      description: `${of(/^00$/)} ${of(/^(2\d|6[0-3])$/)}`.trim(),
      name: name === "" ? undefined : name,
      account: withBankCode(of(/^30$/), of(/^31$/))
    }
  }
  const name = /\/NAME\/([^/]+)/.exec(joined)?.[1]?.trim()
  const account = /\/(?:IBAN|ACCT)\/([^/]+)/.exec(joined)?.[1]
  return {
    description: text.replaceAll("\n", " ").trim(),
    name: name === "" ? undefined : name,
    account: accountText(account)
  }
}

const movementOf = (field: Field, details: Field | undefined, currency: string): Movement => {
  const found = lineShape.exec(field.value)
  if (found === null) throw problem(field.line, `:61: can't be read: ${field.value.slice(0, 60)}`)
  const [, value = "", booked, mark = "", , digits = "", , reference = "", bankReference, more] = found
  const valueDate = day(value, field.line)
  // The reversal of a credit takes money away, that of a debit gives it back.
  const isDebit = mark === "D" || mark === "RC"
  const { account, description, name } = readDetails(details?.value ?? "")
  const references = [reference.trim(), more?.replaceAll("\n", " ").trim()].filter(
    (text) => text !== undefined && text !== "" && text !== "NONREF"
  )
  return {
    date: bookedOn(valueDate, booked, field.line),
    amount: money(digits, isDebit),
    currency,
    description: [description, ...references, ...(mark.startsWith("R") ? ["REVERSAL"] : [])]
      .filter((text) => text !== "")
      .join(" ")
      .slice(0, 2_000),
    ...(bankReference === undefined || bankReference.trim() === "" ? {} : { id: bankReference.trim().slice(0, 200) }),
    ...(name === undefined ? {} : { counterparty: name.slice(0, 2_000) }),
    ...(account === undefined ? {} : { counterpartyAccount: account }),
    valueDate
  }
}

const partOf = (fields: ReadonlyArray<Field>): StatementPart => {
  const find = (...tags: ReadonlyArray<string>) => fields.find(({ tag }) => tags.includes(tag))
  const [opening, closing] = [find("60F", "60M"), find("62F", "62M")]
  const first = fields[0]?.line ?? 1
  if (opening === undefined) throw problem(first, "the statement has no opening balance :60F:")
  if (closing === undefined) throw problem(first, "the statement has no closing balance :62F:: the file is cut off")
  const [before, end] = [balanceOf(opening), balanceOf(closing)]
  if (before.currency !== end.currency) throw problem(closing.line, `the balances are in two currencies`)
  const rows = fields.flatMap((field, index) => (field.tag === "61" ? [{ field, next: fields[index + 1] }] : []))
  const movements = readEach(rows, ({ field, next }) =>
    standingOn(field.line, movementOf(field, next?.tag === "86" ? next : undefined, end.currency))
  )
  return {
    line: first,
    account: find("25")?.value.trim(),
    number: find("28C", "28")?.value.trim(),
    currency: end.currency,
    opening: before.amount,
    closing: end.amount,
    to: end.date,
    movements
  }
}

export const mt940Parts = (text: string): ReadonlyArray<StatementPart> => {
  const fields = fieldsOf(text.replace(/^\uFEFF/, ""))
  const starts = fields.flatMap(({ tag }, index) => (tag === "20" ? [index] : []))
  if (starts.length === 0) throw new StatementProblem("The file has no field :20:, so it is no MT940 statement")
  return starts.map((start, index) => partOf(fields.slice(start, starts[index + 1])))
}

export const mt940 = (text: string): Statement => assemble(mt940Parts(text))
