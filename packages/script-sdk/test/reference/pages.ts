/** The reference of the SDK, written from its sources: one page for each file that authors see something of. */
import { readFileSync } from "node:fs"
import { parseAst } from "rolldown/parseAst"
import { type CutExample, examples, type RunExample } from "./examples.ts"

const source = (file: string) => readFileSync(new URL(`../../src/${file}.ts`, import.meta.url), "utf8")

interface Exported {
  /** Without its ending: `movements/amount`. */
  readonly file: string
  readonly names: ReadonlyArray<string>
}

/** What an index exports, by file. A whole module under a name is an index of its own. */
const exportsOf = (index: string, folder = ""): ReadonlyArray<Exported> =>
  [...source(index).matchAll(/export (?:type )?(?:\{([^}]*)\}|\* as \w+) from "\.\/([\w/]+)\.ts"/g)].flatMap(
    ([, names, file = ""]) =>
      names === undefined
        ? exportsOf(file, file.replace(/\/?index$/, ""))
        : [
            {
              file: folder === "" || file.startsWith(`${folder}/`) ? file : `${folder}/${file}`,
              names: names
                .split(",")
                .map((name) => name.replace("type ", "").trim())
                .filter((name) => name !== "")
            }
          ]
  )

/** The files and what of each is exported; a file that is named twice is one page. */
export const modules = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const all = new Map<string, Set<string>>()
  for (const { file, names } of exportsOf("index")) {
    const known = all.get(file) ?? new Set()
    for (const name of names) known.add(name)
    all.set(file, known)
  }
  const own = [...source("statements/index").matchAll(/^export (?:const|interface|type) (\w+)/gm)]
  all.set("statements/index", new Set(own.map(([, name = ""]) => name)))
  return all
}

const commentBefore = (text: string, at: number): string => {
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, at))?.[1] ?? ""
  return comment
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim()
}

interface Declared {
  readonly name: string
  readonly comment: string
  readonly code: string
}

/** The declaration without what is inside of functions. */
const declarationsIn = (file: string): ReadonlyArray<Declared> => {
  const text = source(file)
  return parseAst(text, { lang: "ts" }).body.flatMap((node): ReadonlyArray<Declared> => {
    const isInterface = node.type === "TSInterfaceDeclaration"
    if (!isInterface && (node.type !== "ExportNamedDeclaration" || node.declaration === null)) return []
    const declaration = isInterface ? node : node.declaration
    if (declaration === null) return []
    const comment = commentBefore(text, node.start)
    if (declaration.type === "VariableDeclaration") {
      return declaration.declarations.flatMap(({ id, init }) => {
        if (id.type !== "Identifier") return []
        const isFunction = init?.type === "ArrowFunctionExpression"
        const end = isFunction ? init.body.start : declaration.end
        const code = text
          .slice(declaration.start, end)
          .replace(/=>\s*$/, "")
          .trim()
        return [{ name: id.name, comment, code }]
      })
    }
    if (!("id" in declaration) || declaration.id === null || !("name" in declaration.id)) return []
    const { name } = declaration.id
    const body = declaration.type === "FunctionDeclaration" ? declaration.body : null
    return [{ name, comment, code: text.slice(declaration.start, body?.start ?? declaration.end).trim() }]
  })
}

const isRun = (example: RunExample | CutExample): example is RunExample => "run" in example

const dedented = (lines: ReadonlyArray<string>): string => {
  const indent = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)))
  return lines.map((line) => line.slice(indent)).join("\n")
}

const cut = ({ file, from, to }: CutExample): string => {
  const path = file.startsWith("apps/") ? file : `bank-scripts/${file}`
  const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8")
  const lines = text.split("\n")
  const begin = lines.findIndex((line) => line.includes(from))
  if (begin < 0) throw new Error(`${file} has no line with ${from}`)
  const length = lines.slice(begin).findIndex((line, index) => line.includes(to) && (index > 0 || from === to))
  const taken = lines.slice(begin, begin + (from === to ? 1 : length))
  return `// ${path}\n${dedented(taken)}`
}

const written = readFileSync(new URL("examples.ts", import.meta.url), "utf8")

/** What an example runs, as it is written there: the first `() => …` after the place. */
const codeAfter = (at: number): string => {
  const begin = written.indexOf("() =>", at) + 5
  const end = written.slice(begin).search(/,\s*gives:/)
  const [first = "", ...others] = written
    .slice(begin, begin + end)
    .trim()
    .split("\n")
  return others.length === 0 ? first : `${first}\n${dedented(others)}`
}

/** Where the examples of a file begin. */
const placeOf = (file: string): number =>
  Math.max(written.indexOf(`"${file}": [`), written.search(new RegExp(`^  ${file}: \\[`, "m")))

const printedOf = (file: string): ReadonlyArray<string> => {
  let at = placeOf(file)
  return (examples[file] ?? []).map((example) => {
    if (!isRun(example)) return cut(example)
    at = written.indexOf("() =>", at)
    const code = codeAfter(at)
    at += 5
    return `${code}\n// → ${JSON.stringify(example.gives)}`
  })
}

const titleOf = (file: string): string => file.replace("/index", "").replace("/", ".")

export const fileOf = (file: string): string => `${titleOf(file)}.md`

/** What an interface has from one that authors can't name: without it half of its fields would be nowhere. */
const withInherited = (all: ReadonlyArray<Declared>, names: ReadonlySet<string>): ReadonlySet<string> => {
  const heads = all.flatMap(({ code, name }) =>
    names.has(name) ? [/^interface [^{]*\bextends ([^{]*)/.exec(code)?.[1] ?? ""] : []
  )
  const bases = all.filter(({ name }) => heads.some((head) => new RegExp(`\\b${name}\\b`).test(head)))
  const more = new Set([...names, ...bases.map(({ name }) => name)])
  return more.size === names.size ? names : withInherited(all, more)
}

export const pageOf = (file: string, names: ReadonlySet<string>): string => {
  const all = declarationsIn(file)
  const wanted = withInherited(all, names)
  const declared = all.filter(({ name }) => wanted.has(name))
  const shown = printedOf(file)
  const about = /^\/\*\*([\s\S]*?)\*\//.exec(source(file))?.[1] ?? ""
  const intro = about.replaceAll(/^\s*\* ?/gm, "").trim()
  return [
    `# ${titleOf(file)}`,
    intro,
    ...(shown.length === 0 ? [] : ["## Example", ...shown.map((code) => `\`\`\`ts\n${code}\n\`\`\``)]),
    ...declared.flatMap(({ code, comment, name }) => [
      `## \`${name}\``,
      ...(comment === "" ? [] : [comment]),
      `\`\`\`ts\n${code}\n\`\`\``
    ]),
    ""
  ].join("\n\n")
}

/** The list of pages, for the reference's first page. */
export const listOfPages = (): string =>
  [...modules()]
    .map(
      ([file, names]) => `- [${titleOf(file)}](${fileOf(file)}): ${[...names].map((name) => `\`${name}\``).join(", ")}`
    )
    .join("\n")
