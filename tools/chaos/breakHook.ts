/** Loaded before the server under test: puts the patches of the break that COUNTERFOIL_BREAK names into the sources. */
import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import { breaks, patched } from "./breaks.ts"

const root = new URL("../../", import.meta.url)
const name = process.env["COUNTERFOIL_BREAK"] ?? ""
const patches = Map.groupBy(breaks[name]?.patches ?? [], ({ file }) => new URL(file, root).href)

/** Packages are linked from node_modules: the file itself counts. */
const realUrl = (url: string) => pathToFileURL(fileURLToPath(url)).href

registerHooks({
  load: (url, context, nextLoad) => {
    const wanted = url.startsWith("file:") ? patches.get(realUrl(url)) : undefined
    if (wanted === undefined) return nextLoad(url, context)
    const source = wanted.reduce(patched, readFileSync(fileURLToPath(url), "utf8"))
    return { format: "module-typescript", source, shortCircuit: true }
  }
})
