/** The tests' browser, of which the first one that is started freezes as soon as it is there. */
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("../fixtures/frozenChromium.mjs", import.meta.url))

export const onceFrozenChromium = (browser: string) => {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-test-"))
  // Where we are root, the browser has a user of its own.
  chmodSync(folder, 0o777)
  copyFileSync(program, join(folder, "frozen.mjs"))
  const path = join(folder, "once-frozen-chromium")
  const text = `#!/bin/sh
cd '${folder}'
mkdir first 2> /dev/null && exec '${process.execPath}' frozen.mjs '${browser}' "$@"
exec '${browser}' "$@"
`
  writeFileSync(path, text, { mode: 0o755 })
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
