/** An empty folder outside the repository, with the tarballs installed by npm as anybody would. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { findNpm } from "../npm.mjs"
import { root } from "../pinnedNode.mjs"
import { run, type Shell } from "./checks.ts"

/** Nothing of the repository, nor of the npm that runs us, steers what runs outside. */
const environment = (home: string) => {
  const kept = ["LANG", "TERM", "CHROMIUM_PATH", "http_proxy", "https_proxy", "no_proxy", "NODE_EXTRA_CA_CERTS"]
  const settings = Object.keys(process.env).filter((name) =>
    /^npm_config_(registry|cache|userconfig|.*_proxy)$/i.test(name)
  )
  return {
    ...Object.fromEntries([...kept, ...settings].map((name) => [name, process.env[name]])),
    HOME: process.env["HOME"],
    PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    TMPDIR: join(home, "tmp"),
    npm_config_update_notifier: "false"
  }
}

export const emptyFolder = (home: string, name: string): Shell => {
  const cwd = join(home, name)
  mkdirSync(cwd, { recursive: true })
  mkdirSync(join(home, "tmp"), { recursive: true })
  writeFileSync(join(cwd, "package.json"), `${JSON.stringify({ name, private: true, type: "module" })}\n`)
  return { cwd, env: environment(home) }
}

export const npm = (shell: Shell, ...args: ReadonlyArray<string>): Promise<string> => {
  const program = findNpm()
  if (program === undefined) throw new Error("npm was not found")
  return run(process.execPath, [program, ...args, "--no-audit", "--no-fund", "--loglevel=error"], shell)
}

export const tarballs = (folder: string, ...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter(
      (file) =>
        file.endsWith(".tgz") && (names.length === 0 || names.some((name) => file.startsWith(`counterfoil-${name}-`)))
    )
    .map((file) => join(folder, file))

/** Of our own lock file, so that the same is tried every day. */
export const pinned = (...names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  return names.map((name) => `${name}@${packages[`node_modules/${name}`].version}`)
}

/** How much was installed. */
export const installedSize = async (shell: Shell): Promise<string> => {
  const { packages } = JSON.parse(readFileSync(join(shell.cwd, "node_modules/.package-lock.json"), "utf8"))
  const used = await run("du", ["-sm", "node_modules"], shell)
  return `${Number.parseInt(used, 10)} MB in ${Object.keys(packages).length} packages`
}
