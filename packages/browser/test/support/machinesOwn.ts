/** The browser that is found where nobody names one. A bundled one is unpacked, which takes seconds: once for a whole file. */
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
    found.path = (await Effect.runPromise(findChromium({ directory: folder }))).path
    // Where we are root, the browser has a user of its own.
    execFileSync("chmod", ["-R", "a+rX", folder])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return found
}
