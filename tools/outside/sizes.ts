/** What one package alone brings along, against the bound that docs/embedding.md tells. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../pinnedNode.mjs"
import { check, must, run, type Shell } from "./checks.ts"

interface Size {
  readonly megabytes: number
  readonly packages: number
}

export const sizeOf = async ({ cwd, env }: Shell): Promise<Size> => {
  const { packages } = JSON.parse(readFileSync(join(cwd, "node_modules/.package-lock.json"), "utf8"))
  const used = await run("du", ["-sk", "node_modules"], { cwd, env })
  return { megabytes: Math.ceil(Number.parseInt(used, 10) / 1024), packages: Object.keys(packages).length }
}

export const asText = ({ megabytes, packages }: Size): string => `${megabytes} MB in ${packages} packages`

/** "`@counterfoil/cli`: at most 235 MB in 30 packages" */
const boundOf = (name: string): Size => {
  const text = readFileSync(join(root, "docs/embedding.md"), "utf8")
  const [, megabytes, packages] = new RegExp(`\`${name}\`: at most (\\d+) MB in (\\d+) packages?`).exec(text) ?? []
  if (megabytes === undefined) throw new Error(`docs/embedding.md tells no bound of ${name}`)
  return { megabytes: Number(megabytes), packages: Number(packages) }
}

export const checkSize = (name: string, shell: Shell): Promise<void | undefined> =>
  check(`${name} alone is no larger than docs/embedding.md says`, async () => {
    const [size, bound] = [await sizeOf(shell), boundOf(name)]
    console.log(`  ${name} alone: ${asText(size)} (at most ${asText(bound)})`)
    must(
      size.megabytes <= bound.megabytes && size.packages <= bound.packages,
      "it grew: say why in the docs, or take something out"
    )
  })
