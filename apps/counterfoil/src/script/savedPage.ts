/** What a page of movements that was saved says about its list: which column is what, and how amounts are printed. */

/** What a header of a statement is, in the languages of Europe; the names are those of a movement. */
const headers: ReadonlyArray<readonly [string, RegExp]> = [
  ["valueDate", /valor|value|valuta|valeur|wertstellung/i],
  ["date", /fecha|date|datum|data|buchungstag|tag|d[ií]a/i],
  ["debit", /debe|cargo|debit|paid out|money out|soll|débit|uscite/i],
  ["credit", /haber|abono|credit|paid in|money in|haben|crédit|entrate/i],
  ["balance", /saldo|balance|solde|kontostand/i],
  ["amount", /importe|amount|betrag|montant|importo|monto|sum/i],
  ["id", /referencia|reference|operaci|entry|number|nº/i],
  [
    "counterpartyAccount",
    /iban|cbu|cvu|cuenta (?:del )?ordenante|gegenkonto|tegenrekening|(?:payer|sender|counterparty).*account/i
  ],
  ["counterparty", /ordenante|beneficiario|payer|payee|empf|auftraggeber/i],
  ["description", /concepto|descripci|description|details|text|verwendung|libell|descri|movement/i]
]

/** The columns of the page's first table that has a date and an amount, by its headers. */
export const columnsIn = (html: string): Readonly<Record<string, string>> => {
  for (const [table] of html.matchAll(/<table[\s\S]*?<\/table>/gi)) {
    const found: Record<string, string> = {}
    for (const [, cell = ""] of table.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/gi)) {
      const header = cell
        .replaceAll(/<[^>]+>/g, "")
        .replaceAll(/\s+/g, " ")
        .trim()
      const name = headers.find(([known, pattern]) => found[known] === undefined && pattern.test(header))?.[0]
      if (name !== undefined) found[name] = header
    }
    // A heading over both of them is no column of its own.
    if (found["debit"] !== undefined && found["credit"] !== undefined) delete found["amount"]
    if (found["date"] !== undefined && (found["amount"] ?? found["credit"]) !== undefined) return found
  }
  return { date: "Date", description: "Description", amount: "Amount", balance: "Balance" }
}

/** As the page's amounts are printed; where it shows none, the script's author says it. */
export const decimalIn = (html: string): "," | "." | undefined => {
  const [commas = 0, points = 0] = [/\d,\d\d(?!\d)/g, /\d\.\d\d(?!\d)/g].map((form) => html.match(form)?.length ?? 0)
  if (commas === points) return undefined
  return commas > points ? "," : "."
}
