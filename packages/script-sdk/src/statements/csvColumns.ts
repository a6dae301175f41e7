/** Which column of a bank's CSV holds what, by the headers that banks give them. */

export interface CsvColumns {
  readonly date: number
  readonly description: ReadonlyArray<number>
  readonly amount?: number
  readonly credit?: number
  readonly debit?: number
  readonly counterparty?: number
  readonly counterpartyAccount?: number
  readonly valueDate?: number
  readonly balance?: number
  readonly currency?: number
  readonly id?: number
}

const headers = {
  valueDate:
    "fecha valor|f valor|fecha de valor|valuta|valutadatum|wertstellung|wertstellungstag|value date|date de valeur|date valeur|data valor|data valuta",
  date: "fecha|fecha operacion|fecha de operacion|f operativa|fecha contable|date|booking date|transaction date|posted date|posting date|buchungstag|buchungsdatum|datum|date operation|date de l operation|date comptable|data|data operacao|data mov|data movimento|data contabile|data operazione|completed date",
  credit:
    "haber|abono|abonos|ingreso|ingresos|credit|credits|credit amount|paid in|money in|gutschrift|gutschriften|haben|eingang|eingange|einnahme|einnahmen|einzahlung|einzahlungen|avoir|credito|crediti|avere|entrate|entrada|entradas|deposit|deposits",
  debit:
    "debe|cargo|cargos|gasto|gastos|debit|debits|debit amount|paid out|money out|lastschrift|lastschriften|belastung|belastungen|abbuchung|abbuchungen|soll|ausgang|ausgange|ausgabe|ausgaben|auszahlung|auszahlungen|debito|debiti|dare|uscite|salida|salidas|saida|saidas|withdrawal|withdrawals",
  amount:
    "importe|importe eur|amount|betrag|betrag eur|umsatz|montant|valor|importo|monto|cantidad|movimiento importe|bedrag",
  counterparty:
    "ordenante|ordenante beneficiario|beneficiario|remitente|nombre|contraparte|payer|payee|name|counterparty|counterparty name|sender|auftraggeber|auftraggeber empfanger|beguenstigter zahlungspflichtiger|beguenstigter|zahlungsbeteiligter|name zahlungsbeteiligter|zahlungspflichtige r|empfanger|tiers|contrepartie|ordinante|naam tegenpartij",
  counterpartyAccount:
    "cuenta ordenante|cuenta del ordenante|iban ordenante|iban del ordenante|cuenta contraparte|iban contraparte|cuenta origen|cuenta de origen|cbu|cvu|cbu cvu|cbu origen|payer account|payer iban|counterparty account|counterparty iban|counterparty account number|sender account|sender iban|from account|iban auftraggeber|kontonummer iban|auftraggeber iban|gegenkonto|iban gegenkonto|iban zahlungsbeteiligter|iban zahlungspflichtige r|compte contrepartie|iban contrepartie|compte tiers|iban tiers|conta origem|conta ordenante|iban ordinante|conto ordinante|tegenrekening|tegenrekening iban|iban tegenpartij|iban bban tegenpartij",
  balance:
    "saldo|saldo eur|balance|running balance|kontostand|saldo nach buchung|solde|saldo contabile|saldo disponible",
  currency: "divisa|moneda|currency|wahrung|waehrung|devise|moeda|valuta code|munt",
  id: "transaction id|id|id transaccion|n operacion|numero de operacion|fitid|transaktions id",
  description:
    "concepto|descripcion|detalle|detalles|movimiento|observaciones|mas datos|description|details|narrative|memo|reference|transaction description|verwendungszweck|buchungstext|vorgang|beschreibung|libelle|libelle operation|descricao|descritivo|historico|descrizione|causale|omschrijving|mededelingen"
} as const

type Role = keyof typeof headers

const roles: ReadonlyArray<readonly [Role, ReadonlySet<string>]> = (
  [
    "valueDate",
    "date",
    "credit",
    "debit",
    "amount",
    "counterparty",
    "counterpartyAccount",
    "balance",
    "currency",
    "id",
    "description"
  ] as const
).map((role) => [role, new Set(headers[role].split("|"))])

/** In small letters without accents, and nothing but words. */
export const plain = (header: string): string =>
  header
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim()

const roleOf = (header: string): Role | undefined => roles.find(([, names]) => names.has(plain(header)))?.[0]

/** Undefined: this line has not the headers of a statement. */
export const columnsOf = (line: ReadonlyArray<string>): CsvColumns | undefined => {
  const found = new Map<Role, number>()
  const descriptions: Array<number> = []
  line.forEach((header, index) => {
    const role = roleOf(header)
    if (role === "description") descriptions.push(index)
    else if (role !== undefined && !found.has(role)) found.set(role, index)
  })
  const date = found.get("date") ?? found.get("valueDate")
  const hasAmount = found.has("amount") || found.has("credit") || found.has("debit")
  if (date === undefined || !hasAmount) return undefined
  found.delete("date")
  const others: { [K in Exclude<Role, "date" | "description">]?: number } = {}
  for (const [role, index] of found) if (role !== "date" && role !== "description") others[role] = index
  return { date, description: descriptions, ...others }
}
