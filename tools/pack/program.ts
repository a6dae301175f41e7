/** `node tools/pack/program.ts FOLDER`: the command as its package has it, but for what it finds in this checkout. */
import { writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { assetsOfCheckout } from "./assets.ts"
import { buildCode } from "./code.ts"
import { published } from "./packages.ts"

const target = resolve(process.argv[2] ?? "")
const command = published.find(({ folder }) => folder === "apps/counterfoil")
if (command?.programs === undefined) throw new Error("the command is no package (tools/pack/packages.ts)")
const outside = [...command.outside, "uWebSockets.js"]
await buildCode({ ...command, outside }, command.programs, target, assetsOfCheckout(target))
// As the package's own says. Untold, Node finds out for each file by reading it: a tenth of a command's start.
writeFileSync(join(target, "package.json"), JSON.stringify({ type: "module" }))
