import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

/**
 * Playwright's library: 7 MB of source that nobody needs before the first session. By `require`, since Node keeps the source
 * of what it imports from an ES module a second time, and reads it once more for its exports.
 */
export const loadPlaywright = (): typeof import("playwright-core") => require("playwright-core")
