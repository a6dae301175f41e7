/** A bank's CSV may print amounts without a sign, and in a column of its own whether each came in or went out. */
import { plain } from "./csvColumns.ts"
import { StatementProblem } from "./problem.ts"

export type Direction = "in" | "out"

type Cells = ReadonlyArray<string>

const set = (names: string): ReadonlySet<string> => new Set(names.split("|"))

/** Headers that say nothing else. */
const named = set(
  "s h|sh|s h kennzeichen|soll haben|haben soll|sollhaben|soll haben kennzeichen|soll haben kz|shkz|vorzeichen|debit credit|credit debit|debit or credit|credit or debit|debitcredit|creditdebit|debit credit indicator|credit debit indicator|debit credit code|cdtdbtind|d c|c d|dc|cd|dr cr|cr dr|drcr|crdr|debe haber|haber debe|d h|cargo abono|abono cargo|c a|af bij|bij af|a b|sens|debit ou credit|debito credito|credito debito|dare avere|addebito accredito|signo|signe|segno|sign"
)

/** Headers of other things as well: they count where all that stands below them is a direction, and no amount has a sign. */
const usual = set(
  "kennzeichen|indicator|umsatzart|art|typ|type|tipo|tipo de movimiento|tipo movimiento|tipo de operacion|tipo operacion|transaction type|entry type|transaktionstyp|richtung|direction|natureza|tipo operacao|tipo operazione|soort|type operation|nature"
)

const out = set(
  "s|soll|d|dr|db|debit|debits|dbit|debe|cargo|cargos|lastschrift|belastung|abbuchung|auszahlung|ausgang|ausgabe|af|debito|addebito|dare|uscita|saida|salida|gasto|retiro|egreso|withdrawal|out|money out|paid out|outgoing"
)
const come = set(
  "h|haben|cr|credit|credits|crdt|haber|abono|abonos|gutschrift|einzahlung|eingang|einnahme|bij|credito|accredito|avere|entrata|entrada|ingreso|deposit|in|money in|paid in|incoming"
)

/** C is credit, but beside an A the Spanish cargo; A is what comes in there and in Italy, and goes out in Dutch. */
const letters: ReadonlyArray<readonly [header: RegExp, letters: Readonly<Record<string, Direction>>]> = [
  [/^(?:cargo abono|abono cargo|c a)$/, { c: "out", a: "in" }],
  [/^dare avere$/, { d: "out", a: "in" }],
  [/^(?:af bij|bij af|a b)$/, { a: "out", b: "in" }]
]
const unclear = set("a|b")

const directionOf = (header: string, text: string): Direction | "unclear" | undefined => {
  if (/^[-−–]$/.test(text)) return "out"
  if (text === "+") return "in"
  const word = plain(text)
  const own = letters.find(([pattern]) => pattern.test(header))?.[1]?.[word]
  if (own !== undefined) return own
  if (out.has(word)) return "out"
  if (word === "c" || come.has(word)) return "in"
  return unclear.has(word) ? "unclear" : undefined
}

export interface DirectionColumn {
  readonly column: number
  readonly header: string
}

/** Says for a line's cells where its money went. Undefined: the column is empty there. */
export const directionIn = (cells: Cells, { column, header }: DirectionColumn): Direction | undefined => {
  const text = cells[column]?.trim() ?? ""
  if (text === "") return undefined
  const direction = directionOf(plain(header), text)
  if (direction === "in" || direction === "out") return direction
  throw new RangeError(
    `${JSON.stringify(text)} in the column ${JSON.stringify(header)} is neither money in nor money out`
  )
}

interface Table {
  readonly headers: Cells
  readonly rows: ReadonlyArray<Cells>
  /** Columns of amounts, days and the like: they say nothing of it. */
  readonly taken: ReadonlySet<number>
  /** Columns of words: some of them may be by chance those of a direction. */
  readonly texts: ReadonlySet<number>
  readonly isSigned: boolean
}

/**
 * The column that says it, if there is one. Throws where a column that could say it has a header that isn't known: amounts
 * would be read as money in.
 */
export const directionColumn = ({ headers, isSigned, rows, taken, texts }: Table): DirectionColumn | undefined => {
  const columns = headers.flatMap((header, column) => (taken.has(column) ? [] : [{ column, header: header.trim() }]))
  const isNamed = ({ header }: DirectionColumn) => named.has(plain(header)) || /^[+\-−–/ ±]+$/.test(header)
  const found = columns.find(isNamed)
  if (found !== undefined || isSigned) return found
  for (const one of columns) {
    const isUsual = usual.has(plain(one.header))
    const values = rows.map((cells) => cells[one.column]?.trim() ?? "").filter((text) => text !== "")
    const said = values.map((text) => directionOf(plain(one.header), text))
    const [all, isLetters] = [new Set(said), values.every((text) => text.length === 1)]
    if (all.has(undefined) || !(all.has("out") || all.has("unclear"))) continue
    if (isUsual && !all.has("unclear")) return one
    // Words of a text, and letters below any header, may be those of a direction by chance.
    const isChance = texts.has(one.column)
      ? isLetters || !all.has("in") || !all.has("out")
      : isLetters && all.size === 1
    if (!isUsual && (isChance || all.has("unclear"))) continue
    const example = values[said.findIndex((direction) => direction !== "in")] ?? ""
    throw new StatementProblem(
      `The column ${JSON.stringify(one.header)} seems to say which amounts are money out (${JSON.stringify(example)}), and no amount has a sign: name it "Debit/Credit", or leave it out`
    )
  }
  return undefined
}
