/** How a thief looks for a text: in all tables, in every spelling. */
import type { Service } from "../contract/support/Service.ts"

/** All rows of all tables, as text; bytes in hexadecimal digits. */
export const dumpOf = async ({ rows }: Pick<Service, "rows">): Promise<string> => {
  const tables = await rows(`select table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  const texts = []
  for (const { name } of tables) {
    const [row] = await rows(`select coalesce(string_agg(t::text, E'\\n'), '') as text from "${String(name)}" t`)
    texts.push(`${String(name)}\n${String(row?.["text"])}`)
  }
  return texts.join("\n")
}

/** The text itself and what it looks like to somebody who searches: other alphabets, other widths, backwards. */
export const spellings = (text: string): ReadonlyArray<string> => {
  const base64 = [0, 1, 2].flatMap((shift) =>
    (["base64", "base64url"] as const).map((alphabet) =>
      // What surrounds it decides about the first and the last characters.
      Buffer.from(" ".repeat(shift) + text)
        .toString(alphabet)
        .slice(shift === 0 ? 0 : 4, -4)
    )
  )
  return [
    text,
    text.split("").reverse().join(""),
    encodeURIComponent(text),
    Buffer.from(text).toString("hex"),
    Buffer.from(text, "utf16le").toString("hex"),
    Buffer.from(Buffer.from(text).toString("base64")).toString("hex"),
    ...base64
  ]
}

/** Where in a text one of these stands, with what stands around it. */
export const findings = (
  canaries: Readonly<Record<string, string>>,
  haystack: string,
  spelt = spellings
): ReadonlyArray<string> => {
  const low = haystack.toLowerCase()
  return Object.entries(canaries).flatMap(([name, canary]) =>
    spelt(canary).flatMap((spelling) => {
      const at = low.indexOf(spelling.toLowerCase())
      return at < 0 ? [] : [`${name}: ${haystack.slice(Math.max(0, at - 160), at + spelling.length + 60)}`]
    })
  )
}
