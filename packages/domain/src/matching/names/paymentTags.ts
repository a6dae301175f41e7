/** What payment messages put before a payer's name, where a bank prints them as they come: no word of the name. */

/** `/ORDP/`, `/NAME/`, `ABWA+`: fields of a remittance text. */
const field = /^\s*(?:\/[A-Z]{3,5}\/|[A-Z]{4}\+)\s*(?=\p{L})/u

/** SWIFT's field 50: the account on a line of its own, then the name. */
const account = /^\s*\/[A-Z]{2}\d{2}[A-Z0-9]{10,30}\s+(?=\p{L})/u

/** The same with its lines numbered: the name, the street, country and town. */
const numbered = /^\s*1\/\s*(.*?\p{L}.*?)\s+(?:1\/|2\/|3\/[A-Z]{2}\b).*$/su

export const withoutPaymentTags = (name: string): string =>
  name.includes("/") || name.includes("+")
    ? name
        .replace(field, "")
        .replace(account, "")
        .replace(numbered, "$1")
        .replace(/^\s*1\/(?=\p{L})/u, "")
    : name
