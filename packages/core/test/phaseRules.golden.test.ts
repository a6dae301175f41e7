import { readFile } from "node:fs/promises"
import { expect, it } from "vitest"
import { printPhaseRules } from "../src/sessions/phaseRules.ts"

const page = new URL("../../../docs/security.md", import.meta.url)
const block = /(<!-- phase rules -->\n)[^]*(<!-- \/phase rules -->)/

it("shows what a script may do when as the host decides it (npm run update-goldens writes it)", async () => {
  const written = await readFile(page, "utf8")

  expect(written).toMatch(block)
  await expect(
    written.replace(block, (_, before: string, after: string) => `${before}\n${printPhaseRules()}\n\n${after}`)
  ).toMatchFileSnapshot("../../../docs/security.md")
})
