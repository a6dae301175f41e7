/** What publint and "are the types wrong?" find in the tarballs: nothing. */
import { basename, join } from "node:path"
import { root } from "../pinnedNode.mjs"
import { check, run } from "./checks.ts"

const shell = { cwd: root, env: process.env }

const publint = (tarball: string) =>
  run(process.execPath, [join(root, "node_modules/publint/src/cli.js"), "run", tarball, "--strict"], shell)

const attw = (tarball: string) =>
  run(
    process.execPath,
    // Modules only, as Node has them since 22: `require` loads them too.
    [
      join(root, "node_modules/@arethetypeswrong/cli/dist/index.js"),
      tarball,
      "--profile",
      "esm-only",
      "--format",
      "ascii"
    ],
    shell
  )

export const lintPackages = async (tarballs: ReadonlyArray<string>, quick: boolean): Promise<void> => {
  await Promise.all(
    tarballs.flatMap((tarball) => {
      const name = basename(tarball).replace(/-\d[\w.-]*\.tgz$/, "")
      const linted = check(`publint finds nothing in ${name}`, () => publint(tarball))
      // Commands have no types.
      if (quick || name === "counterfoil-cli" || name.startsWith("create-")) return [linted]
      return [linted, check(`are the types wrong? Not in ${name}`, () => attw(tarball))]
    })
  )
}
