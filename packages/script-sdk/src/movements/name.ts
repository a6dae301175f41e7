/** Names of payers as banks print them. */
import type { Text } from "../steps.ts"

export interface NameOptions {
  /** What stands before the name in the bank's spelling, or an expression for it; the longest that fits is taken off. */
  readonly prefixes?: ReadonlyArray<Text>
  /** Whether `Herrera Campos, Luis` stands for Luis Herrera Campos. */
  readonly surnameFirst?: boolean
}

const squeezed = (text: string): string => text.normalize("NFC").replaceAll(/\s+/g, " ").trim()

/** How much of a text a prefix takes off; undefined where the text doesn't begin with it. */
const lengthOf = (whole: string, prefix: Text): number | undefined => {
  if (typeof prefix === "string") {
    const plain = squeezed(prefix)
    return plain === "" || whole.toUpperCase().startsWith(`${plain.toUpperCase()} `) ? plain.length : undefined
  }
  const found = new RegExp(prefix.source, prefix.flags.replace(/[gy]/g, "")).exec(whole)
  return found?.index === 0 ? found[0].length : undefined
}

/** The name in a text, white space made one; undefined where prefixes are given and the text begins with none. */
export const name = (text: string, { prefixes, surnameFirst = false }: NameOptions = {}): string | undefined => {
  const whole = squeezed(text)
  const taken = (prefixes ?? [""]).flatMap((prefix) => lengthOf(whole, prefix) ?? [])
  if (taken.length === 0) return undefined
  const rest = whole.slice(Math.max(...taken)).replace(/^[\s:/-]+/, "")
  const [surname = "", first] = rest.split(/\s*,\s*/, 2)
  return (surnameFirst && first !== undefined && first !== "" ? `${first} ${surname}` : rest) || undefined
}
