import { createRequire } from "node:module"
import { homedir, tmpdir } from "node:os"

const require = createRequire(import.meta.url)

/** A user that the machine has no entry of, as containers may run us, has none without HOME, and then the library doesn't load. */
const mustHaveHome = (): void => {
  try {
    homedir()
  } catch {
    process.env["HOME"] = tmpdir()
  }
}

/**
 * Playwright's library: 7 MB of source that nobody needs before the first session. By `require`, since Node keeps the source
 * of what it imports from an ES module a second time, and reads it once more for its exports.
 */
export const loadPlaywright = (): typeof import("playwright-core") => {
  mustHaveHome()
  return require("playwright-core")
}
