const nameLength = 27

const particles = new Set(["DE", "DEL", "LA", "LAS", "LOS", "Y", "I", "DA", "DO", "DOS", "VAN", "VON"])
const compoundGivenNames =
  /\bMARIA (DEL CARMEN|DEL MAR|DEL PILAR|DEL ROSARIO|DE LOS ANGELES|DE LA PAZ|DOLORES|JOSE|LUISA)\b/
const legalForms = /\b(S\.? ?L\.?( ?U\.?)?|S\.? ?A\.?( ?U\.?)?|S\. ?COOP\.?|GMBH|LTD|LTDA|INC|SARL|BV)$/

const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .replace(/[øØ]/g, "o")
    .replace(/[łŁ]/g, "l")
    .replace(/[æÆ]/g, "ae")
    .replace(/[’']/g, "")
    .toUpperCase()
    .replace(/[^A-Z0-9 .&-]/g, " ")
    .replace(/\s+/g, " ")
    .trim()

/** Takes one surname off the end, with the particles before it ("DE LA FUENTE"). */
const takeSurname = (words: string[]): string[] => {
  const surname = words.splice(-1)
  while (words.length > 1 && particles.has(words.at(-1) ?? "")) surname.unshift(...words.splice(-1))
  return surname
}

const surnameFirst = (name: string): string => {
  const given = compoundGivenNames.exec(name)?.[0]
  const words = (given === undefined ? name : name.replace(given, given.replaceAll(" ", "_"))).split(" ")
  if (words.length < 2) return name
  const last = takeSurname(words)
  const first = words.length > 1 ? takeSurname(words) : []
  return [...first, ...last, ...words].join(" ").replaceAll("_", " ")
}

/**
 * The sender as this bank prints it: upper case, no accents, surnames first, 27 characters at most.
 * "María del Carmen García López" becomes "GARCIA LOPEZ MARIA DEL CARM". A company keeps its order.
 */
export const payerText = (name: string): string => {
  const text = plain(name)
  const ordered = legalForms.test(text) ? text : surnameFirst(text)
  return ordered.slice(0, nameLength).trim()
}

export const transferInText = (payer: string): string => `TRF DE ${payerText(payer)}`
