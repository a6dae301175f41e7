import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { root } from "./pinnedNode.mjs"

const run = promisify(execFile)

const unpackScript = `
const { default: bundled } = await import("@sparticuz/chromium")
process.stdout.write(await bundled.executablePath())
`

/**
 * Where the Chromium of our own dependencies was unpacked to, in this folder; undefined where it doesn't run as it is
 * (no build for this machine, or a library is missing).
 */
export const unpackBundledChromium = async (folder) => {
  if (process.platform !== "linux") return undefined
  try {
    const { stdout: path } = await run(process.execPath, ["--input-type=module", "-e", unpackScript], {
      cwd: root,
      env: { TMPDIR: folder },
      timeout: 60_000
    })
    // As root the browser has a user of its own, who has to get there.
    await run("chmod", ["-R", "a+rX", folder])
    await run(path, ["--version"], { timeout: 10_000 })
    return path
  } catch {
    return undefined
  }
}
