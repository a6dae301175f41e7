/** What a built guide must hold to: nothing of it leads nowhere, and nothing comes from elsewhere or stands in a page. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"

const base = "/guide/"
const reference = /<(a|img|link|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g

export const pagesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"))

/** The file that the server answers an address with. */
const fileOf = (folder: string, path: string): string | undefined =>
  [path, `${path}.html`, join(path, "index.html")].find(
    (name) => extname(name) !== "" && existsSync(join(folder, name))
  )

const decode = (text: string): string => decodeURIComponent(text.replaceAll("&amp;", "&"))

/** One line for each fault. */
export const faultsOf = (folder: string): ReadonlyArray<string> => {
  const html = new Map(pagesIn(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]))
  const idsOf = new Map(
    [...html].map(([name, text]) => [
      name,
      new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => decode(id)))
    ])
  )
  const faultOf = (page: string, element: string, target: string): string | undefined => {
    if (/^(https?:)?\/\//.test(target)) {
      return element === "a" ? undefined : `${page} has a ${element} from elsewhere: ${target}`
    }
    const [path = "", anchor] = target.split("#")
    if (path !== "" && !path.startsWith(base)) {
      return /^(data|mailto):/.test(path) ? undefined : `${page} leads out of the guide: ${target}`
    }
    const file = path === "" ? page : fileOf(folder, decode(path.slice(base.length)))
    if (file === undefined) return `${page} leads to ${target}, which is not there`
    if (anchor === undefined || anchor === "" || anchor === "VPContent") return undefined
    return idsOf.get(file)?.has(decode(anchor)) === true ? undefined : `${page} leads to ${target}: no such heading`
  }
  return [...html].flatMap(([page, text]) => [
    ...[...text.matchAll(reference)].flatMap(([, element = "", target = ""]) => faultOf(page, element, target) ?? []),
    ...[...text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>|<style\b|<[a-z][^>]* (?:style|on[a-z]+)="/g)].map(
      ([found]) => `${page} holds ${found}`
    )
  ])
}
