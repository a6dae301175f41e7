/** An empty folder outside the repository, and npm there, which finds our packages as if they were published. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { root } from "../pinnedNode.mjs"
import { run, type Shell } from "./checks.ts"

/** Nothing of the repository, nor of the npm that runs us, steers what runs outside. */
const environment = (home: string, registry: string) => {
  const kept = [
    "LANG",
    "TERM",
    "CHROMIUM_PATH",
    "http_proxy",
    "https_proxy",
    "NODE_EXTRA_CA_CERTS",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR"
  ]
  const settings = Object.keys(process.env).filter((name) => /^npm_config_(cache|userconfig|.*_proxy)$/i.test(name))
  return {
    ...Object.fromEntries([...kept, ...settings].map((name) => [name, process.env[name]])),
    HOME: process.env["HOME"],
    PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    TMPDIR: join(home, "tmp"),
    npm_config_registry: registry,
    no_proxy: [process.env["no_proxy"] ?? "", "127.0.0.1"].filter((part) => part !== "").join(","),
    npm_config_update_notifier: "false"
  }
}

export interface Outside {
  readonly home: string
  /** The address of the registry that has our packages. */
  readonly registry: string
}

export const emptyFolder = ({ home, registry }: Outside, name: string): Shell => {
  const cwd = join(home, name)
  mkdirSync(cwd, { recursive: true })
  mkdirSync(join(home, "tmp"), { recursive: true })
  writeFileSync(join(cwd, "package.json"), `${JSON.stringify({ name, private: true, type: "module" })}\n`)
  return { cwd, env: environment(home, registry) }
}

export const npm = (shell: Shell, ...args: ReadonlyArray<string>): Promise<string> =>
  run(
    "npm",
    [...args, "--fetch-retries=4", "--fetch-timeout=60000", "--no-audit", "--no-fund", "--loglevel=error"],
    shell
  )

export const tarballs = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".tgz"))
    .map((file) => join(folder, file))

/** Of our own lock file, so that the same is tried every day. */
export const pinned = (...names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"))
  return names.map((name) => `${name}@${packages[`node_modules/${name}`].version}`)
}
