import { existsSync, globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { type Node, parseSync, Visitor } from "oxc-parser"
import { root } from "../pinnedNode.mjs"
import type { Verdict } from "./Verdict.ts"

/** Parts of `effect` are for some rooms only. Every other library is where a package.json lists it, and nowhere else. */
const guarded = [
  { modules: /^effect\/(cluster|.*Cluster.*)(\/|$)/, rooms: ["packages/core/src/actor", "packages/runtime"] },
  { modules: /^effect\/sql(\/|$)/, rooms: ["packages/store", "packages/testing", "packages/runtime"] }
]

/** Rooms that run in an isolate or a browser, or must stay pure: nothing of the machine, but for hashing in the domain. */
const withoutNode = [
  { room: "packages/domain", but: "node:crypto" },
  { room: "packages/client" },
  { room: "packages/script-sdk" },
  { room: "packages/create-counterfoil-script/template" },
  { room: "bank-scripts" }
]

/** Packages whose folders are layers: what a folder imports, directly or not, never imports that folder. */
const layered = [
  ...["core", "store", "runtime", "browser"].map((name) => `packages/${name}/src`),
  "packages/domain/src/matching"
]

interface Import {
  readonly from: string
  readonly to: string
  /** For people: which line imports what. */
  readonly where: string
}

const manifestOf = (room: string): { readonly name: string; readonly listed: ReadonlyArray<string> } => {
  const manifest = JSON.parse(readFileSync(join(root, room, "package.json"), "utf8"))
  const { dependencies, name, optionalDependencies, peerDependencies } = manifest
  return { name, listed: Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }) }
}

/** The folder of the nearest package.json; each released version of a bank script has its own. */
const roomOf = (file: string): string | undefined => {
  const folder = posix.dirname(file)
  if (folder === ".") return undefined
  return existsSync(join(root, folder, "package.json")) ? folder : roomOf(folder)
}

/** Every module that a source names, however it does: import, type import, re-export, import(), import type, require. */
const importsOf = (file: string, text: string): ReadonlyArray<Import> => {
  const { errors, program } = parseSync(file, text)
  if (errors[0] !== undefined) throw new Error(`${file} can't be parsed: ${errors[0].message}`)
  const found: Array<Import> = []
  const note = (node: Node, named: Node | null | undefined) => {
    if (named?.type !== "Literal" || typeof named.value !== "string") return
    const line = text.slice(0, node.start).split("\n").length
    found.push({ from: file, to: named.value, where: `${file}:${line} imports ${named.value}` })
  }
  const noteSource = (node: Node & { readonly source: Node | null }) => note(node, node.source)
  new Visitor({
    ImportDeclaration: noteSource,
    ExportNamedDeclaration: noteSource,
    ExportAllDeclaration: noteSource,
    ImportExpression: noteSource,
    TSImportType: noteSource,
    CallExpression: (node) => {
      if (node.callee.type === "Identifier" && node.callee.name === "require") note(node, node.arguments[0])
    }
  }).visit(program)
  return found
}

const isIn = (folder: string, file: string) => file.startsWith(`${folder}/`)
const isRelative = ({ to }: Import) => to.startsWith(".")
const targetOf = ({ from, to }: Import) => posix.join(posix.dirname(from), to)

/** Tests, and what configures a tool, use what they need. */
const isFree = (file: string, room: string) =>
  file.split("/").includes("test") || /^[^/]+\.config\.ts$/.test(posix.relative(room, file))

const reasonAgainst = (found: Import, room: string, listed: ReadonlyArray<string>) => {
  const { from, to } = found
  if (isRelative(found)) return isIn(room, targetOf(found)) ? "" : `leaves ${room}: import the package by its name`
  if (isFree(from, room)) return ""
  if (to.startsWith("node:")) {
    const strict = withoutNode.find((each) => isIn(each.room, from) && each.but !== to)
    return strict === undefined ? "" : `${strict.room} may not use Node`
  }
  const [library = ""] = /^(@[^/]+\/)?[^/]+/.exec(to) ?? []
  if (!listed.includes(library)) return `${room}/package.json doesn't list it`
  const guard = guarded.find(({ modules, rooms }) => modules.test(to) && !rooms.some((each) => isIn(each, from)))
  return guard === undefined ? "" : `only ${guard.rooms.join(", ")} may import it`
}

