import { runTool } from "./checks.ts"
import { runVitest } from "./runVitest.ts"

// Goldens are files that are written from the code and compared by a test: docs/openapi.json by a program of its own,
// all others by the tests named *.golden.test.ts, which write what they find here instead of comparing it.
const contract = await runTool("packages/server/src/writeOpenApi.ts")
console.log(contract.output)
const { failed } = await runVitest([".golden.test.ts", ...process.argv.slice(2), "--update"])
process.exit(failed > 0 || !contract.ok ? 1 : 0)
