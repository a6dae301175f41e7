#!/usr/bin/env node
/** What `npm create counterfoil-script` runs: the built program in a package, the sources in the repository. */
import { existsSync } from "node:fs"

const built = new URL("../dist/main.js", import.meta.url)
await import(existsSync(built) ? built.href : new URL("../src/main.ts", import.meta.url).href)
