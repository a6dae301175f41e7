/**
 * The browser that is found where nobody names one. Where there is none but the bundled one, it is the copy that the run has
 * unpacked for its tests: each unpacking takes two seconds of a core.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { findChromium } from "../../src/chromium/findChromium.ts"

export const findMachinesOwn = (): { readonly path: string } => {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-test-browser-"))
  const found = { path: "" }
  beforeAll(async () => {
    const ofMachine = findChromium({ directory: folder, bundled: false })
    const orUnpacked = () => findChromium({ directory: folder, executablePath: process.env["CHROMIUM_PATH"] })
    found.path = (await Effect.runPromise(Effect.catch(ofMachine, orUnpacked))).path
    // Where we are root, the browser has a user of its own.
    execFileSync("chmod", ["-R", "a+rX", folder])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return found
}
