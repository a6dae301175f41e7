import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join, posix, relative } from "node:path"
import { assert, describe, it } from "vitest"
import { benchmarks } from "../../bench/benchmarks.ts"
import { root } from "../pinnedNode.mjs"

const read = (file: string): string => readFileSync(join(root, file), "utf8")

const left = new Set(["node_modules", "dist"])
const files = globSync("**", {
  cwd: root,
  withFileTypes: true,
  exclude: ({ name }) => left.has(name) || name.startsWith(".")
})
  .filter((entry) => entry.isFile())
  .map((entry) => posix.join(relative(root, entry.parentPath), entry.name))
const names = new Set(files.map((file) => basename(file)))
const foldersOf = (file: string): ReadonlyArray<string> =>
  file.includes("/") ? [dirname(file), ...foldersOf(dirname(file))] : []
const places = new Set(files.flatMap((file) => [file, ...foldersOf(file)]))

/** The changelog tells of what was. Versions of bank scripts are frozen. */
const isRead = (file: string) => file.endsWith(".md") && file !== "CHANGELOG.md" && !file.startsWith("bank-scripts/")
const texts = files.filter(isRead).map((file) => ({ file, text: read(file) }))

const namedBy = (pattern: RegExp): ReadonlyArray<{ readonly file: string; readonly name: string }> =>
  texts.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, name = ""]) => ({ file, name })))

/** Each name that is missing, once, with the text that names it. */
const missing = (named: ReturnType<typeof namedBy>, isThere: (name: string) => boolean): ReadonlyArray<string> => [
  ...new Set(named.filter(({ name }) => !isThere(name)).map(({ file, name }) => `${file}: ${name}`))
]

/** Made by the set-up, by a command or by the reader. */
const made = /^(tools\/node\/node_modules|tools\/docs\/dist|bench\/results)\b/
/** A reader's own files, in examples. */
const ofReaders = new Set(["bank.test.ts", "body.ts"])
/** Of the kernel, or a reader's own. */
const notOurs = new Set(["BANK_ID", "CAP_SYS_ADMIN", "WEBHOOK_SECRET"])

describe("what the project's texts name is there:", () => {
  it("files and folders, by their paths from the root", () => {
    const folders = "packages|apps|tools|docs|bench|sql|ops|examples|bank-scripts"
    const paths = namedBy(new RegExp(`(?<![\\w/.@:-])((?:${folders})/[\\w@./*<>{},-]*[\\w*>}])(?!\\w)`, "g"))
    const whole = paths.filter(({ name }) => !/[*<>{}]/.test(name))

    assert.isAbove(whole.length, 150)
    assert.deepEqual(
      missing(whole, (path) => places.has(path) || made.test(path)),
      []
    )
  })

  it("sources, by their names alone", () => {
    const sources = namedBy(/`(?:[\w/-]+\/)?([\w.-]+\.(?:ts|tsx|mjs|sql))`/g)

    assert.isAbove(sources.length, 150)
    assert.deepEqual(
      missing(sources, (name) => names.has(name) || ofReaders.has(name)),
      []
    )
  })

  it("npm scripts, of the repository and of the project that an author begins with", () => {
    const manifests = ["package.json", "packages/create-counterfoil-script/template/package.json"]
    const scripts = new Set(manifests.flatMap((file) => Object.keys(JSON.parse(read(file)).scripts)))

    assert.deepEqual(
      missing(namedBy(/npm run ([a-z][\w:-]*)/g), (name) => scripts.has(name)),
      []
    )
  })

  it("benchmarks", () => {
    const known = new Set(["all", "compare", ...Object.keys(benchmarks)])

    assert.deepEqual(
      missing(namedBy(/npm run bench -- ([a-z]+)/g), (name) => known.has(name)),
      []
    )
  })

  it("environment variables, which a program reads", () => {
    const sources = files.filter((file) => /\.(ts|mjs|yml|sh)$|Dockerfile$/.test(file)).map(read)
    const known = new Set(sources.flatMap((source) => source.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g) ?? []))

    assert.deepEqual(
      missing(namedBy(/\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g), (name) => known.has(name) || notOurs.has(name)),
      []
    )
  })
})
