/**
 * `npm run docs`: the project's texts as one site, which the server serves under `/guide/`. The generator is installed in this
 * folder, the first time and when it has changed; nothing else needs it. Links are checked twice: those of the texts while
 * they are copied, those of the built pages at the end.
 */
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { npm } from "../npm.mjs"
import { faultsOf, pagesIn } from "./builtSite.ts"
import { prepare } from "./prepare.ts"

const here = fileURLToPath(new URL("./", import.meta.url))
const root = fileURLToPath(new URL("../../", import.meta.url))
const dist = join(here, "dist")
/** For whoever puts it on a web server of theirs. */
const site = join(dist, "site")
const served = join(dist, "guide")
const stamp = join(here, "node_modules", ".installed-from")

const install = (): void => {
  const lock = createHash("sha256")
    .update(readFileSync(join(here, "package-lock.json")))
    .digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return
  console.log("docs: installing the generator")
  try {
    npm(["ci", "--ignore-scripts", "--include=dev", "--include=optional"], { cwd: here })
  } catch (cause) {
    console.error(cause instanceof Error ? cause.cause : cause)
    console.error("counterfoil: npm could not install the generator of the guide")
    process.exit(1)
  }
  writeFileSync(stamp, lock)
}

/** By a name that only exists once it is installed. */
const generate = async (): Promise<void> => {
  const generator: { readonly build: (folder: string) => Promise<void> } = await import(
    new URL("./node_modules/vitepress/dist/node/index.js", import.meta.url).href
  )
  rmSync(dist, { recursive: true, force: true })
  await generator.build(here)
}

const packable = new Set([".html", ".js", ".css", ".json", ".svg"])

/** As the server keeps it in memory: what can be packed is, for every browser unpacks it. Answers how many bytes those are. */
const pack = (): number => {
  let sum = 0
  for (const name of readdirSync(site, { recursive: true, encoding: "utf8" })) {
    if (!statSync(join(site, name)).isFile()) continue
    const bytes = readFileSync(join(site, name))
    const isPacked = packable.has(extname(name))
    const kept = isPacked ? gzipSync(bytes, { level: 9 }) : bytes
    mkdirSync(dirname(join(served, name)), { recursive: true })
    writeFileSync(join(served, isPacked ? `${name}.gz` : name), kept)
    sum += kept.length
  }
  return sum
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

install()
prepare(root, join(here, ".pages"))
await generate()
const faults = faultsOf(site)
for (const fault of faults) console.error(`docs: ${fault}`)
const bytes = pack()
console.log(
  `docs: ${pagesIn(site).length} pages; npm start serves them under /guide/, out of ${megabytes(bytes)} of memory`
)
console.log(`docs: ${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
