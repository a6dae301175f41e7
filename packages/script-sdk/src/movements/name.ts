/** Names of payers as banks print them. */

export interface NameOptions {
  /** What stands before the name in the bank's spelling; the longest that fits is taken off. */
  readonly prefixes?: ReadonlyArray<string>
  /** Whether `Herrera Campos, Luis` stands for Luis Herrera Campos. */
  readonly surnameFirst?: boolean
}

const squeezed = (text: string): string => text.normalize("NFC").replaceAll(/\s+/g, " ").trim()

/** The name in a text, white space made one; undefined where prefixes are given and the text begins with none. */
export const name = (text: string, { prefixes, surnameFirst = false }: NameOptions = {}): string | undefined => {
  const whole = squeezed(text)
  const upper = whole.toUpperCase()
  const known = (prefixes ?? [""]).map(squeezed).toSorted((a, b) => b.length - a.length)
  const prefix = known.find((each) => each === "" || upper.startsWith(`${each.toUpperCase()} `))
  if (prefix === undefined) return undefined
  const rest = whole.slice(prefix.length).replace(/^[\s:/-]+/, "")
  const [surname = "", first] = rest.split(/\s*,\s*/, 2)
  return (surnameFirst && first !== undefined && first !== "" ? `${first} ${surname}` : rest) || undefined
}
