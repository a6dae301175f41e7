import { build } from "esbuild"
import { gzipSync } from "node:zlib"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

it("is a few kilobytes in a page, of its own sources alone", async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    bundle: true,
    format: "esm",
    metafile: true,
    minify: true,
    // Whatever a browser hasn't is an error.
    platform: "browser",
    write: false
  })
  const code = outputFiles[0]?.text ?? ""

  expect(Object.keys(metafile.inputs).filter((file) => !file.includes("packages/client/src/"))).toEqual([])
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([])
  expect(code).not.toMatch(/node:|\bprocess\b|\bBuffer\b/)
  expect(code).toContain("counterfoil-error-code")
  expect(gzipSync(code).length).toBeLessThan(4 * 1024)
})
