/** OFX statements, both as SGML (1.x, where elements aren't closed) and as XML (2.x). */
import { Retryable } from "../errors.ts"
import { withBankCode } from "./accountText.ts"
import { amountAlone } from "./amount.ts"
import { date } from "./date.ts"
import type { Movement, Statement } from "./Statement.ts"

export interface OfxOptions {
  /** The days that the file was asked for, where it doesn't say. */
  readonly since: string
  readonly today: string
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

const unescape = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16))
    return entities[String(name).toLowerCase()] ?? whole
  })

/** The value of the first element of that name. */
const value = (block: string, name: string): string | undefined => {
  const found = new RegExp(`<${name}>([^<\\r\\n]*)`, "i").exec(block)?.[1]
  const text = found === undefined ? "" : unescape(found).trim()
  return text === "" ? undefined : text
}

const needed = (block: string, name: string): string => {
  const text = value(block, name)
  if (text === undefined) throw new Retryable("layout_changed", `the OFX statement has no ${name} where it should`)
  return text
}

const day = (text: string): string =>
  date(text.slice(0, 8).replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3"), { order: "ymd" })

/** OFX amounts may use a comma as decimal sign; they have no thousands. */
const plainAmount = (text: string): string => amountAlone(text.replace(",", "."), { decimal: "." })

/** Of the other side: where money came from, or went to. Some banks name the one in the other's place. */
const accountOf = (block: string, isDebit: boolean, own: string | undefined): string | undefined => {
  const accounts = [...block.matchAll(/<BANKACCT(FROM|TO)>([\s\S]*?)<\/BANKACCT\1>/gi)]
    .map(([, side = "", account = ""]) => ({ isTo: side.toUpperCase() === "TO", account }))
    .filter(({ account }) => value(account, "ACCTID") !== own)
  const { account } = accounts.find(({ isTo }) => isTo === isDebit) ?? accounts[0] ?? { account: "" }
  return withBankCode(value(account, "BANKID"), value(account, "ACCTID"))
}

const movementOf = (block: string, currency: string, own: string | undefined): Movement => {
  const name = value(block, "NAME")
  const memo = value(block, "MEMO")
  const id = value(block, "FITID")
  const available = value(block, "DTAVAIL")
  const signed = plainAmount(needed(block, "TRNAMT"))
  const account = accountOf(block, signed.startsWith("-"), own)
  return {
    date: day(needed(block, "DTPOSTED")),
    amount: signed,
    currency: value(block, "CURSYM") ?? currency,
    description: memo ?? name ?? "",
    ...(id === undefined ? {} : { id }),
    ...(name === undefined || memo === undefined || memo.startsWith(name) ? {} : { counterparty: name }),
    ...(account === undefined ? {} : { counterpartyAccount: account }),
    ...(available === undefined ? {} : { valueDate: day(available) })
  }
}

/** Reads the first statement of an OFX file. */
export const ofx = (text: string, options: OfxOptions): Statement => {
  const currency = needed(text, "CURDEF")
  const blocks = text
    .split(/<STMTTRN>/i)
    .slice(1)
    .map((block) => block.split(/<\/STMTTRN>|<\/BANKTRANLIST>/i, 1)[0] ?? "")
  const own = value(text.split(/<STMTTRN>/i, 1)[0] ?? "", "ACCTID")
  const rows = blocks.map((block) => movementOf(block, currency, own))
  const isNewestFirst = (rows[0]?.date ?? "") > (rows.at(-1)?.date ?? "")
  const [from, to] = [value(text, "DTSTART"), value(text, "DTEND")]
  const ledger = /<LEDGERBAL>[\s\S]*?<BALAMT>([^<\r\n]+)/i.exec(text)?.[1]
  return {
    movements: isNewestFirst ? rows : rows.toReversed(),
    coverage: {
      from: from === undefined ? options.since : day(from),
      to: to === undefined ? options.today : day(to),
      complete: true
    },
    ...(ledger === undefined ? {} : { balance: plainAmount(ledger.trim()) })
  }
}
