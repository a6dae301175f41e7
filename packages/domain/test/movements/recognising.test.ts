import { assert, it } from "vitest"
import { readFileSync } from "node:fs"

const page = readFileSync(new URL("../../../../docs/recognising.md", import.meta.url), "utf8")
const shown = [...page.matchAll(/`(\S+\.test\.ts)`: "(.+)" \|$/gm)].map(([, file = "", title = ""]) => ({
  file,
  title
}))

it("each rule of docs/recognising.md has the test that the page names", () => {
  assert.isAbove(shown.length, 30)
  const missing = shown.filter(
    ({ file, title }) => !readFileSync(new URL(file, import.meta.url), "utf8").includes(JSON.stringify(title))
  )
  assert.deepEqual(missing, [])
})
