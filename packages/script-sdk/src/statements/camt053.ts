/** ISO 20022 bank-to-customer statements, camt.053 of every version (camt.052 reports are read alike). */
import { accountText } from "../movements/accountText.ts"
import { negate } from "../movements/amount.ts"
import type { Movement, Statement } from "../movements/Statement.ts"
import { assemble, type StatementPart } from "./assemble.ts"
import { standingOn } from "./movementLines.ts"
import { problem, readEach, StatementProblem } from "./problem.ts"
import { all, at, readXml, textAt, type XmlElement } from "./xml.ts"

const day = (element: XmlElement | undefined): string | undefined => {
  const text = textAt(element, "Dt") ?? textAt(element, "DtTm") ?? element?.text
  if (element === undefined || text === undefined || text === "") return undefined
  const date = text.slice(0, 10)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw problem(element.line, `"${text.slice(0, 40)}" is not a date`)
  return date
}

const signed = (element: XmlElement, amountElement: XmlElement | undefined): string => {
  if (amountElement === undefined) throw problem(element.line, `${element.name} has no amount`)
  const value = amountElement.text
  if (!/^\d{1,18}(\.\d{1,5})?$/.test(value)) {
    throw problem(amountElement.line, `"${value.slice(0, 40)}" is not an amount`)
  }
  const side = textAt(element, "CdtDbtInd")
  if (side === "CRDT") return value
  if (side === "DBIT") return /[1-9]/.test(value) ? negate(value) : value
  throw problem(element.line, `${element.name} says neither CRDT nor DBIT`)
}

const balanceOf = (statement: XmlElement, ...codes: ReadonlyArray<string>): XmlElement | undefined =>
  all(statement, "Bal").find((balance) => codes.includes(textAt(balance, "Tp", "CdOrPrtry", "Cd") ?? ""))

const partyName = (details: XmlElement | undefined, isCredit: boolean): string | undefined => {
  const parties = at(details, "RltdPties")
  const role = isCredit ? "Dbtr" : "Cdtr"
  return textAt(parties, role, "Nm") ?? textAt(parties, role, "Pty", "Nm")
}

/** An IBAN, or the bank's own kind of number. */
const partyAccount = (details: XmlElement | undefined, isCredit: boolean): string | undefined => {
  const account = at(at(details, "RltdPties"), isCredit ? "DbtrAcct" : "CdtrAcct", "Id")
  return accountText(textAt(account, "IBAN")) ?? accountText(textAt(account, "Othr", "Id"))
}

const remittance = (details: XmlElement): ReadonlyArray<string> => {
  const information = at(details, "RmtInf")
  const references = all(information, "Strd").map((each) => textAt(each, "CdtrRefInf", "Ref"))
  return [...all(information, "Ustrd").map(({ text }) => text), ...references].filter((text) => text !== undefined)
}

const endToEnd = (details: XmlElement): string | undefined => {
  const id = textAt(details, "Refs", "EndToEndId")
  return id === "NOTPROVIDED" ? undefined : id
}

/** A batch stays one movement, as the bank books it. */
const movementOf = (entry: XmlElement, currency: string | undefined): Movement | undefined => {
  const status = textAt(entry, "Sts", "Cd") ?? textAt(entry, "Sts") ?? "BOOK"
  if (status === "INFO") return undefined
  const amountElement = at(entry, "Amt")
  const value = signed(entry, amountElement)
  const details = all(entry, "NtryDtls").flatMap((group) => all(group, "TxDtls"))
  const only = details.length === 1 ? details[0] : undefined
  const booked = day(at(entry, "BookgDt")) ?? day(at(entry, "ValDt"))
  const ownCurrency = amountElement?.attributes["Ccy"] ?? currency
  if (booked === undefined) throw problem(entry.line, "Ntry has neither a booking date nor a value date")
  if (ownCurrency === undefined) throw problem(entry.line, "Ntry has no currency")
  const texts = [
    textAt(entry, "AddtlNtryInf"),
    ...details.flatMap((each) => [...remittance(each), endToEnd(each), textAt(each, "AddtlTxInf")]),
    /^(?:true|1)$/.test(textAt(entry, "RvslInd") ?? "") ? "REVERSAL" : undefined
  ]
  const valueDate = day(at(entry, "ValDt"))
  const id = textAt(entry, "AcctSvcrRef") ?? textAt(only, "Refs", "AcctSvcrRef")
  const counterparty = partyName(only, !value.startsWith("-"))
  const account = partyAccount(only, !value.startsWith("-"))
  return {
    date: booked,
    amount: value,
    currency: ownCurrency,
    description: [...new Set(texts.filter((text) => text !== undefined))].join(" ").slice(0, 2_000),
    ...(id === undefined ? {} : { id: id.slice(0, 200) }),
    ...(counterparty === undefined ? {} : { counterparty }),
    ...(account === undefined ? {} : { counterpartyAccount: account }),
    ...(valueDate === undefined ? {} : { valueDate }),
    ...(status === "PDNG" ? { pending: true } : {})
  }
}

/** The day on which the file was made; undefined: it doesn't say one. */
const madeOn = (element: XmlElement | undefined): string | undefined =>
  /^\d{4}-\d\d-\d\d/.exec(textAt(element, "CreDtTm") ?? "")?.[0]

const partOf = (statement: XmlElement, message: XmlElement): StatementPart => {
  const account = at(statement, "Acct")
  const currency = textAt(account, "Ccy")
  const [opening, closing] = [balanceOf(statement, "OPBD", "PRCD"), balanceOf(statement, "CLBD")]
  const span = at(statement, "FrToDt")
  const entries = readEach(all(statement, "Ntry"), (entry) => {
    const movement = movementOf(entry, currency)
    return movement === undefined ? undefined : standingOn(entry.line, movement)
  })
  return {
    line: statement.line,
    number: textAt(statement, "Id"),
    currency: at(closing, "Amt")?.attributes["Ccy"] ?? currency,
    account: textAt(account, "Id", "IBAN") ?? textAt(account, "Id", "Othr", "Id"),
    opening: opening === undefined ? undefined : signed(opening, at(opening, "Amt")),
    closing: closing === undefined ? undefined : signed(closing, at(closing, "Amt")),
    from: day(at(span, "FrDtTm")) ?? day(at(span, "FrDt")),
    to: day(at(span, "ToDtTm")) ?? day(at(span, "ToDt")) ?? day(at(closing, "Dt")),
    madeOn: madeOn(statement) ?? madeOn(at(message, "GrpHdr")),
    movements: entries.filter((movement) => movement !== undefined)
  }
}

export const camt053Parts = (text: string): ReadonlyArray<StatementPart> => {
  const root = readXml(text.replace(/^\uFEFF/, ""))
  const message = at(root, "BkToCstmrStmt") ?? at(root, "BkToCstmrAcctRpt")
  if (root.name !== "Document" || message === undefined) {
    throw new StatementProblem(`The file is <${root.name.slice(0, 60)}>, not a camt.053 statement`)
  }
  return [...all(message, "Stmt"), ...all(message, "Rpt")].map((statement) => partOf(statement, message))
}

export const camt053 = (text: string): Statement => assemble(camt053Parts(text))