const violationsAmong = (file: string, imports: ReadonlyArray<Import>): ReadonlyArray<string> => {
  const room = roomOf(file)
  if (room === undefined) return [`${file} belongs to no package`]
  const { listed } = manifestOf(room)
  const judged = imports.map((found) => ({ ...found, reason: reasonAgainst(found, room, listed) }))
  return judged.filter(({ reason }) => reason !== "").map(({ reason, where }) => `${where}: ${reason}`)
}

/** The forbidden imports of one file (a path from the root, with slashes), each as one line for people. */
export const violationsIn = (file: string, text: string): ReadonlyArray<string> =>
  violationsAmong(file, importsOf(file, text))

/** What is left when everything is taken away that imports no other, or that no other imports. */
const onlyCircles = (imports: ReadonlyArray<Import>): ReadonlyArray<Import> => {
  const left = imports.filter(
    (one) => imports.some(({ from }) => from === one.to) && imports.some(({ to }) => to === one.from)
  )
  return left.length === imports.length ? left : onlyCircles(left)
}

const circleOf = (what: string, imports: ReadonlyArray<Import>) => {
  const circle = onlyCircles(imports).map(({ where }) => where)
  return circle.length === 0 ? [] : [`${what} in a circle: ${circle.sort().join("; ")}`]
}

/** The files beside the folders count as one folder; the index, which only lists what the package offers, as none. */
const folderOf = (layers: string, file: string) => {
  const [folder = "", ...inside] = posix.relative(layers, file).split("/")
  return inside.length > 0 ? folder : folder === "index.ts" ? "" : "."
}

const circleOfFolders = (layers: string, imports: ReadonlyArray<Import>) => {
  const ofFolders = imports
    .filter((found) => isRelative(found) && isIn(layers, found.from))
    .map((found) => ({ ...found, from: folderOf(layers, found.from), to: folderOf(layers, targetOf(found)) }))
    .filter(({ from, to }) => from !== "" && to !== "" && from !== to)
  const oneOfEach = [...Map.groupBy(ofFolders, ({ from, to }) => `${from} ${to}`).values()].flatMap(
    ([first]) => first ?? []
  )
  return circleOf(`${layers}/ has folders`, oneOfEach)
}

type Sources = ReadonlyArray<readonly [file: string, text: string]>

const circlesAmong = (imports: ReadonlyArray<Import>): ReadonlyArray<string> =>
  layered.flatMap((layers) => circleOfFolders(layers, imports))

/** The circles of folders within each layered package, each as one line for people; type imports count like all others. */
export const circlesIn = (sources: Sources): ReadonlyArray<string> =>
  circlesAmong(sources.flatMap(([file, text]) => importsOf(file, text)))

/** The same of packages, by what they list. */
const circleOfPackages = (rooms: ReadonlyArray<string>) => {
  const linesOf = ({ listed, name }: ReturnType<typeof manifestOf>) =>
    listed.map((to) => ({ from: name, to, where: `${name} lists ${to}` }))
  return circleOf("there are packages", rooms.map(manifestOf).flatMap(linesOf))
}

/** Whether imports point one way: within each package, between its folders, and between packages. */
export const checkArrows = (): Verdict => {
  const options = { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] }
  const files = globSync(["packages/**/*.ts", "apps/**/*.{ts,tsx}", "bank-scripts/**/*.ts"], options).sort()
  if (files.length < 20) return { ok: false, output: `only ${files.length} files: the check does not see the project` }
  const imports = files.map((file) => [file, importsOf(file, readFileSync(join(root, file), "utf8"))] as const)
  const rooms = [...new Set(files.flatMap((file) => roomOf(file) ?? []))]
  const wrong = [
    ...imports.flatMap(([file, found]) => violationsAmong(file, found)),
    ...circlesAmong(imports.flatMap(([, found]) => found)),
    ...circleOfPackages(rooms)
  ]
  return { ok: wrong.length === 0, output: wrong.join("\n") }
}
