import tailwindcss from "@tailwindcss/vite"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { defineConfig, type Plugin } from "vite"

const worthPacking = /\.(js|css|html|svg|webmanifest)$/

/** The server sends these as they are: nothing is compressed while somebody waits. */
const packed = (): Plugin => {
  let folder = ""
  return {
    name: "counterfoil:packed",
    apply: "build",
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      for (const name of await readdir(folder, { recursive: true })) {
        if (!worthPacking.test(name)) continue
        const bytes = await readFile(join(folder, name))
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
        await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, quality))
        await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
      }
    }
  }
}

export default defineConfig({
  base: "/app/",
  plugins: [tailwindcss(), packed()],
  oxc: { jsx: { runtime: "automatic" } },
  build: {
    target: "es2023",
    // The policy of the page allows no inline script, and modulepreload needs no polyfill in what we support.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What pages share is one file. As one for each set of pages that share it the overview was 28 scripts, for the same bytes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "common", minShareCount: 2 }] } } }
  },
  server: { proxy: { "^/(?!app/)": { target: process.env["COUNTERFOIL_URL"] ?? "http://127.0.0.1:8080", ws: true } } }
})
