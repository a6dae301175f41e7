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

/** What is no character stands as one that can't be read. */
const character = (point: number): string => (point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd")

const unescape = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (decimal !== undefined) return character(Number(decimal))
    if (hexadecimal !== undefined) return character(Number.parseInt(hexadecimal, 16))
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

/** How the elements of a file are read by whoever tells where one of them can't be. */
export interface OfxReading {
  /** Reads what begins at that place of the text. */
  readonly at: <A>(place: number, read: () => A) => A
  /** What was read there. */
  readonly found: (place: number, movement: Movement) => Movement
  readonly each: <A, B>(blocks: ReadonlyArray<A>, read: (block: A) => B) => ReadonlyArray<B>
}

const plainly: OfxReading = {
  at: (_place, read) => read(),
  found: (_place, movement) => movement,
  each: (blocks, read) => blocks.map((block) => read(block))
}

/** A part of the text, and where it begins. */
interface Block {
  readonly text: string
  readonly place: number
}

const placeOf = ({ place, text }: Block, name: string): number =>
  place + Math.max(0, text.search(new RegExp(`<${name}>`, "i")))

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

/** `ORIGCURRENCY` has one, too: that of which the bank has already converted the amount (OFX 2.2, section 5.2). */
const ownCurrency = (block: string): string | undefined =>
  value(/<CURRENCY>([\s\S]*?)(?:<\/CURRENCY>|$)/i.exec(block)?.[1] ?? "", "CURSYM")

const movementOf = (whole: Block, currency: string, own: string | undefined, { at }: OfxReading): Movement => {
  const block = whole.text
  const read = (name: string, parse: (text: string) => string) =>
    at(placeOf(whole, name), () => parse(needed(block, name)))
  const name = value(block, "NAME")
  const memo = value(block, "MEMO")
  const id = value(block, "FITID")
  const available = value(block, "DTAVAIL")
  const signed = read("TRNAMT", plainAmount)
  const account = accountOf(block, signed.startsWith("-"), own)
  return {
    date: read("DTPOSTED", day),
    amount: signed,
    currency: ownCurrency(block) ?? currency,
    description: memo ?? name ?? "",
    ...(id === undefined ? {} : { id }),
    ...(name === undefined || memo === undefined || memo.startsWith(name) ? {} : { counterparty: name }),
    ...(account === undefined ? {} : { counterpartyAccount: account }),
    ...(available === undefined ? {} : { valueDate: read("DTAVAIL", day) })
  }
}

const blocksOf = (text: string): ReadonlyArray<Block> => {
  const begins = [...text.matchAll(/<STMTTRN>/gi)].map(({ 0: tag, index }) => index + tag.length)
  return begins.map((place, index) => ({
    place,
    text: text.slice(place, begins[index + 1]).split(/<\/STMTTRN>|<\/BANKTRANLIST>/i, 1)[0] ?? ""
  }))
}

/** Reads the first statement of an OFX file. */
export const ofx = (text: string, options: OfxOptions): Statement => readOfx(text, options, plainly)

export const readOfx = (text: string, options: OfxOptions, reading: OfxReading): Statement => {
  const all: Block = { text, place: 0 }
  const at = <A>(name: string, read: () => A) => reading.at(placeOf(all, name), read)
  const currency = at("CURDEF", () => needed(text, "CURDEF"))
  const own = value(text.split(/<STMTTRN>/i, 1)[0] ?? "", "ACCTID")
  const rows = reading.each(blocksOf(text), (block) =>
    reading.found(block.place, movementOf(block, currency, own, reading))
  )
  const isNewestFirst = (rows[0]?.date ?? "") > (rows.at(-1)?.date ?? "")
  const dayAt = (name: string): string | undefined => {
    const printed = value(text, name)
    return printed === undefined ? undefined : at(name, () => day(printed))
  }
  const ledger = /<LEDGERBAL>[\s\S]*?<BALAMT>([^<\r\n]+)/i.exec(text)?.[1]
  return {
    movements: isNewestFirst ? rows : rows.toReversed(),
    coverage: { from: dayAt("DTSTART") ?? options.since, to: dayAt("DTEND") ?? options.today, complete: true },
    ...(ledger === undefined ? {} : { balance: at("LEDGERBAL", () => plainAmount(ledger.trim())) })
  }
}
