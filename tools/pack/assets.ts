/**
 * Files that the sources find beside themselves, `new URL("…", import.meta.url)`, and where a package has them. All code of
 * a package lies in one folder, `dist`, so one address serves every chunk. A look-up that is not in the table stops the
 * packing: it would lead out of the package.
 */
import { build } from "esbuild"
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import type { Plugin } from "rolldown"
import { root } from "../pinnedNode.mjs"

/** From the root, and from `dist`. A source file stands for the program that is made of it. */
const places: Readonly<Record<string, string>> = {
  // What is looked for from the root is there or isn't: `dist` has the bank scripts at the same place, and no sources.
  "": "./",
  "sql/migrations": "./migrations",
  "packages/sandbox/src/child/runner.mjs": "./child/runner.mjs",
  "apps/dashboard/dist": "./dashboard",
  "tools/docs/dist/guide": "./guide",
  "packages/create-counterfoil-script/template": "../template",
  "bank-scripts/demo-bank": "./bank-scripts/demo-bank",
  "apps/counterfoil/src/main.ts": "./main.js",
  "apps/demo-bank/src/main.ts": "./demo-bank.js",
  "apps/demo-shop/src/main.ts": "./demo-shop.js",
  "tools/follow.mjs": "./follow.mjs"
}

/** What goes along with a file that is started. */
const folderOf: Readonly<Record<string, string>> = {
  "packages/sandbox/src/child/runner.mjs": "packages/sandbox/src/child"
}

/** Not made by the set-up: a package has it where it was made before. */
const mayBeMissing = new Set(["tools/docs/dist/guide"])

const ours = ["packages", "apps"].map((name) => join(root, name))
const lookUp = /new URL\("(\.[^"]+)", import\.meta\.url\)/g

const copyInto = (dist: string, from: string) => {
  const to = places[from] ?? ""
  if (from === "" || to === "" || from.endsWith("main.ts") || to.startsWith("../")) return
  const source = folderOf[from] ?? from
  const target = join(dist, source === from ? to : dirname(to))
  if (!existsSync(join(root, source)) && mayBeMissing.has(from)) return
  if (!existsSync(join(root, source))) throw new Error(`${source} is missing: node tools/run.mjs setup makes it`)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(root, source), target, { recursive: true, filter: (name) => !/\.built-from$|\.map$/.test(name) })
}

/** Rewrites the look-ups, within their line, to where `placeOf` says that each file is, seen from `dist`. */
const lookUpsAt = (placeOf: (from: string, by: string) => string): Plugin => ({
  name: "assets",
  load: (id) => {
    if (!id.endsWith(".ts") || !ours.some((place) => id.startsWith(place))) return null
    const code = readFileSync(id, "utf8")
    if (!code.includes("import.meta.url")) return null
    const rewritten = code.replaceAll(lookUp, (_, path: string) => {
      const to = placeOf(relative(root, resolve(dirname(id), path)), relative(root, id))
      return `new URL("${to}${path.endsWith("/") && !to.endsWith("/") ? "/" : ""}", import.meta.url)`
    })
    return { code: rewritten, moduleType: "ts" }
  }
})

/** All that is looked for is copied into `dist`, for an installation that has nothing else. */
export const assetsInto = (dist: string): Plugin =>
  lookUpsAt((from, by) => {
    const to = places[from]
    if (to === undefined) throw new Error(`${by} looks for ${from}, which is in no package (tools/pack/assets.ts)`)
    copyInto(dist, from)
    return to
  })

/** The programs are beside one another; all else stays where it is in this checkout. */
export const assetsOfCheckout = (dist: string): Plugin =>
  lookUpsAt((from) => {
    const beside = from.endsWith("/src/main.ts") ? places[from] : undefined
    return beside ?? relative(dist, join(root, from))
  })

const readers = join(root, "packages/sandbox/src/statements/readers.ts")

/** The readers of statement files are one text for the isolate: made here, so that a server needs no bundler. */
export const readersAsText: Plugin = {
  name: "readers as text",
  load: async (id) => {
    if (id !== readers) return null
    const { outputFiles } = await build({
      entryPoints: [join(dirname(readers), "inIsolate.ts")],
      bundle: true,
      write: false,
      format: "iife",
      platform: "neutral",
      target: "es2023",
      legalComments: "none",
      tsconfigRaw: "{}"
    })
    const text = JSON.stringify(outputFiles[0]?.text ?? "")
    return `import { Effect } from "effect"\nexport const readers = Effect.succeed(${text})\n`
  }
}

const uws = join(root, "node_modules/uWebSockets.js")

/** The binaries of the Node that the package is for: uws-pack has those of three others too, 133 MB in all. */
export const copyUws = (dist: string) => {
  for (const system of ["linux_x64", "linux_arm64", "darwin_x64", "darwin_arm64"]) {
    const file = `uws_${system}_127.node`
    cpSync(join(uws, "dist/bin", file), join(dist, "bin", file))
  }
}

/** Of the binaries; uws-pack has only its own, of the few lines around them. */
export const licenceOfUws = () =>
  `uWebSockets.js (dist/bin/*.node), Copyright Alex Hultman and contributors\n\n${readFileSync(join(root, "node_modules/playwright-core/LICENSE"), "utf8")}`
