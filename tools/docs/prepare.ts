/**
 * Copies the project's texts into the folder that the generator reads. A link to another text leads to its page; one to a
 * source leads to a page with that source; one to a folder of sources to a page with them; what else there is in the
 * repository can't be followed in the guide, so that its words stay and the link goes.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, extname, join, normalize } from "node:path"
import { isElsewhere, type Link, rewriteLinks } from "./links.ts"
import { placeOf, sections } from "./pages.ts"

const sdkFolder = "docs/sdk"

/** The generated reference of the SDK has a file for each name. */
export const sdkPages = (root: string): ReadonlyArray<string> =>
  readdirSync(join(root, sdkFolder))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => `${sdkFolder}/${name}`)

export const allPages = (root: string): ReadonlyArray<string> => [
  ...sections.flatMap(({ pages }) => pages),
  ...sdkPages(root)
]

const languages: Readonly<Record<string, string>> = { ".ts": "ts", ".mjs": "js", ".sql": "sql", ".yml": "yaml" }

const isSource = (name: string): boolean => extname(name) in languages

const fenced = (root: string, file: string): string =>
  `\`\`\`\`${languages[extname(file)] ?? ""}\n${readFileSync(join(root, file), "utf8").trimEnd()}\n\`\`\`\`\n`

/** Sources that some text links to become pages of their own. */
const sourcePage = (root: string, path: string): string | undefined => {
  if (isSource(path)) return `# ${path}\n\n${fenced(root, path)}`
  if (!statSync(join(root, path)).isDirectory()) return undefined
  const sources = readdirSync(join(root, path)).filter(isSource)
  if (sources.length === 0) return undefined
  return `# ${path}\n\n${sources.map((name) => `## ${name}\n\n${fenced(root, join(path, name))}`).join("\n")}`
}

export const prepare = (root: string, to: string): void => {
  const pages = new Set(allPages(root))
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    writeFileSync(join(to, name), text)
  }
  const nameOf = (page: string): string => {
    const place = placeOf(page)
    return place.endsWith("/") ? `${place}index.md` : `${place}.md`
  }
  const copied = (file: string): string => {
    mkdirSync(dirname(join(to, "public", file)), { recursive: true })
    copyFileSync(join(root, file), join(to, "public", file))
    return `/${file}`
  }
  const pageOfSource = (file: string): string | undefined => {
    const text = sourcePage(root, file)
    if (text === undefined) return undefined
    const name = file.replaceAll(".", "-")
    write(`source/${name}.md`, text)
    return `/source/${name}`
  }
  const targetFrom =
    (page: string) =>
    ({ isImage, target }: Link): string | undefined => {
      if (isElsewhere(target) || target.startsWith("#")) return target
      const [path = "", anchor] = target.split("#")
      const file = normalize(join(dirname(page), path)).replace(/\/$/, "")
      const hash = anchor === undefined ? "" : `#${anchor}`
      if (!existsSync(join(root, file))) throw new Error(`${page} links to ${target}, which is not there`)
      const text = pages.has(file) ? file : pages.has(join(file, "README.md")) ? join(file, "README.md") : undefined
      if (text !== undefined) return `/${placeOf(text)}${hash}`
      if (isImage || basename(file) === "openapi.json" || extname(file) === ".jpg") return copied(file)
      return pageOfSource(file)
    }

  rmSync(to, { recursive: true, force: true })
  for (const page of pages) write(nameOf(page), rewriteLinks(readFileSync(join(root, page), "utf8"), targetFrom(page)))
  write("index.md", readFileSync(join(root, "tools/docs/home.md"), "utf8"))
}
