import { expect, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const library = fileURLToPath(new URL("../src/playwright.ts", import.meta.url))
const knownToNobody = 54_321

// Only root may become such a user.
it.skipIf(process.getuid?.() !== 0)("a user that the machine doesn't know, without a home, has a browser too", () => {
  const program = `const { loadPlaywright } = await import(process.argv[1])
    console.log(typeof loadPlaywright().chromium.executablePath())`
  const { stderr, stdout } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", program, library],
    { cwd: "/", encoding: "utf8", env: {}, uid: knownToNobody, gid: knownToNobody }
  )
  expect(stderr).toBe("")
  expect(stdout).toBe("string\n")
})
