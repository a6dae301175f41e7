import { runTool } from "./checks.mjs"

const paths = process.argv.slice(2)
const { ok } = await runTool("node_modules/oxfmt/bin/oxfmt", ["--write", ...(paths.length === 0 ? ["."] : paths)], {
  show: true
})
process.exitCode = ok ? 0 : 1
