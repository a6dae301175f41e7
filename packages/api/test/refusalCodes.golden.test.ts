import { readdirSync, readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { expect, it } from "vitest"
import { printRefusalCodes, refusalCodes } from "../src/refusalCodes.ts"

const page = new URL("../../../docs/api.md", import.meta.url)
const block = /(<!-- refusal codes -->\n)[^]*(<!-- \/refusal codes -->)/

const packages = new URL("../../", import.meta.url)

/** What the sentences are written in: all sources but the table itself. */
const sources = (): string =>
  ["api", "core", "domain", "server", "sandbox", "script-sdk"]
    .flatMap((name) =>
      readdirSync(new URL(`${name}/src/`, packages), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && entry.name !== "refusalCodes.ts")
        .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, "utf8"))
    )
    .join("\n")

it("lists the codes of refusals as they are sent (npm run update-goldens writes it)", async () => {
  const written = await readFile(page, "utf8")

  expect(written).toMatch(block)
  await expect(
    written.replace(block, (_, before: string, after: string) => `${before}\n${printRefusalCodes()}\n\n${after}`)
  ).toMatchFileSnapshot("../../../docs/api.md")
})

it("knows no sentence that nobody says any more", () => {
  const said = sources()
  const parts = refusalCodes.flatMap(({ sentence }) => sentence?.split("…") ?? []).filter((part) => part.length > 4)

  expect(parts.filter((part) => !said.includes(part.trim()))).toEqual([])
})
